/** What the verifier concludes from one observation, written to the ledger in one transaction. */
import * as z from 'zod';
import { StatedApi } from '../api-reference.ts';
import { Change } from '../change.ts';
import { Instant, Market } from '../product.ts';
import { PageReading, PageVariant, RecipeResult, Rejected } from '../reading.ts';
import { Absences, Facts, Rate, RecordEvidence, Tier } from '../record.ts';
import { Outcome } from '../source-facts.ts';
import { Witness } from '../witness.ts';
import { VerifyJob } from './verify-job.ts';

/** Facts with the evidence that they cite: what one source states, or what a product's sources state together. */
export const Statement = z.strictObject({
  tiers: z.array(Tier),
  rates: z.array(Rate),
  /** Absent where the page says nothing beside its prices. */
  facts: Facts.optional(),
  absent: Absences,
  /** How sure the reading is of what it says by stating no more; absent in what several sources state. */
  negatives: PageReading.shape.negatives,
  /** Which of the page's variants states it; absent where the page gives no sign, and in what several sources state. */
  variant: PageVariant.pick({ language: true, locale: true, currency: true }).optional(),
  evidence: z.array(RecordEvidence),
  /** Of a source that has a description of the product's API; such a one states no prices. */
  api: StatedApi.optional(),
});
export type Statement = z.infer<typeof Statement>;

/** Support of a reading beyond its page's words (verifier/judge/layout-fingerprint.ts). */
export const Backing = z.strictObject({
  /** Marks of the layouts that were read to state it. */
  marks: z.array(z.string().max(8)).max(80),
  /** Number of separate layouts that were read alike. */
  designs: z.int().min(1),
  /** Number of earlier layouts that were read otherwise. */
  against: z.int().min(1).optional(),
  /** Absent in what older versions wrote. */
  witnesses: z.array(Witness).max(Witness.options.length).optional(),
});
export type Backing = z.infer<typeof Backing>;

export const Verdict = z.strictObject({
  /** Of a visit to a description of the product's API, which says nothing of prices. */
  about: z.literal('api').optional(),
  outcome: Outcome,
  /** P(headline right), by verifier/judge/reading-score.ts; 0 where nothing was read. */
  score: z.number().min(0).max(1),
  reasons: z.array(z.string().max(160)),
  /** Of a reading that waited: the first visit that read the same prices. They hold from then on. */
  statedSince: Instant.optional(),
  /** Confidence of each headline fact; absent where nothing was read. */
  signals: z.record(z.string(), z.number().min(0).max(1)).optional(),
  /** Of a page with prices. */
  backing: Backing.optional(),
  /** After this observation, a contradicting reading waits. */
  disputed: z.boolean(),
  /** Prices that the crawler read and the archived page does not support. */
  refused: z.array(Rejected),
  /** How the source's recipe read the page. */
  recipe: RecipeResult.optional(),
});
export type Verdict = z.infer<typeof Verdict>;

/** What was handed to the verifier, with its consequences. Written whole or not at all, under a unique id. */
export const LedgerEntry = z.strictObject({
  observation: VerifyJob,
  verdict: Verdict,
  /** What the source states from now on; absent while that stays as it was. */
  statement: Statement.optional(),
  /** A reading that contradicts the source's statement and was not taken: it waits. */
  candidate: Statement.optional(),
  /** Of the source, which is that of the snapshot, the corrections and the changes; absent for the default market. */
  market: Market.optional(),
  /** What the product's sources in that market state together from now on; absent while that stays as it was. */
  snapshot: Statement.extend({
    origin: z.enum(['observed', 'correction']),
    validFrom: Instant,
  }).optional(),
  /** What they stated together at other instants, where the past is corrected. */
  corrections: z.array(Statement.extend({ validFrom: Instant })).optional(),
  changes: z.array(Change),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;
