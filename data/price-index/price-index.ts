/**
 * A price index of matched models (ILO/IMF et al., Consumer Price Index Manual: Theory, 2020, chapters 6 to 8).
 *
 * Two levels of Jevons: a product moves by the geometric mean of the ratios of its own prices, the index by the geometric
 * mean of its products; each product weighs the same. Only prices of equal terms are compared. A price that was not seen in
 * the month moves with its product's other prices, else with the other products, until it returns; it returns by its own ratio
 * to that imputed price, which undoes what was imputed. Entry and exit are linked: a new price counts from its second month.
 * Pure.
 */
import * as z from 'zod';
import { contextWindowOf } from '../models/context-window.ts';
import { atOnce, type Steps } from '../store/steps.ts';
import { type CheapestRates, cheapestRates } from './cheapest-rates.ts';
import { monthName, monthOf } from './months.ts';
import {
  type Amounts,
  isRateKey,
  type PricedInterval,
  type PricedProduct,
  type PriceLine,
  subjectOf,
} from './price-lines.ts';
import {
  BASES,
  type Basis,
  isImported,
  isOf,
  isSufficient,
  type Span,
  type StandingMonth,
  standingMonths,
} from './standing.ts';
import { standardErrors, type VendorRatio } from './vendor-bootstrap.ts';

/** "plans", or of a category "plans/crm". */
export function indexId(basis: Basis, category?: string): string {
  return category === undefined ? basis : `${basis}/${category}`;
}

/**
 * Of every basis, of all products and of each category, by `indexId`; those without a price are left out.
 *
 * @param until as of `priceIndex`
 */
export function* priceIndices(products: readonly IndexedProduct[], until: string): Steps<Map<string, PriceIndex>> {
  const groups = [[undefined, products] as const, ...Map.groupBy(products, ({ category }) => category)];
  const indices = new Map<string, PriceIndex>();
  for (const basis of BASES)
    for (const [category, own] of groups) {
      const months = yield* priceIndexSteps(own, basis, until);
      if (!months.some(({ prices }) => prices > 0)) continue;
      const hasCheapest = basis.endsWith('rates') && category === undefined;
      const cheapest = hasCheapest ? yield* cheapestRates(own, { basis, until, windowOf }) : [];
      const datasets = datasetsOf(own, basis);
      indices.set(indexId(basis, category), { datasets, months, ...(cheapest.length > 0 && { cheapest }) });
    }
  return indices;
}

function windowOf(slug: string, model: string) {
  return contextWindowOf(slug, [model]);
}

function datasetsOf(products: readonly IndexedProduct[], basis: Basis): string[] {
  if (!isImported(basis)) return [];
  const lines = products.flatMap((product) => product.lines);
  const stating = lines.filter(({ intervals }) => intervals.some((each) => isOf(each, basis)));
  return [...new Set(stating.flatMap(({ dataset }) => dataset ?? []))].sort();
}

/** A month in which prices of a product cannot be compared with those before. */
export interface Break {
  month: number;
  /** Id of the tier, or name of the model; absent for all. */
  subject?: string | undefined;
}

export interface IndexedProduct extends PricedProduct {
  slug: string;
  breaks?: readonly Break[];
}

export const IndexMonth = z.strictObject({
  month: z.string().meta({ description: 'Calendar month in UTC, e.g. 2026-10; prices are those at its end.' }),
  index: z.number().meta({ description: '100 in the first month: the one before the first sufficient month, if any.' }),
  low: z.number().optional().meta({ description: 'Lower end of the 95 % interval of `index`; absent if unknown.' }),
  high: z.number().optional(),
  carryForward: z.number().meta({
    description: 'The index if each price is taken as unchanged until it is seen again.',
  }),
  firstPublished: z
    .number()
    .optional()
    .meta({ description: 'The index by what was known at the end of each month; own observations only.' }),
  prices: z.int().min(0).meta({ description: 'Prices compared with the month before.' }),
  vendors: z.int().min(0).meta({ description: 'Vendors of these prices.' }),
  imputed: z.number().meta({ description: 'Share of the current prices that were not seen in the month.' }),
  freeTiers: z.int().optional().meta({ description: 'Free tiers, which are not in the index.' }),
  contactUsTiers: z.int().optional().meta({ description: 'Tiers priced on request, which are not in the index.' }),
  sufficient: z.boolean().meta({ description: 'True from 30 prices of 20 vendors.' }),
});
export type IndexMonth = z.infer<typeof IndexMonth>;

export interface PriceIndex {
  /** "owner/name" of those whose prices are in it. */
  datasets: readonly string[];
  months: readonly IndexMonth[];
  /** Of token rates; by context length. */
  cheapest?: readonly CheapestRates[];
}

