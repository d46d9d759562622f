/** Answers from the feed that travels, by the rules of the API. */
import type { Currency } from '../../data/money.ts';
import { priceStateOf } from '../../data/prices/price-state.ts';
import { recordCurrency } from '../../data/prices/record-currency.ts';
import { monthlyPrice, startingPrice } from '../../data/prices/starting-price.ts';
import { Day } from '../../data/product.ts';
import type { Price, Rate, Snapshot, Tier } from '../../data/record.ts';
import { standingAt } from '../../data/store/ledger/snapshot-intervals.ts';
import { type ModelRates, modelsNamed, rateFor, tokenCost } from '../../serve/cost/token-cost.ts';
import { TravellingPrices, type TravellingProduct } from '../../serve/files/feeds/travelling-shape.ts';
import type * as api from './api.d.ts';

const FEED = 'feeds/prices.json';
const MOST_BYTES = 64 * 1024 * 1024;
const WITHIN_MS = 60_000;
const RATES = [
  'inputPerMTok',
  'outputPerMTok',
  'cachedInputPerMTok',
  'batchInputPerMTok',
  'batchOutputPerMTok',
] as const;

type Stated = Pick<TravellingProduct, 'tiers' | 'rates' | 'absent'>;
type Known = Pick<Snapshot, 'tiers' | 'rates' | 'absent'>;

export class Prices implements api.Prices {
  /** The data of the package, as `dist/prices.json` has them. */
  static bundled: () => Promise<unknown>;

  #data: TravellingPrices;
  #products: ReadonlyMap<string, TravellingProduct>;

  constructor(data: unknown) {
    this.#data = travelled(data);
    this.#products = bySlug(this.#data);
  }

  static async open({ cacheFile }: { cacheFile?: string } = {}): Promise<Prices> {
    const prices = new Prices(await Prices.bundled());
    const cached = cacheFile === undefined ? undefined : await cachedIn(cacheFile);
    if (cached !== undefined) prices.#replace(cached);
    return prices;
  }

  get generation(): string {
    return this.#data.generation;
  }

  get publishedAt(): string {
    return this.#data.publishedAt;
  }

  priceOf(slug: string, { at, billing, tier: named }: api.PriceOptions = {}): api.PriceAnswer {
    const product = this.#products.get(slug);
    if (product === undefined) return { state: 'unknown_product' };
    const stated = statedAt(product, at);
    if (stated === undefined) return { state: 'not_known' };
    const currency = at === undefined ? product.currency : recordCurrency(stated.tiers, stated.rates);
    const tiers = stated.tiers.map((tier) => ({
      ...tier,
      prices: tier.prices.filter((price) => isUnder(price, billing)),
    }));
    if (named !== undefined) return priceOfTier(tiers, named, currency);
    const state = priceStateOf(stated);
    if (state === 'free_only') return { state: 'free' };
    if (state !== 'known') return { state };
    const start = startingPrice(tiers, currency);
    const tier = tiers.find(({ prices }) => start !== undefined && prices.includes(start.price));
    return start === undefined || tier === undefined ? { state: 'not_known' } : known(tier, start);
  }

  rateOf(model: string, { product, at }: { product?: string; at?: string } = {}): api.RateAnswer {
    const found = this.#ratesOf(model, product, at);
    const [only, ...others] = found;
    if (only === undefined) return { state: 'not_known' };
    if (others.length > 0) return { state: 'ambiguous', products: found.map(({ slug }) => slug) };
    const base = rateFor(only.priced, undefined);
    const bands = only.priced.rates.flatMap((rate) =>
      rate.band === undefined ? [] : { band: rate.band, ...ratesIn(rate) },
    );
    return {
      state: 'known',
      product: only.slug,
      model: only.priced.model,
      currency: only.priced.currency,
      ...(base !== undefined && ratesIn(base)),
      ...(bands.length > 0 && { bands }),
      ...(base?.contextWindow?.tokens !== undefined && { contextWindow: base.contextWindow.tokens }),
      source: sourceOf(base ?? only.priced.rates[0] ?? {}),
    };
  }

  costOf({ model, product, at, inputTokens = 0, outputTokens = 0, ...how }: api.Usage): api.CostAnswer {
    const found = this.#ratesOf(model, product, at);
    const [only, ...others] = found;
    if (only === undefined) return { state: 'not_known', reason: 'No rate of this model is known' };
    if (others.length > 0) return { state: 'ambiguous', products: found.map(({ slug }) => slug) };
    const { cachedInputTokens = 0, batch = false, contextTokens } = how;
    const counts = [inputTokens, outputTokens, cachedInputTokens, contextTokens ?? 0];
    if (counts.some((count) => !Number.isSafeInteger(count) || count < 0) || cachedInputTokens > inputTokens)
      throw new RangeError('Token counts must be whole numbers from 0, and cachedInputTokens at most inputTokens');
    const priced = tokenCost(only.priced, { inputTokens, outputTokens, cachedInputTokens, batch, contextTokens });
    if ('excluded' in priced) return { state: 'not_known', reason: priced.excluded.detail };
    const { currency, amount, lines, notes = [] } = priced.cost;
    return { state: 'known', product: only.slug, model: only.priced.model, currency, amount, lines, notes };
  }

