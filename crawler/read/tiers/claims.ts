/**
 * What the prices of one tier say of one another: which is the year's total of which, which is a sale or an offer for
 * the first while, which repeats another, and which contradict each other by arithmetic.
 */
import { Decimal } from 'decimal.js';
import { sameAmount } from '../../../data/money.ts';
import type { ReadPrice } from '../../../data/reading.ts';
import type { AmountSignal } from './amounts.ts';

export interface Kept {
  price: ReadPrice;
  signal: AmountSignal;
}

export interface Claims {
  kept: Kept[];
  drop(one: Kept, reason: string): void;
}

export function sameSlot(a: ReadPrice, b: ReadPrice): boolean {
  return (
    a.kind === b.kind && a.per === b.per && a.billing === b.billing && a.unit === b.unit && a.currency === b.currency
  );
}

/** A price of the one and a price of the other are of one slot and not the same. */
export function contradict(ones: readonly ReadPrice[], others: readonly ReadPrice[]): boolean {
  return ones.some((one) => others.some((other) => sameSlot(one, other) && !sameAmount(one.amount, other.amount)));
}

/** "$96 billed annually" beside "$8 / month" is the year's total, by arithmetic. */
export function yearTotals(kept: Kept[]): void {
  for (const { price, signal } of kept) {
    if (price.per !== 'month' || signal.terms.per === 'month') continue;
    // "$96 in one payment" says nothing of a year: the sum itself must.
    const isTotalOf = price.billing === 'annual' ? mayBeYearOf : agrees;
    if (price.billing !== 'annual' && !signal.terms.isBilled) continue;
    const isTotal = kept.some(
      ({ price: month }) =>
        month !== price && month.per === 'month' && month.kind !== 'struck' && isTotalOf(price, month),
    );
    if (!isTotal) continue;
    price.per = 'year';
    price.billing = 'annual';
    makeCertain(price, 'per', 'billing');
  }
}

type Assumed = NonNullable<ReadPrice['assumed']>[number];

function isAssumed({ assumed }: ReadPrice, what: Assumed): boolean {
  return assumed?.includes(what) === true;
}

/** What has become certain is assumed no longer; where nothing is, nothing is said of it. */
function makeCertain(price: ReadPrice, ...what: Assumed[]): void {
  const assumed = price.assumed?.filter((each) => !what.includes(each)) ?? [];
  if (assumed.length > 0) price.assumed = assumed;
  else delete price.assumed;
}

/** "Annual $75" beside "Monthly $90" is what one pays by the month: no year costs less than one of its months. */
export function monthsOfYear(kept: readonly Kept[]): void {
  for (const { price } of kept) {
    if (price.per !== 'year') continue;
    const month = kept.find(({ price: other }) => sameSlot({ ...price, per: 'month', billing: 'monthly' }, other));
    if (month !== undefined && new Decimal(price.amount).lte(month.price.amount)) price.per = 'month';
  }
}

/** "$9 / month, then $19 / month": the first price holds for a while only. */
export function markIntros(kept: readonly Kept[]): void {
  for (const [at, { price, signal }] of kept.entries()) {
    const first = kept[at - 1]?.price;
    if (!signal.terms.isThen || first === undefined || !sameSlot(first, price)) continue;
    if (new Decimal(first.amount).lt(price.amount)) first.kind = 'intro';
  }
}

/** As far as a struck price stands from the one that is asked instead. */
const SALE_GAP = 120;

/** What stands beside a dearer price that is crossed out is the price of a sale, whether or not the old one was read. */
export function markSales(kept: readonly Kept[], amounts: readonly AmountSignal[]): void {
  for (const { price, signal } of kept) {
    // What only an attribute states stands beside nothing.
    if (price.kind !== 'list' || price.evidence.scope !== 'text') continue;
    const at = amounts.indexOf(signal);
    const beside = [amounts[at - 1], amounts[at + 1]];
    const isDearer = (old: AmountSignal | undefined) => old !== undefined && isOldPrice(old, { price, signal }, kept);
    if (kept.some((old) => isReducedFrom(old, price)) || beside.some(isDearer)) price.kind = 'promo';
  }
}

