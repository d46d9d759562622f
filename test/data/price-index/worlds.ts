/**
 * Invented worlds with a known inflation: vendors reprice all their plans together and rarely, by skewed sizes; products come
 * and go; pages are redesigned, with other amounts that are no inflation; and for months a vendor's page cannot be read.
 */
import { createHash } from 'node:crypto';
import { monthName } from '../../../data/price-index/months.ts';
import type { IndexedProduct } from '../../../data/price-index/price-index.ts';
import type { PricedInterval } from '../../../data/price-index/price-lines.ts';

const DAYS = 28;
const VISIT_DAYS = 7;
/** A vendor reprices about once in a year. */
const REPRICES = 1 / 12;

export interface World {
  vendors: number;
  months: number;
  /** Of a year, as a logarithm. */
  inflation: number;
}

export const FIRST_MONTH = 2023 * 12;

/** @param random from 0 to below 1 */
export function worldOf({ vendors, months, inflation }: World, random: () => number): IndexedProduct[] {
  const meanStep = inflation / 12 / REPRICES;
  return Array.from({ length: vendors }, (_, vendor) => {
    const products = 1 + Math.floor(random() * 2);
    // Steps that all products of the vendor share.
    const steps = Array.from({ length: months }, () => (random() < REPRICES ? stepOf(meanStep, random) : 0));
    const unread = unreadMonths(months, random);
    return Array.from({ length: products }, (_unused, product) =>
      productOf({ slug: `p${vendor}-${product}`, vendor: `v${vendor}`, months, steps, unread }, random),
    );
  }).flat();
}

/** Skewed: most are small or moderate rises, some large, some cuts. Its mean is `mean`. */
function stepOf(mean: number, random: () => number): number {
  return mean + 0.15 * (-Math.log(1 - random()) - 1);
}

function unreadMonths(months: number, random: () => number): ReadonlySet<number> {
  const unread = new Set<number>();
  for (let month = 0; month < months; month += 1)
    if (random() < 0.03) {
      const length = 2 + Math.floor(random() * 4);
      for (let at = month; at < month + length; at += 1) unread.add(at);
      month += length;
    }
  return unread;
}

interface Facts {
  slug: string;
  vendor: string;
  months: number;
  steps: readonly number[];
  unread: ReadonlySet<number>;
}

function productOf({ slug, vendor, months, steps, unread }: Facts, random: () => number): IndexedProduct {
  const from = random() < 0.7 ? 0 : Math.floor(random() * months * 0.8);
  const until = random() < 0.75 ? months : from + Math.floor(random() * (months - from));
  const plans = Array.from({ length: 2 + Math.floor(random() * 3) }, (_, at) => ({
    key: `plan|t${at}|USD|monthly|month|user`,
    log: Math.log(5 + 40 * at) + random(),
    begins: random() < 0.85 ? from : from + Math.floor(random() * (months - from)),
  }));
  const breaks: { month: number }[] = [];
  const intervals: PricedInterval[] = [];
  for (let month = from; month < until; month += 1) {
    const isRedesigned = random() < 1 / 24;
    for (const plan of plans) plan.log += (steps[month] ?? 0) + (isRedesigned ? 0.4 * (random() - 0.3) : 0);
    if (isRedesigned) breaks.push({ month: FIRST_MONTH + month });
    if (unread.has(month)) continue;
    const sold = plans.filter(({ begins }) => begins <= month);
    const amounts = Object.fromEntries(sold.map(({ key, log }) => [key, Math.exp(log).toFixed(2)]));
    read(intervals, { month, amounts, day: 1 + Math.floor(random() * VISIT_DAYS) });
  }
  const last = intervals.at(-1);
  // The page no longer has it.
  if (last !== undefined && until < months && !unread.has(until))
    intervals[intervals.length - 1] = { ...last, to: `${monthName(FIRST_MONTH + until)}-03T09:00:00.000Z` };
  return { slug, vendor, category: 'crm', lines: [{ intervals }], breaks: seenBreaks(breaks, unread) };
}

/** Weekly from that day of the month on. */
function read(
  intervals: PricedInterval[],
  { month, amounts, day }: { month: number; amounts: PricedInterval['amounts']; day: number },
) {
  const at = (each: number) => `${monthName(FIRST_MONTH + month)}-${String(each).padStart(2, '0')}T09:00:00.000Z`;
  const last = intervals.at(-1);
  const seen = at(DAYS - VISIT_DAYS + day);
  if (last !== undefined && JSON.stringify(last.amounts) === JSON.stringify(amounts)) {
    const isGap = Date.parse(at(day)) - Date.parse(last.seen) > 45 * 86_400_000;
    const gaps = [...(last.gaps ?? []), ...(isGap ? [{ from: last.seen, to: at(day) }] : [])];
    intervals[intervals.length - 1] = { ...last, seen, ...(gaps.length > 0 && { gaps }) };
    return;
  }
  if (last !== undefined) intervals[intervals.length - 1] = { ...last, to: at(day) };
  intervals.push({ from: at(day), seen, amounts, free: 0, contactUs: 0 });
}

/** A redesign is seen when the page can be read again. */
function seenBreaks(breaks: readonly { month: number }[], unread: ReadonlySet<number>): { month: number }[] {
  return breaks.map(({ month }) => {
    let seen = month;
    while (unread.has(seen - FIRST_MONTH)) seen += 1;
    return { month: seen };
  });
}

/** From 0 to below 1, the same sequence for a seed. */
export function randomOf(seed: number): () => number {
  const bytes = (at: number) => createHash('sha256').update(`${seed} ${at}`).digest();
  let [drawn, block] = [0, bytes(0)];
  return () => {
    if (drawn % 8 === 0) block = bytes(drawn);
    const value = block.readUInt32LE((drawn % 8) * 4) / 2 ** 32;
    drawn += 1;
    return value;
  };
}
