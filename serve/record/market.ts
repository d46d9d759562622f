/**
 * What products of a category start at: the ground that one price is judged on. Only prices of one currency, unit and
 * billing are compared, none older than a year, and nothing is converted. Pure.
 */
import { Decimal } from 'decimal.js';
import { type Amount, addAmounts, type Currency, overAmount, plainNumber } from '../../data/money.ts';
import type { MonthlyPrice } from '../../data/prices/starting-price.ts';
import type { Day } from '../../data/product.ts';
import type { Billing, Unit } from '../../data/reading.ts';
import type { ListedProduct, Stating } from '../../data/store/generation/content.ts';
import type { Positioning } from './shape.ts';

/** Fewer vendors than this are an anecdote: no median is given, and no price is judged. */
export const SUFFICIENT_VENDORS = 8;
/** An older price says little about today's. */
const MOST_DAYS = 365;
const DAY_MS = 86_400_000;
/** Within this many percent of the median a price is near it. */
const NEAR_PERCENT = 10;

/** What prices have in common that can be compared. */
export interface Terms {
  currency: Currency;
  /** Absent where it is not known: such a price is compared with none. */
  billing: Billing | undefined;
  /** Absent for those whose vendors do not say what one price buys. */
  unit?: Unit | undefined;
}

interface KnownTerms extends Terms {
  billing: Billing;
}

/** The days of its oldest and newest price are those of a confirmation, or of a dataset. */
export interface Sample
  extends KnownTerms,
    Pick<Positioning, 'sampleSize' | 'vendors' | 'oldest' | 'newest' | 'sources' | 'sufficient'> {
  min: Amount;
  median: Amount;
  max: Amount;
  /** What it is made of, the least first. */
  starts: readonly ProductStart[];
}

interface ProductStart {
  slug: string;
  vendor: string;
  amount: Amount;
  dated: Day;
  /** Where it was not read from the vendor's page. */
  dataset?: Stating | undefined;
}

/** A seat is what a user sits on: the words differ by vendor, and what one pays for does not. */
const SAME_UNITS: Readonly<Record<Unit, Unit>> = { seat: 'user', member: 'user', person: 'user' };

export function comparableUnit(unit: Unit): Unit {
  return SAME_UNITS[unit] ?? unit;
}

function termsOf<Of extends Terms>({ currency, billing, unit }: Of): Pick<Of, 'billing'> & Terms {
  return { currency, billing, unit: unit && comparableUnit(unit) };
}

/** What two prices differ in that cannot be compared: the first of currency, billing and unit; undefined where nothing is. */
export function differenceOf(one: Terms, other: Terms): keyof Terms | undefined {
  const [ours, theirs] = [termsOf(one), termsOf(other)];
  if (ours.currency !== theirs.currency) return 'currency';
  if (ours.billing === undefined || ours.billing !== theirs.billing) return 'billing';
  return ours.unit === theirs.unit ? undefined : 'unit';
}

function keyOf({ currency, billing, unit }: Terms): string {
  return `${currency} ${billing} ${unit ?? ''}`;
}

interface Group extends KnownTerms {
  /** The least first. */
  starts: readonly ProductStart[];
}

/** Category → starting prices on equal terms. */
export type Market = ReadonlyMap<string, readonly Group[]>;

type Start = Pick<
  ListedProduct,
  | 'slug'
  | 'vendor'
  | 'category'
  | 'retired'
  | 'startingAmount'
  | 'startingBilling'
  | 'startingUnit'
  | 'startingDataset'
  | 'currency'
  | 'confirmedAt'
>;

export function marketOf(rows: readonly Start[]): Market {
  const groups = new Map<string, Map<string, KnownTerms & { starts: ProductStart[] }>>();
  for (const row of rows) {
    const { slug, vendor, category, startingAmount, startingBilling, startingUnit, currency, retired } = row;
    const { startingDataset: dataset, confirmedAt } = row;
    const dated = dataset?.asOf ?? confirmedAt?.slice(0, 10);
    if (startingAmount === undefined || startingBilling === undefined || currency === undefined) continue;
    if (dated === undefined || retired) continue;
    const ofCategory = groups.get(category) ?? new Map<string, KnownTerms & { starts: ProductStart[] }>();
    groups.set(category, ofCategory);
    const terms = termsOf({ currency, billing: startingBilling, unit: startingUnit });
    const alike = ofCategory.get(keyOf(terms)) ?? { ...terms, starts: [] };
    ofCategory.set(keyOf(terms), alike);
    alike.starts.push({ slug, vendor, amount: startingAmount, dated, dataset });
  }
  return new Map(
    [...groups].map(([category, ofCategory]) => [
      category,
      Array.from(ofCategory.values(), (group) => ({ ...group, starts: leastFirst(group.starts) })),
    ]),
  );
}