/** Both old prices first, then both new ones: each belongs to the one that is paid as it was. */
function isReducedFrom({ price: old }: Kept, price: ReadPrice): boolean {
  const isSaid = [old, price].every((each) => each.billing !== undefined && !isAssumed(each, 'billing'));
  return isSaid && sameSlot(old, { ...price, kind: 'struck' }) && new Decimal(old.amount).gt(price.amount);
}

/** Not the monthly price that is crossed out to show what paying by the year saves: that is no sale. */
function isOldPrice(old: AmountSignal, { price, signal: now }: Kept, kept: readonly Kept[]): boolean {
  if (!isStruckOut(old) || old.money.currency !== price.currency) return false;
  if (Math.max(old.start, now.start) - Math.min(old.end, now.end) > SALE_GAP) return false;
  if (new Decimal(old.money.amount).lte(price.amount)) return false;
  if (old.terms.per !== undefined && old.terms.per !== price.per) return false;
  const billing = old.terms.billing ?? (price.per === 'month' ? 'monthly' : price.billing);
  if (price.billing !== undefined && billing !== price.billing) return false;
  return price.per !== 'year' || !kept.some((one) => one.price.per === 'month' && isTwelvefold(old.money, one.price));
}

export function isStruckOut({ element, terms }: AmountSignal): boolean {
  return element.struck || terms.isStruck;
}

type Amounted = Pick<ReadPrice, 'amount'>;

const isTwelvefold = (year: Amounted, month: Amounted) => new Decimal(month.amount).times(12).eq(year.amount);

/** For a year one pays no more than twelve months, to within rounding, and with a discount more than seven. */
export function mayBeYearOf(year: Amounted, month: Amounted): boolean {
  const ratio = new Decimal(year.amount).dividedBy(month.amount).toNumber();
  return ratio > 7 && ratio <= 12.2;
}

/** "$120 / year (that's $10 / month)": the year divided by twelve is no price of its own by the month. */
export function markEquivalents(kept: readonly Kept[]): void {
  for (const { price, signal } of kept) {
    if (price.per !== 'month' || !isAssumed(price, 'billing')) continue;
    const isAlone = signal.line.start === signal.start;
    const isOfYear = kept.some(({ price: year, signal: { terms, line } }) => {
      if (year.per !== 'year' || year.currency !== price.currency) return false;
      if (isAlone && line.start < signal.start && isTwelvefold(year, price)) return true;
      return (signal.terms.isEquivalent || terms.isBilled || isCheapest(kept, price)) && agrees(year, price);
    });
    if (!isOfYear) continue;
    price.billing = 'annual';
    makeCertain(price, 'billing');
  }
}

/** Another price by the month, of which nobody says how it is billed, is dearer: twelve of that one are no year's total. */
function isCheapest(kept: readonly Kept[], { kind, currency, amount }: ReadPrice): boolean {
  const months = kept.filter(
    ({ price }) => price.per === 'month' && price.kind === kind && price.currency === currency,
  );
  return months.some(({ price }) => new Decimal(price.amount).gt(amount));
}

/** "$15 / user / month" beside "$18 billed monthly" is what one pays by the year, and both are for one user. */
export function markCheaper(kept: readonly Kept[]): void {
  const [one, other, ...more] = kept.flatMap(({ price }) =>
    price.per === 'month' && price.kind === 'list' ? price : [],
  );
  if (one === undefined || other === undefined || more.length > 0 || one.currency !== other.currency) return;
  const [open, said] = new Decimal(one.amount).lt(other.amount) ? [one, other] : [other, one];
  const isShare = new Decimal(open.amount).lt(said.amount) && new Decimal(open.amount).times(2).gte(said.amount);
  const isSaid = said.billing === 'monthly' && !isAssumed(said, 'billing');
  if (isShare && isAssumed(open, 'billing') && isSaid) open.billing = 'annual';
  if (isShare && one.unit !== undefined && other.unit === undefined && one.billing !== other.billing)
    Object.assign(other, { unit: one.unit, assumed: [...(other.assumed ?? []), 'unit'] });
}