/** A line of prices, with the logarithms that the next month is compared with, by key. */
interface Tracked {
  months: readonly (StandingMonth | undefined)[];
  /** As seen or imputed; as carried; and as seen or imputed by what was first known. */
  matched: Map<string, number>;
  carried: Map<string, number>;
  first: Map<string, number>;
}

interface TrackedProduct {
  product: IndexedProduct;
  lines: readonly Tracked[];
}

/** @param until only months that ended before this instant are in the index; empty where there is no price */
export function priceIndex(products: readonly IndexedProduct[], basis: Basis, until: string): IndexMonth[] {
  return atOnce(priceIndexSteps(products, basis, until));
}

function* priceIndexSteps(products: readonly IndexedProduct[], basis: Basis, until: string): Steps<IndexMonth[]> {
  const stating: { product: IndexedProduct; lines: readonly PriceLine[] }[] = [];
  const last = monthOf(until) - 1;
  let first = Number.POSITIVE_INFINITY;
  for (const product of products) {
    const lines = product.lines.filter(({ dataset }) => (dataset !== undefined) === isImported(basis));
    const starts = lines.flatMap(({ intervals }) =>
      intervals.filter((each) => isOf(each, basis)).map(({ from }) => monthOf(from)),
    );
    if (!isImported(basis)) starts.push(...revisedMonths(product, basis));
    if (starts.length > 0) stating.push({ product, lines });
    first = Math.min(first, ...starts);
    yield;
  }
  if (first > last) return [];
  const span = { first, last, basis };
  const tracked: TrackedProduct[] = [];
  for (const { product, lines } of stating) {
    tracked.push({ product, lines: lines.map((line) => trackedLine(line, span)) });
    yield;
  }
  return yield* chained(tracked, span);
}

/** Months in which prices of the basis were published that are known otherwise today. */
function revisedMonths({ firstKnown = {} }: IndexedProduct, basis: Basis): number[] {
  return Object.entries(firstKnown).flatMap(([month, { after }]) =>
    isOf({ amounts: after }, basis) ? [Number(month)] : [],
  );
}

function trackedLine(line: PriceLine, span: Span): Tracked {
  return { months: standingMonths(line, span), matched: new Map(), carried: new Map(), first: new Map() };
}

function* chained(tracked: readonly TrackedProduct[], { first, last, basis }: Span): Steps<IndexMonth[]> {
  const all: StepOfMonth[] = [];
  for (let month = first; month <= last; month += 1)
    all.push(yield* stepOf(tracked, { month, at: month - first, basis }));
  const steps = all.slice(0, all.findLastIndex(({ standing }) => standing > 0) + 1);
  // The chain begins where it says something: the ratio of a month compares it with the one before.
  const base = Math.max(0, steps.findIndex(isSufficient) - 1);
  const shown = steps.slice(base);
  const moved = shown.map((step, at) => (at === 0 ? { ...step, matched: 0, carried: 0, first: 0, ratios: [] } : step));
  const errors = yield* standardErrors(moved.map(({ ratios }) => ratios));
  const levels = { matched: 0, carried: 0, first: 0 };
  const drawn = new Set<string>();
  return moved.map((step, at) => {
    levels.matched += step.matched;
    levels.carried += step.carried;
    levels.first += step.first;
    for (const { vendor } of step.ratios) drawn.add(vendor);
    const [error, index] = [errors[at], 100 * Math.exp(levels.matched)];
    const half = (error ?? 0) * studentQuantile(drawn.size - 1);
    return {
      month: monthName(first + base + at),
      index: rounded(index),
      ...(error !== undefined &&
        drawn.size > 1 && { low: rounded(index * Math.exp(-half)), high: rounded(index * Math.exp(half)) }),
      carryForward: rounded(100 * Math.exp(levels.carried)),
      ...(!isImported(basis) && { firstPublished: rounded(100 * Math.exp(levels.first)) }),
      prices: step.prices,
      vendors: step.vendors,
      imputed: step.standing === 0 ? 0 : rounded(step.unseen / step.standing),
      ...(basis.endsWith('plans') && { freeTiers: step.freeTiers, contactUsTiers: step.contactUsTiers }),
      sufficient: isSufficient(step),
    };
  });
}

function rounded(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}

