/** Which providers offer a model, whatever they write before its name. */
import { nearest } from '../../../data/text/similar-names.ts';
import type { Store } from '../../store/store.ts';
import type { Named } from '../parts/product-choice.ts';

interface Offer {
  product: Named;
  model: string;
}

type Offers = ReadonlyMap<string, readonly Offer[]>;

/** Providers that sell models of their own; two models of each are the calculator's example. */
const MAKERS = ['openai-api', 'anthropic-claude-api', 'google-gemini', 'mistral-ai', 'xai-api', 'deepseek-api'];
const MODELS_OF_EACH = 2;
const MOST_OFFERS = 20;

/** "openai/GPT-5.4" and "gpt-5-4" are one model. */
function keyOf(model: string): string {
  return (model.split('/').at(-1) ?? model).toLowerCase().replaceAll(/[^a-z\d]+/g, '');
}

/** By key, the well-known providers first. */
function offersIn({ rates, derived }: Store): Offers {
  return derived.of(rates, 'offers of models', () => {
    const offers = new Map<string, Map<string, Offer>>();
    for (const { slug, provider: name, rate } of rates) {
      for (const key of new Set([rate.model, ...rate.aliases].map(keyOf))) {
        const ofModel = offers.get(key) ?? new Map<string, Offer>();
        offers.set(key, ofModel);
        if (!ofModel.has(slug)) ofModel.set(slug, { product: { slug, name }, model: rate.model });
      }
    }
    return new Map(Array.from(offers, ([key, ofModel]) => [key, [...ofModel.values()]]));
  });
}

export interface Selection {
  product: Named;
  /** All if empty. */
  models: string[];
}

/** The models that most providers offer, by their makers; all of one provider where no maker is known. */
function popular(store: Store): Selection[] {
  const offers = offersIn(store);
  const count = ({ model }: Offer) => offers.get(keyOf(model))?.length ?? 0;
  const selections = MAKERS.flatMap((slug) => {
    const own = [...offers.values()].flatMap((of) => of.find(({ product }) => product.slug === slug) ?? []);
    const most = own.toSorted((a, b) => count(b) - count(a));
    const models = [...new Set(most.map(({ model }) => model))].slice(0, MODELS_OF_EACH);
    return most[0] === undefined ? [] : [{ product: most[0].product, models }];
  });
  const [any] = store.rates;
  if (selections.length > 0 || any === undefined) return selections;
  return [{ product: { slug: any.slug, name: any.provider }, models: [] }];
}

/** The named models of the chosen products, and of any provider where no chosen one offers them. */
export function selectionsOf(store: Store, products: readonly Named[], models: readonly string[]): Selection[] {
  if (products.length === 0 && models.length === 0) return popular(store);
  const offers = offersIn(store);
  const chosen = new Map(products.map((product) => [product.slug, { product, models: [...models] }]));
  const isChosen = ({ product }: Offer) => products.some(({ slug }) => slug === product.slug);
  for (const model of models) {
    const ofModel = offers.get(keyOf(model)) ?? [];
    if (ofModel.some(isChosen)) continue;
    for (const { product, model: name } of ofModel.slice(0, MOST_OFFERS)) {
      const selection = chosen.get(product.slug) ?? { product, models: [] };
      chosen.set(product.slug, { product, models: [...selection.models, name] });
    }
  }
  return [...chosen.values()];
}

export function isOffered(store: Store, model: string): boolean {
  return offersIn(store).has(keyOf(model));
}

export function similarModels(store: Store, model: string): string[] {
  const offers = offersIn(store);
  return nearest(keyOf(model), offers.keys()).flatMap((key) => offers.get(key)?.[0]?.model ?? []);
}

/** Those that most providers offer first. */
export function suggestedModels(store: Store, most: number): { model: string; providers: number }[] {
  return store.derived.of(store.rates, 'suggested models', () => {
    const all = Array.from(offersIn(store).values(), (of) => ({ model: of[0]?.model ?? '', providers: of.length }));
    return all.sort((a, b) => b.providers - a.providers).slice(0, most);
  });
}