/** Parsed once each: comparing two strings would parse both at every step of the sort. */
function leastFirst(starts: readonly ProductStart[]): ProductStart[] {
  return starts
    .map((start) => ({ start, value: new Decimal(start.amount) }))
    .sort((a, b) => a.value.comparedTo(b.value))
    .map(({ start }) => start);
}

/** The samples of a category on a day, the largest first. */
export function samplesOf(market: Market, category: string, today: Day): Sample[] {
  return (market.get(category) ?? [])
    .flatMap((group) => sampleOf(group, { today }) ?? [])
    .sort((a, b) => b.sampleSize - a.sampleSize || (keyOf(a) < keyOf(b) ? -1 : 1));
}

interface Asked {
  today: Day;
  /** A product that is left out. */
  without?: string;
}

function sampleOf({ starts: all, ...terms }: Group, { today, without }: Asked): Sample | undefined {
  const since = leastDay(today);
  const starts = all.filter(({ slug, dated }) => dated >= since && slug !== without);
  const amountAt = (index: number) => starts.at(index)?.amount;
  const [min, max] = [amountAt(0), amountAt(-1)];
  const [low, high] = [amountAt(Math.ceil(starts.length / 2) - 1), amountAt(Math.floor(starts.length / 2))];
  let [oldest, newest] = [starts[0]?.dated, starts[0]?.dated];
  if (min === undefined || max === undefined || low === undefined || high === undefined) return undefined;
  if (oldest === undefined || newest === undefined) return undefined;
  for (const { dated } of starts) {
    if (dated < oldest) oldest = dated;
    if (dated > newest) newest = dated;
  }
  const vendors = new Set(starts.map(({ vendor }) => vendor));
  const datasets = starts.flatMap(({ dataset }) => dataset?.dataset ?? []);
  return {
    ...terms,
    min,
    median: overAmount(addAmounts(low, high), 2),
    max,
    sampleSize: starts.length,
    vendors: vendors.size,
    oldest,
    newest,
    sources: { vendorPages: starts.length - datasets.length, datasets: [...new Set(datasets)] },
    sufficient: vendors.size >= SUFFICIENT_VENDORS,
    starts,
  };
}

/** The oldest that a price may be of. */
function leastDay(today: Day): Day {
  return new Date(Date.parse(today) - MOST_DAYS * DAY_MS).toISOString().slice(0, 10);
}

function groupOn(market: Market, category: string, terms: Terms): Group | undefined {
  const key = keyOf(termsOf(terms));
  return market.get(category)?.find((each) => keyOf(each) === key);
}

/** Of a category, what is priced on these terms: a `Positioning` has them. */
export function sampleOn(
  market: Market,
  { category, ...terms }: Terms & { category: string },
  asked: Asked,
): Sample | undefined {
  const group = groupOn(market, category, terms);
  return group && sampleOf(group, asked);
}

/** Where a product's starting price is to be judged. */
export interface Place {
  market: Market;
  slug: string;
  category: string;
  today: Day;
}

/**
 * A starting price against what is comparable of its category, without the product itself. Undefined where nothing is,
 * and where the price itself is older than a year or of unknown billing.
 */
export function positioningOf(start: MonthlyPrice, place: Place): Positioning | undefined {
  const sample = sampleAgainst(start, place);
  if (sample === undefined || new Decimal(sample.median).isZero()) return undefined;
  const { currency, billing, unit, min: _, median: __, max: ___, starts: ____, ...figures } = sample;
  return {
    startingPrice: plainNumber(start.amount),
    currency,
    billing,
    unit,
    ...(figures.sufficient && standingOf(start, sample)),
    ...figures,
  };
}

/** The sample that a starting price is judged by: its datasets are to be credited. */
function sampleAgainst(start: MonthlyPrice, { market, slug, category, today }: Place): Sample | undefined {
  const { currency, billing, price } = start;
  const group = billing && groupOn(market, category, { currency, billing, unit: price.unit });
  const own = group?.starts.find((each) => each.slug === slug);
  return group && own && own.dated >= leastDay(today) ? sampleOf(group, { today, without: slug }) : undefined;
}

interface Standing {
  categoryMedian: number;
  categoryMin: number;
  categoryMax: number;
  percentVsMedian: number;
  verdict: 'below' | 'near' | 'above';
}

function standingOf({ amount }: MonthlyPrice, { min, median, max }: Sample): Standing {
  const percent = new Decimal(amount).minus(median).dividedBy(median).times(100).round().toNumber();
  return {
    categoryMedian: plainNumber(median),
    categoryMin: plainNumber(min),
    categoryMax: plainNumber(max),
    percentVsMedian: percent,
    verdict: verdictOf(percent),
  };
}

/** Whether there are enough vendors to judge the price by. */
export function isJudged(positioning: Positioning | undefined): positioning is Positioning & Standing {
  return positioning?.sufficient === true;
}

function verdictOf(percent: number): Standing['verdict'] {
  if (Math.abs(percent) <= NEAR_PERCENT) return 'near';
  return percent > 0 ? 'above' : 'below';
}