/** The same price said again with less, as for those who hear the page: what says more stays. */
export function mergeRepeats(kept: Kept[]): void {
  for (const one of [...kept]) {
    const fuller = kept.find((other) => other !== one && kept.includes(one) && saysMore(other.price, one.price));
    const again = kept.findIndex(({ price }) => sameSlot(price, one.price) && price.amount === one.price.amount);
    if (fuller !== undefined || again < kept.indexOf(one)) kept.splice(kept.indexOf(one), 1);
  }
}

/** "$190 / year or $20 / month" in the yearly state of a switch: twelve such months cost more, and are billed as months. */
export function monthsBesideYear(kept: readonly Kept[]): void {
  for (const { price, signal } of kept) {
    const { billing, isBilledBelow } = signal.terms;
    if (price.per !== 'month' || price.billing !== 'annual' || price.kind === 'struck') continue;
    if (billing !== undefined && !isBilledBelow) continue;
    const isCheaper = kept.some(
      ({ price: year }) =>
        year.per === 'year' &&
        year.kind !== 'struck' &&
        year.currency === price.currency &&
        new Decimal(price.amount).times(12).gt(year.amount) &&
        !agrees(year, price),
    );
    if (isCheaper) price.billing = 'monthly';
  }
}

function saysMore(full: ReadPrice, bare: ReadPrice): boolean {
  if (full.amount !== bare.amount || full.currency !== bare.currency || full.kind !== bare.kind) return false;
  if (full.per !== bare.per && !isAssumed(bare, 'per')) return false;
  if (full.billing !== bare.billing && !isAssumed(bare, 'billing')) return false;
  if (full.unit !== bare.unit && bare.unit !== undefined) return false;
  const weight = (price: ReadPrice) => (price.unit === undefined ? 0 : 1) - (price.assumed?.length ?? 0);
  return weight(full) > weight(bare);
}

/**
 * "$12 a month, billed annually at $120": one of the two is something else, and nobody knows which. A total that is
 * some whole number of times what one costs in a year is for so many.
 */
export function dropContradictions({ kept, drop }: Claims): void {
  // "$48 if paid by the year" beside "$7 / month" costs no $48 a month; seven times as much is a year's sum throughout.
  for (const one of kept.filter(({ price }) => price.billing === 'annual')) {
    const { price } = one;
    const isDear = (month: ReadPrice) =>
      isAssumed(price, 'per')
        ? new Decimal(price.amount).gt(month.amount)
        : price.kind === 'list' && mayBeYearOf(price, month);
    const isDearer = ({ price: month }: Kept) => sameSlot({ ...price, billing: 'monthly' }, month) && isDear(month);
    if (kept.some(isDearer)) drop(one, 'dearer by the year than by the month');
  }
  const asked = kept.filter(({ price: { kind } }) => kind === 'list' || kind === 'promo');
  for (const total of asked.filter(({ price }) => price.per === 'year')) {
    const same = asked.filter(({ price }) => price.currency === total.price.currency);
    const [month, ...more] = same.filter(({ price }) => price.per === 'month' && price.billing === 'annual');
    if (same.some((other) => costsAsMuch(other.price, total.price))) {
      drop(total, 'a year for no more than a month');
      continue;
    }
    const isOnly = same.filter(({ price }) => price.per === 'year').length === 1 && more.length === 0;
    if (!isOnly || month === undefined || agrees(total.price, month.price)) continue;
    const times = new Decimal(total.price.amount).dividedBy(new Decimal(month.price.amount).times(12));
    if (times.gte(1)) drop(total, 'no total of the monthly price');
    if (times.lt(1) || !times.isInteger()) drop(month, 'contradicts the total of the year');
  }
}

/** A month that costs no less than the year. */
function costsAsMuch(month: ReadPrice, { amount, unit = month.unit }: ReadPrice): boolean {
  return month.per === 'month' && month.unit === unit && new Decimal(month.amount).gte(amount);
}

/** Vendors round the month to its last digit, up or down. */
function agrees(year: ReadPrice, month: ReadPrice): boolean {
  const amount = new Decimal(month.amount);
  const digit = new Decimal(10).pow(-Math.min(amount.decimalPlaces(), 2));
  return amount.times(12).minus(year.amount).abs().lt(digit.times(12));
}
