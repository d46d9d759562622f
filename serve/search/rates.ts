/** The token rates of all products: one row for each model, provider and band of context, filtered and sorted. Pure. */
import { wellKnownPlace } from '../../config/well-known.ts';
import { type Amount, addAmounts, overAmount, timesAmount } from '../../data/money.ts';
import { type Bounds, boundsOf, holds } from '../../data/prices/context-band.ts';
import type { PricingRecord } from '../../data/record.ts';
import { inOrder } from '../../data/text/order.ts';
import type { RateView } from '../record/shape.ts';
import { label } from '../record/vendor-text.ts';
import { rateView } from '../record/view.ts';
import { currencyRank, keyOf, type SortBy, sorted } from './ordering.ts';

export interface RateRow {
  slug: string;
  provider: string;
  category: string;
  rate: RateView;
  /** Day of the confirmation, or of the dataset's fact. */
  dated: string | undefined;
  /** Lower case. */
  searched: string;
  /** Undefined where no length of prompts is stated. */
  bounds: Bounds | undefined;
}

export const RATE_KEYS = ['model', 'provider', 'context', 'input', 'cached', 'output', 'cost', 'date'] as const;
export type RateKey = (typeof RATE_KEYS)[number];

export interface RateSearch {
  q?: string | undefined;
  /** A slug. */
  provider?: string | undefined;
  category?: string | undefined;
  currency?: string | undefined;
  /** In `currency`. */
  maxInput?: number | undefined;
  promptTokens?: number | undefined;
  /** Least context window, in tokens. */
  minContext?: number | undefined;
  tokens: Tokens;
  /** `popular`: well-known providers first. */
  sort: SortBy<RateKey> | 'popular';
}

/** What `cost` is the cost of. */
export interface Tokens {
  input: number;
  output: number;
}

export function rateRowsOf({ slug, name, category, rates, verification }: PricingRecord): RateRow[] {
  const provider = label(name);
  return rates.map((each) => {
    const rate = rateView(each);
    const dated = each.imported?.asOf ?? each.research?.asOf ?? verification.confirmedAt?.slice(0, 10);
    const searched = [rate.model, ...rate.aliases, provider, slug].join(' ').toLowerCase();
    return {
      slug,
      provider,
      category,
      rate,
      dated,
      searched,
      bounds: boundsOf(each.band ?? ''),
    };
  });
}

/**
 * A rate without a stated band holds for prompts of any length, as far as is known.
 *
 * @param rows in the order `popular`
 */
export function ratesFound(rows: readonly RateRow[], { sort, tokens, ...search }: RateSearch): RateRow[] {
  const words = search.q?.toLowerCase().split(/\s+/) ?? [];
  const found = rows.filter(({ slug, category, rate, searched, bounds }) => {
    if (search.provider !== undefined && slug !== search.provider) return false;
    if (search.category !== undefined && category !== search.category) return false;
    if (search.currency !== undefined && rate.currency !== search.currency) return false;
    if (search.maxInput !== undefined && !((rate.inputPerMTok ?? Number.NaN) <= search.maxInput)) return false;
    if (search.minContext !== undefined && !((rate.contextWindow?.tokens ?? 0) >= search.minContext)) return false;
    if (search.promptTokens !== undefined && !holdsFor(search.promptTokens, rate, bounds)) return false;
    return words.every((word) => searched.includes(word));
  });
  if (sort === 'popular') return found;
  const { key, isDown } = keyOf<RateKey>(sort);
  const currency = isAmount(key) ? ({ rate }: RateRow) => rate.currency : undefined;
  return sorted(found, { value: valuesOf(tokens)[key], currency, isDown, tie: byName });
}

function holdsFor(promptTokens: number, { band }: RateView, bounds: Bounds | undefined): boolean {
  return band === undefined || (bounds !== undefined && holds(bounds, promptTokens));
}

export function isAmount(key: RateKey): boolean {
  return key !== 'model' && key !== 'provider' && key !== 'context' && key !== 'date';
}

export function valuesOf(tokens: Tokens): Record<RateKey, (row: RateRow) => string | number | undefined> {
  return {
    model: modelName,
    provider: providerName,
    context: ({ rate }) => rate.contextWindow?.tokens,
    input: ({ rate }) => rate.inputPerMTok,
    cached: ({ rate }) => rate.cachedInputPerMTok,
    output: ({ rate }) => rate.outputPerMTok,
    cost: ({ rate }) => approximateCost(rate, tokens),
    date: ({ dated }) => dated,
  };
}

function modelName({ rate: { model, band = '' } }: RateRow): string {
  return `${model} ${band}`.toLowerCase();
}

function providerName({ provider }: RateRow): string {
  return provider.toLowerCase();
}

function byName(a: RateRow, b: RateRow): number {
  return inOrder(modelName(a), modelName(b)) || inOrder(providerName(a), providerName(b));
}

/** For the order alone: thousands of exact sums would take too long. */
function approximateCost(rate: RateView, { input, output }: Tokens): number | undefined {
  const { inputPerMTok = 0, outputPerMTok = 0 } = rate;
  return hasRatesFor(rate, { input, output })
    ? Number((inputPerMTok * input + outputPerMTok * output).toPrecision(12))
    : undefined;
}

/** Exact to nine decimals. Undefined where a rate that it needs is not known. */
export function costOf(rate: RateView, { input, output }: Tokens): Amount | undefined {
  const { inputPerMTok = 0, outputPerMTok = 0 } = rate;
  if (!hasRatesFor(rate, { input, output })) return undefined;
  const parts = [timesAmount(String(inputPerMTok), input), timesAmount(String(outputPerMTok), output)];
  return overAmount(addAmounts(...parts), 1_000_000);
}

function hasRatesFor({ inputPerMTok, outputPerMTok }: RateView, { input, output }: Tokens): boolean {
  return (input === 0 || inputPerMTok !== undefined) && (output === 0 || outputPerMTok !== undefined);
}

const NAMES = new Intl.Collator('en', { numeric: true });

/** Well-known providers first. */
export function byPopularity(a: RateRow, b: RateRow): number {
  return (
    wellKnownPlace(a.slug) - wellKnownPlace(b.slug) ||
    NAMES.compare(a.provider, b.provider) ||
    NAMES.compare(a.rate.model, b.rate.model) ||
    inOrder(currencyRank(a.rate.currency), currencyRank(b.rate.currency)) ||
    (a.bounds?.upTo ?? 0) - (b.bounds?.upTo ?? 0)
  );
}
