/**
 * A person's decision on a reading that waits, or on what a source is taken to state: who, when and why. A row of the ledger.
 *
 * `withdraw`: the source states nothing until another reading is taken. `revert`: an earlier statement of it holds again. Both
 * rule out the prices that were stated. `undo`: another decision is taken back; what was stated, waited and was ruled out
 * before it is so again.
 */
import { hash } from 'node:crypto';
import * as z from 'zod';
import { Currency } from '../money.ts';
import { ObservationId } from '../observation.ts';
import { Sha256, WebUrl } from '../page.ts';
import { Instant, Slug, Words } from '../product.ts';
import { Billing, Per, RATES, ReadPrice, Unit } from '../reading.ts';

/** A tier as a person states it; its prices replace the earlier ones. */
export const StatedTier = z.strictObject({
  /** Id or name of a tier that is there; else the name of a new one. */
  tier: Words.max(80),
  isGone: z.literal(true).optional(),
  isFree: z.literal(true).optional(),
  isCustom: z.literal(true).optional(),
  prices: z
    .array(
      z.strictObject({
        amount: ReadPrice.shape.amount,
        currency: Currency,
        billing: Billing.optional(),
        per: Per,
        unit: Unit.optional(),
      }),
    )
    .max(24)
    .default([]),
});
export type StatedTier = z.infer<typeof StatedTier>;

/** Rates of a model as a person states them; the others stay. */
export const StatedRate = z.strictObject({
  model: Words.max(120),
  band: Words.max(80).optional(),
  isGone: z.literal(true).optional(),
  currency: Currency.optional(),
  ...RATES,
});
export type StatedRate = z.infer<typeof StatedRate>;

export const StatedValues = z
  .strictObject({
    tiers: z.array(StatedTier).max(60).default([]),
    rates: z.array(StatedRate).max(500).default([]),
  })
  .refine(({ tiers, rates }) => tiers.length + rates.length > 0, 'no values given');
export type StatedValues = z.infer<typeof StatedValues>;

export const Decision = z
  .strictObject({
    kind: z.literal('decision'),
    id: ObservationId,
    slug: Slug,
    source: Slug,
    /**
     * The ledger's entry that was decided on, and the key of the prices that it has (data/store/ledger/source-state.ts). Of an
     * undo: the decision that it takes back, and the key of that one.
     */
    on: ObservationId,
    key: Sha256,
    action: z.enum(['accept', 'reject', 'correct', 'withdraw', 'revert', 'undo']),
    values: StatedValues.optional(),
    /** Of a correction: where the values are stated, if not on the source's page. */
    sourceUrl: WebUrl.optional(),
    /** Of a revert: the ledger's entry whose statement holds again. */
    to: ObservationId.optional(),
    /** The source's last undo, after which the same may be decided again. */
    after: ObservationId.optional(),
    by: Words.max(40),
    reason: Words.max(300),
    decidedAt: Instant,
    /** From when on it holds: since the page is known to state it, or from the decision on. */
    observedAt: Instant,
  })
  .refine(
    ({ action, values }) => (action === 'correct') === (values !== undefined),
    'values are required for a correction and invalid otherwise',
  )
  .refine(
    ({ action, to }) => (action === 'revert') === (to !== undefined),
    'an earlier entry is required for a revert and invalid otherwise',
  )
  .refine(
    ({ action, sourceUrl }) => action === 'correct' || sourceUrl === undefined,
    'a source URL is valid only for a correction',
  );
export type Decision = z.infer<typeof Decision>;

/** The same decision on the same reading has the same id. */
export function decisionId({
  slug,
  source,
  on,
  key,
  action,
  values,
  to,
  after,
}: Pick<Decision, 'slug' | 'source' | 'on' | 'key' | 'action' | 'values' | 'to' | 'after'>): string {
  const more = [...(to === undefined ? [] : [to]), ...(after === undefined ? [] : [`after ${after}`])];
  const digest = hash('sha256', JSON.stringify([on, key, action, values ?? null, ...more]));
  return `${slug}.${source}.d${digest.slice(0, 24)}`;
}
