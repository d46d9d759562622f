/** What a person teaches: the plans of one archived page, confirmed or pointed at. A recipe is induced from it (crawler/read/recipe). */
import * as z from 'zod';
import { Amount, Currency } from './money.ts';
import { Billing, Per, Unit } from './reading.ts';

/** A slice of the page's text (data/text/page-text.ts), in UTF-16 units. */
export const Place = z
  .strictObject({ start: z.int().min(0), end: z.int().min(1) })
  .refine(({ start, end }) => start < end, 'ends before it starts');
export type Place = z.infer<typeof Place>;

/** A price of a plan. Without `at`, the amount is looked for beside the plan's name. */
export const TaughtPrice = z.strictObject({
  amount: Amount,
  currency: Currency,
  per: Per,
  billing: Billing.optional(),
  unit: Unit.optional(),
  at: Place.optional(),
});
export type TaughtPrice = z.infer<typeof TaughtPrice>;

export const TaughtPlan = z.strictObject({
  name: z.string().trim().min(1).max(80),
  nameAt: Place.optional(),
  /** Sold beside the plans, and no plan itself. */
  isAddOn: z.literal(true).optional(),
  isFree: z.literal(true).optional(),
  /** Contact sales: a price exists and is not published. */
  isCustom: z.literal(true).optional(),
  /** The words that say that it is free or that one has to contact sales. */
  stateAt: Place.optional(),
  prices: z.array(TaughtPrice).max(24).default([]),
});
export type TaughtPlan = z.infer<typeof TaughtPlan>;

export const TaughtFacts = z.strictObject({
  plans: z.array(TaughtPlan).min(1).max(60),
  /** Blocks of the page in which nothing is read. */
  ignored: z.array(Place).max(20).default([]),
});
export type TaughtFacts = z.infer<typeof TaughtFacts>;
