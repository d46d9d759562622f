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

/** How something is recognised: each kind of anchor with the values that it had on the taught page. Amounts are none. */
export const ANCHORS = [
  'words',
  'label',
  'terms',
  'state',
  'heading',
  'role',
  'tag',
  'data',
  'order',
  'classes',
  'path',
] as const;
export type AnchorKind = (typeof ANCHORS)[number];
export const Anchors = z.partialRecord(z.enum(ANCHORS), z.array(z.string().min(1).max(100)).min(1).max(6));
export type Anchors = z.infer<typeof Anchors>;

/** Where a price stands in the part of the page that holds one plan. */
export const PriceSlot = z.strictObject({
  currency: Currency,
  per: Per,
  billing: Billing.optional(),
  unit: Unit.optional(),
  /** A number without a currency, in an attribute, or in the page's data. */
  from: z.enum(['number', 'attribute', 'data']).optional(),
  /** What the page's own words say of its terms, and what its sign is taken for where that is another currency. */
  says: z
    .strictObject({
      per: Per.optional(),
      billing: Billing.optional(),
      unit: Unit.optional(),
      currency: Currency.optional(),
      kind: z.string().max(20).optional(),
    })
    .optional(),
  /** Some plans have no such price. */
  isOptional: z.literal(true).optional(),
  anchors: Anchors,
});
export type PriceSlot = z.infer<typeof PriceSlot>;

const Words = z.array(z.string().min(1).max(80)).max(60);

/** Parts of the page beside one another that hold a plan each. */
export const PlanList = z.strictObject({
  layout: z.enum(['cards', 'sections', 'columns', 'rows', 'named', 'data']),
  /** Those without `is` had a price; `unit` where plans differ in what a price buys. */
  plans: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(80),
        is: z.enum(['free', 'contact']).optional(),
        unit: Unit.optional(),
      }),
    )
    .min(1)
    .max(60),
  anchors: Anchors,
  name: Anchors,
  prices: z.array(PriceSlot).max(24),
  /** Former prices stand beside the current ones. */
  hasFormerPrices: z.literal(true).optional(),
  /** The page says in or above them that prices are billed yearly. */
  isBilledYearly: z.literal(true).optional(),
  /** Words in place of a price, lower case. */
  free: Words.optional(),
  contact: Words.optional(),
});
export type PlanList = z.infer<typeof PlanList>;

/** How to read the plans of one source, as a person confirmed them on an archived page. */
export const Recipe = z.strictObject({
  taught: z.strictObject({ on: z.iso.date(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  /** Named like plans, and none: add-ons, and what else stands beside them. */
  others: Words.optional(),
  /** First words of the blocks in which nothing is read. */
  ignored: Words.max(20).optional(),
  /** What the page's billing switch showed. */
  shows: Billing.optional(),
  lists: z.array(PlanList).min(1).max(4),
});
export type Recipe = z.infer<typeof Recipe>;
