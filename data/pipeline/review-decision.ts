/**
 * What a person decided about a reading that waits, or about a record that is wrong: who, when and why. It goes
 * through the verifier like any observation, and is a row of the ledger like one.
 */
import { hash } from 'node:crypto';
import * as z from 'zod';
import { Currency } from '../money.ts';
import { ObservationId } from '../observation.ts';
import { Sha256 } from '../page.ts';
import { Instant, Slug } from '../product.ts';
import { Billing, Per, ReadPrice, Unit } from '../reading.ts';

/** Words of ours that are shown beside a record: one line, without signs that steer a terminal or hide text. */
export const Words = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{C}*$/u, 'not one line of plain text');

/** A tier as a person states it: all of its prices, in place of those that it had. */
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

/** Rates of a model as a person states them; those that are not named stay. */
export const StatedRate = z.strictObject({
  model: Words.max(120),
  band: Words.max(80).optional(),
  isGone: z.literal(true).optional(),
  currency: Currency.optional(),
  inputPerMTok: ReadPrice.shape.amount.optional(),
  outputPerMTok: ReadPrice.shape.amount.optional(),
  cachedInputPerMTok: ReadPrice.shape.amount.optional(),
  batchInputPerMTok: ReadPrice.shape.amount.optional(),
  batchOutputPerMTok: ReadPrice.shape.amount.optional(),
});
export type StatedRate = z.infer<typeof StatedRate>;

export const StatedValues = z
  .strictObject({
    tiers: z.array(StatedTier).max(60).default([]),
    rates: z.array(StatedRate).max(500).default([]),
  })
  .refine(({ tiers, rates }) => tiers.length + rates.length > 0, 'no values are stated');
export type StatedValues = z.infer<typeof StatedValues>;

export const Decision = z
  .strictObject({
    kind: z.literal('decision'),
    id: ObservationId,
    slug: Slug,
    source: Slug,
    /** The ledger's entry that was decided on, and the key of the prices that it has (data/store/ledger/source-state.ts). */
    on: ObservationId,
    key: Sha256,
    action: z.enum(['accept', 'reject', 'correct']),
    /** For `correct`: what the page says, in place of what was read from it. */
    values: StatedValues.optional(),
    by: Words.max(40),
    reason: Words.max(300),
    decidedAt: Instant,
    /** From when on it holds: since when the page is known to have said so. */
    observedAt: Instant,
  })
  .refine(({ action, values }) => (action === 'correct') === (values !== undefined), 'values belong to a correction');
export type Decision = z.infer<typeof Decision>;

/** The same decision on the same reading is one, whoever takes it a second time. */
export function decisionId({
  slug,
  source,
  on,
  key,
  action,
  values,
}: Pick<Decision, 'slug' | 'source' | 'on' | 'key' | 'action' | 'values'>): string {
  const digest = hash('sha256', JSON.stringify([on, key, action, values ?? null]));
  return `${slug}.${source}.d${digest.slice(0, 24)}`;
}
