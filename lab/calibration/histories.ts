/**
 * Price histories of real products from public datasets, reduced to counts. Pure.
 *
 * Two kinds: yearly captures of a pricing page, where a pair differs after one change or several; and a dataset edited
 * at each change, which gives the number of days with a change.
 */
import * as z from 'zod';
import { HistoryRow, PlanList } from '../../data/catalogue/import/history.ts';
import { Slug } from '../../data/product.ts';

export const History = z.strictObject({
  slug: Slug,
  category: Slug,
  tokenPriced: z.boolean(),
  dataset: z.string(),
  license: z.string(),
  /** Pairs of captures so many days apart; `changed` where a price that both state differs. */
  pairs: z.array(z.strictObject({ days: z.number().positive(), changed: z.boolean() })).default([]),
  /** Days with a change, of all days watched. */
  watched: z.strictObject({ changes: z.int().min(0), days: z.number().positive() }).optional(),
});
export type History = z.output<typeof History>;

/** A row of `yearly-plans.jsonl`. */
export const YearlyPlans = PlanList.pick({ vendor: true, createdAt: true, currency: true, plans: true });
export type YearlyPlans = z.infer<typeof YearlyPlans>;

/** A row of `history.jsonl`, which has one for each edit of a rate. */
export const RateEdit = HistoryRow.pick({ slug: true, asOf: true, source: true });

const DAY_MS = 86_400_000;
/** Captures further apart say too little, and nearer ones are one capture. */
const PAIR_DAYS = { least: 60, most: 800 };
/** The dataset quotes some years by the month and others by the year's month: then all plans move by one factor. */
const REQUOTED = { from: 0.6, to: 0.95, spread: 0.02 };

export function pairsOf(captures: YearlyPlans[]): History['pairs'] {
  const inOrder = captures.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return inOrder.slice(1).flatMap((next, i) => {
    const before = inOrder[i];
    if (before === undefined || before.currency !== next.currency) return [];
    const days = (Date.parse(next.createdAt) - Date.parse(before.createdAt)) / DAY_MS;
    const ratios = ratiosOf(before, next);
    if (days < PAIR_DAYS.least || days > PAIR_DAYS.most || ratios.length === 0 || isRequoted(ratios)) return [];
    return [{ days, changed: ratios.some((ratio) => ratio !== 1) }];
  });
}

/** New price over old, of plans that both captures state with a price and the same unit. */
function ratiosOf(before: YearlyPlans, next: YearlyPlans): number[] {
  return next.plans.flatMap(({ name, price, unit }) => {
    const was = before.plans.find((plan) => plan.name === name && plan.unit === unit)?.price;
    return typeof price === 'number' && typeof was === 'number' && price > 0 && was > 0 ? [price / was] : [];
  });
}

function isRequoted(ratios: number[]): boolean {
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  if (ratios.length < 2 || most - least > REQUOTED.spread * most) return false;
  const factor = most < 1 ? most : 1 / least;
  return factor >= REQUOTED.from && factor <= REQUOTED.to;
}

/** Days with an edit, of the days from `from` to `to`. */
export function watchedOf(edits: { asOf: string }[], from: string, to: string): NonNullable<History['watched']> {
  const days = new Set(edits.map(({ asOf }) => asOf).filter((asOf) => asOf >= from && asOf <= to));
  return { changes: days.size, days: (Date.parse(to) - Date.parse(from)) / DAY_MS };
}