/** 0.975 quantile of Student's t: the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5). */
function studentQuantile(degrees: number): number {
  const z = 1.959964;
  const [g1, g2] = [(z ** 3 + z) / 4, (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96];
  return z + g1 / degrees + g2 / degrees ** 2;
}

interface Place {
  month: number;
  /** Of the month in the span. */
  at: number;
  basis: Basis;
}

interface StepOfMonth {
  matched: number;
  carried: number;
  first: number;
  ratios: VendorRatio[];
  prices: number;
  vendors: number;
  standing: number;
  unseen: number;
  freeTiers: number;
  contactUsTiers: number;
}

function* stepOf(tracked: readonly TrackedProduct[], { month, at, basis }: Place): Steps<StepOfMonth> {
  const moved: (TrackedProduct & ReturnType<typeof ratiosOf>)[] = [];
  const counts = { standing: 0, unseen: 0, freeTiers: 0, contactUsTiers: 0 };
  for (const each of tracked) {
    moved.push({ ...each, ...ratiosOf(each, { month, at, basis }) });
    for (const { months } of each.lines) {
      const standing = months[at];
      if (standing === undefined) continue;
      const { length } = Object.keys(standing.amounts);
      counts.standing += length;
      if (!standing.isSeen) counts.unseen += length;
      counts.freeTiers += standing.interval.free;
      counts.contactUsTiers += standing.interval.contactUs;
    }
    yield;
  }
  const ratios = moved.flatMap(({ product: { vendor }, matched }) =>
    matched.length === 0 ? [] : [{ vendor, log: mean(matched) }],
  );
  const meanOf = (way: 'matched' | 'carried' | 'first') =>
    mean(moved.flatMap((each) => (each[way].length === 0 ? [] : [mean(each[way])])));
  const means = { matched: meanOf('matched'), carried: meanOf('carried'), first: meanOf('first') };
  for (const { product, lines, matched, first } of moved) {
    const imputed = {
      matched: matched.length > 0 ? mean(matched) : means.matched,
      first: first.length > 0 ? mean(first) : means.first,
    };
    for (const line of lines) keep(line, product, { month, at, ...imputed });
    yield;
  }
  return {
    ...means,
    ...counts,
    ratios,
    prices: moved.reduce((sum, { matched }) => sum + matched.length, 0),
    vendors: new Set(ratios.map(({ vendor }) => vendor)).size,
  };
}

/** Logarithms of the ratios of a product's prices to the month before. */
function ratiosOf({ product, lines }: TrackedProduct, { month, at, basis }: Place) {
  const found: Record<'matched' | 'carried' | 'first', number[]> = { matched: [], carried: [], first: [] };
  const known = product.firstKnown?.[month];
  if (known !== undefined) found.first.push(...ratiosIn(known, product, { month, basis }));
  for (const { months, matched, carried, first } of lines) {
    const now = months[at];
    if (now === undefined) continue;
    const isBroken = brokenIn(product, now.interval, month);
    const keys = Object.keys(now.amounts).filter((key) => !isBroken(key));
    const ratio = (logs: Map<string, number>, key: string) => {
      const last = logs.get(key);
      return last === undefined ? [] : [Math.log(Number(now.amounts[key])) - last];
    };
    found.carried.push(...keys.flatMap((key) => ratio(carried, key)));
    if (!now.isSeen) continue;
    found.matched.push(...keys.flatMap((key) => ratio(matched, key)));
    if (known === undefined) found.first.push(...keys.flatMap((key) => ratio(first, key)));
  }
  return found;
}

/** Of what was known at the end of the month, whether it stands today or not. */
function ratiosIn(
  { before, after }: { before: Amounts; after: Amounts },
  { breaks = [] }: IndexedProduct,
  { month, basis }: Pick<Place, 'month' | 'basis'>,
): number[] {
  const own = breaks.filter((each) => each.month === month);
  return Object.entries(after).flatMap(([key, amount]) => {
    const was = before[key];
    const isOther = isRateKey(key) !== basis.endsWith('rates');
    const isBroken = own.some(({ subject }) => subject === undefined || subject === subjectOf(key));
    return was === undefined || isOther || isBroken ? [] : [Math.log(Number(amount) / Number(was))];
  });
}

function brokenIn(
  { breaks = [] }: IndexedProduct,
  { isCorrection, from }: PricedInterval,
  month: number,
): (key: string) => boolean {
  if (isCorrection === true && monthOf(from) === month) return () => true;
  const own = breaks.filter((each) => each.month === month);
  return (key) => own.some(({ subject }) => subject === undefined || subject === subjectOf(key));
}

interface Imputed {
  month: number;
  at: number;
  matched: number;
  first: number;
}

/** Keeps what the next month is compared with; what is imputed is the mean ratio of the other prices. */
function keep({ months, ...logs }: Tracked, product: IndexedProduct, { month, at, ...imputed }: Imputed): void {
  const now = months[at];
  const amounts = now?.amounts ?? {};
  const isBroken = now === undefined ? () => false : brokenIn(product, now.interval, month);
  for (const each of [logs.matched, logs.carried, logs.first])
    for (const key of each.keys()) if (!(key in amounts)) each.delete(key);
  for (const [key, amount] of Object.entries(amounts)) {
    const log = Math.log(Number(amount));
    logs.carried.set(key, log);
    for (const way of ['matched', 'first'] as const) {
      const last = logs[way].get(key);
      if (now?.isSeen === true) logs[way].set(key, log);
      else if (isBroken(key)) logs[way].delete(key);
      else if (last !== undefined) logs[way].set(key, last + imputed[way]);
    }
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
