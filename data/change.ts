/** A typed event in the life of a record. The log of them is monotonic and gap-free; nothing in it is ever edited. */
import * as z from 'zod';
import { Day, Instant, Market, Slug } from './product.ts';
import { EvidenceId, ImportedFrom } from './record.ts';

/**
 * `changed_with_redesign`: the cause is not known, because the page's design changed too, or prices only changed names or
 * terms. `correction`: we know of our own mistake, by a later reading of the same page or a person's decision.
 */
export const ChangeType = z.enum([
  'price_changed',
  'tier_added',
  'tier_removed',
  'tier_renamed',
  'free_tier_added',
  'free_tier_removed',
  'currency_changed',
  'unit_changed',
  'rate_changed',
  'model_added',
  'model_removed',
  'changed_with_redesign',
  'product_added',
  'product_retired',
  'correction',
  'announced',
  'announcement_retracted',
]);
export type ChangeType = z.infer<typeof ChangeType>;

/** Events in which a vendor changed prices. An added tier or model is none: it may be read for the first time. */
export const PRICE_MOVES = [
  'price_changed',
  'tier_removed',
  'free_tier_added',
  'free_tier_removed',
  'currency_changed',
  'unit_changed',
  'rate_changed',
  'model_removed',
] as const satisfies ChangeType[];

/** Entries of our catalogue: in the log, and no changes of prices. */
export const CATALOGUE_EVENTS = ['product_added', 'product_retired'] as const satisfies ChangeType[];

export function isCatalogueEvent({ type }: Pick<Change, 'type'>): boolean {
  return CATALOGUE_EVENTS.some((each) => each === type);
}

/** One side of a change, as far as the type has it. */
const Side = z.strictObject({
  name: z.string().optional(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  billing: z.string().optional(),
  per: z.string().optional(),
  unit: z.string().optional(),
  /** Of a model: which rate. */
  rate: z.string().optional(),
  isCustom: z.boolean().optional(),
  /** Of what is announced: the first day on which it is to hold. */
  effectiveFrom: Day.optional(),
});

export const Change = z.strictObject({
  type: ChangeType,
  slug: Slug,
  /** Whose prices changed; absent for the default market. */
  market: Market.optional(),
  /** Id of the tier, or name of the model. */
  subject: z.string().optional(),
  before: Side.optional(),
  after: Side.optional(),
  evidence: z.array(EvidenceId),
  /**
   * Why a `changed_with_redesign` cannot be attributed to the vendor; older `correction`s have that too. Of a `correction` by
   * a person: what was decided, by whom and why.
   */
  reason: z.string().max(160).optional(),
  /** Of what a public dataset announces, in place of evidence. */
  imported: ImportedFrom.optional(),
  /** When the first page that showed it was captured: the change happened at or before this. */
  observedAt: Instant,
  recordedAt: Instant,
});
export type Change = z.infer<typeof Change>;

/** A change at its place in the log; `seq` starts at 1 and has no gaps. */
export const LoggedChange = Change.extend({ seq: z.int().min(1) });
export type LoggedChange = z.infer<typeof LoggedChange>;

/** A filter of a log from its newest entry on: leaves out changes that later corrections, taken together, took back. */
export function standing(): (change: Change) => boolean {
  const corrected = new Map<string, string>();
  return ({ type, slug, market, subject, before, after, observedAt }) => {
    const keyOf = (side: typeof before) => JSON.stringify([slug, market, subject, observedAt, side]);
    const [was, is] = [keyOf(before), keyOf(after)];
    const today = corrected.get(is);
    if (type === 'correction') corrected.set(was, today ?? is);
    return type === 'correction' || today !== was;
  };
}