  async update({ url = this.#data.links.home + FEED, cacheFile }: api.UpdateOptions = {}): Promise<boolean> {
    const { text, data } = await feedAt(url);
    const isNewer = this.#replace(data);
    if (isNewer && cacheFile !== undefined) await writeWhole(cacheFile, text);
    return isNewer;
  }

  #replace(data: TravellingPrices): boolean {
    if (Date.parse(data.publishedAt) <= Date.parse(this.#data.publishedAt)) return false;
    this.#data = data;
    this.#products = bySlug(data);
    return true;
  }

  #ratesOf(model: string, slug: string | undefined, at: string | undefined): { slug: string; priced: ModelRates }[] {
    const one = slug === undefined ? undefined : this.#products.get(slug);
    const products = slug === undefined ? [...this.#products.values()] : [one].flatMap((each) => each ?? []);
    return products.flatMap((product) => {
      const [priced] = modelsNamed(statedAt(product, at)?.rates ?? [], model);
      return priced === undefined ? [] : [{ slug: product.slug, priced }];
    });
  }
}

/** @throws {Error} it cannot be had, or is no such feed */
async function feedAt(url: string): Promise<{ text: string; data: TravellingPrices }> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
    if (!answer.ok) throw new Error(`Status ${answer.status}`);
    const text = await answer.text();
    if (text.length > MOST_BYTES) throw new Error(`Longer than ${MOST_BYTES} bytes`);
    return { text, data: travelled(JSON.parse(text)) };
  } catch (error) {
    // `fetch` gives its reason as its cause.
    const { message, cause } = error as Error;
    throw new Error(`Cannot update from ${url}: ${cause instanceof Error ? cause.message : message}`, { cause: error });
  }
}

/** A newer service may add keys: they are ignored. @throws {Error} */
function travelled(data: unknown): TravellingPrices {
  const { error } = TravellingPrices.safeParse(data);
  const fault = error?.issues.find(({ code }) => code !== 'unrecognized_keys');
  if (fault !== undefined)
    throw new Error(`Not a feed of prices: ${['data', ...fault.path].join('.')}: ${fault.message}`);
  return data as TravellingPrices;
}

function bySlug({ products }: TravellingPrices): Map<string, TravellingProduct> {
  return new Map(products.map((product) => [product.slug, product]));
}

/** Today's record, or what held at the end of a day; undefined where nothing is known of that day. */
function statedAt(product: TravellingProduct, at: string | undefined): Known | undefined {
  const today = new Date().toISOString().slice(0, 10);
  if (at === undefined || at === today) return expanded(product);
  if (!Day.safeParse(at).success) throw new RangeError(`Not a date: ${at}`);
  if (at > today) throw new RangeError(`Must not be after today, ${today} UTC: ${at}`);
  const past = product.past.map((each) => ({
    ...each,
    imported: each.dataset === undefined ? undefined : { dataset: each.dataset },
  }));
  const [standing] = standingAt(past as unknown as Snapshot[], `${at}T23:59:59.999Z`);
  return standing && expanded(standing as unknown as Stated);
}

/** With the members that the feed leaves out. */
function expanded({ tiers, rates, absent }: Stated): Known {
  return {
    tiers: tiers.map((tier) => ({
      ...{ isFree: false, isCustom: false, features: [] },
      ...tier,
      prices: (tier.prices ?? []).map((price) => ({ kind: 'list', ...price })),
    })) as unknown as Tier[],
    rates: rates.map(({ contextWindow: tokens, ...rate }) => ({
      aliases: [],
      ...rate,
      ...(tokens !== undefined && { contextWindow: { tokens } }),
    })) as unknown as Rate[],
    absent,
  };
}

function isUnder({ per, billing }: Price, wanted: api.PriceOptions['billing']): boolean {
  return wanted === undefined || (per === 'year' ? 'annual' : billing) === wanted;
}

function priceOfTier(tiers: readonly Tier[], named: string, currency: Currency | undefined): api.PriceAnswer {
  const text = named.trim().toLowerCase();
  const tier = tiers.find(({ id, name }) => id === text || name.trim().toLowerCase() === text);
  if (tier?.isFree === true) return { state: 'free' };
  if (tier?.isCustom === true) return { state: 'contact_sales' };
  const price = tier && monthlyPrice(tier, currency ?? tier.prices[0]?.currency ?? 'USD');
  return tier === undefined || price === undefined ? { state: 'not_known' } : known(tier, price);
}

function known(
  tier: Tier,
  { amount, currency, billing, price }: NonNullable<ReturnType<typeof monthlyPrice>>,
): api.PriceAnswer {
  return {
    ...{ state: 'known', amount, currency, tier: tier.id, tierName: tier.name, source: sourceOf(tier) },
    ...(billing !== undefined && { billing }),
    ...(price.unit !== undefined && { unit: price.unit }),
  };
}

function ratesIn(rate: Rate): api.Rates {
  return Object.fromEntries(RATES.flatMap((name) => (rate[name] === undefined ? [] : [[name, rate[name]]])));
}

function sourceOf(fact: object): api.Source {
  const { evidence, dataset, asOf } = fact as api.Source;
  return {
    ...(evidence !== undefined && { evidence }),
    ...(dataset !== undefined && { dataset }),
    ...(asOf !== undefined && { asOf }),
  };
}

/** Undefined where there is none, or it is broken. */
async function cachedIn(file: string): Promise<TravellingPrices | undefined> {
  const { readFile } = await import('node:fs/promises');
  try {
    return travelled(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const { rename, writeFile } = await import('node:fs/promises');
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
