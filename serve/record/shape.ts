/**
 * The record as consumers read it: one schema gives the type, the manifest and the test of every answer.
 *
 * Fields may be added, never renamed or retyped. What is not known is absent; only `startingPrice` and a tier's
 * `price` may be null, and each null means one thing.
 */
import * as z from 'zod';
import { Amount, Currency } from '../../data/money.ts';
import { PriceState } from '../../data/prices/price-state.ts';
import { Day, Instant, Slug } from '../../data/product.ts';
import { Billing, Evidence, Per, Unit } from '../../data/reading.ts';
import {
  EvidenceId,
  HiddenCost,
  ImportedFrom,
  Origin,
  RecordEvidence,
  ReferencePrice,
  Research,
} from '../../data/record.ts';
import { PlanAdvice, Sentence } from '../../data/research.ts';
import { Outcome } from '../../data/source-facts.ts';
import { Envelope } from './envelope.ts';

export const Status = z.enum(['verified', 'aging', 'stale', 'disputed', 'unverified']);

const Confidence = z.number().min(0).max(1).optional();

export const PriceView = z.strictObject({
  amount: Amount.meta({ description: 'Exact decimal, as the vendor states it.' }),
  currency: Currency,
  billing: Billing.optional(),
  per: Per,
  unit: Unit.optional(),
  kind: z.enum(['list', 'promo', 'intro']),
  until: Day.optional(),
  isFloor: z.literal(true).optional().meta({ description: 'The page says "from".' }),
  assumed: z
    .array(z.enum(['currency', 'billing', 'per', 'unit']))
    .optional()
    .meta({ description: 'What the page does not spell out and was taken by rule.' }),
  confidence: Confidence.meta({
    description: 'Probability that this price is right, on the day of the answer; absent on a record of the past.',
  }),
  evidence: EvidenceId.optional(),
});
export type PriceView = z.infer<typeof PriceView>;

export const TierView = z.strictObject({
  id: Slug.meta({ description: 'Stable while the vendor keeps the tier.' }),
  name: z.string(),
  price: z.number().nullable().optional().meta({
    description:
      'Per month, in the record’s currency: billed monthly where offered, else billed annually. 0 is free, null is "contact us", absent is not known.',
  }),
  period: z.literal('month').optional(),
  isFree: z.boolean(),
  isCustom: z.boolean(),
  confidence: Confidence.meta({
    description: 'Of a free or contact-us tier: that it is one. Each price has its own.',
  }),
  billing: Billing.optional(),
  unit: Unit.optional(),
  minimumUnits: z.int().optional(),
  includedUnits: z.int().optional(),
  featureCount: z.int(),
  prices: z.array(PriceView),
  features: z.array(z.string()).optional(),
  origin: Origin,
  imported: ImportedFrom.optional(),
  research: Research.optional().meta({ description: 'Who stated it by hand, where no reader could, why and when.' }),
  evidence: EvidenceId.optional().meta({ description: 'For a free or contact-us tier: the words that say so.' }),
});
export type TierView = z.infer<typeof TierView>;

const Saving = z.strictObject({
  tier: Slug,
  annualSavings: z.number().meta({ description: 'Per unit and year, in the record’s currency.' }),
  annualSavingsPercent: z.number(),
});
export const Discounts = z.strictObject({
  perTier: z.array(Saving),
  best: z.strictObject({ tier: Slug, annualSavingsPercent: z.number() }),
});
export type Discounts = z.infer<typeof Discounts>;

export const PriceRange = z.strictObject({ min: z.number(), max: z.number(), display: z.string(), currency: Currency });
export type PriceRange = z.infer<typeof PriceRange>;

export const Positioning = z.strictObject({
  startingPrice: z.number(),
  currency: Currency,
  billing: Billing.meta({ description: 'Only starting prices of this billing, unit and currency are compared.' }),
  unit: Unit.optional().meta({ description: 'Absent where the vendors do not say what one price buys.' }),
  categoryMedian: z
    .number()
    .optional()
    .meta({ description: 'This, the next two, `percentVsMedian` and `verdict` are there only where `sufficient`.' }),
  categoryMin: z.number().optional(),
  categoryMax: z.number().optional(),
  sampleSize: z.int().meta({
    description:
      'Other products of the category with a starting price on these terms, confirmed or dated within a year. The product itself is not among them.',
  }),
  vendors: z.int().meta({ description: 'Of the sample.' }),
  oldest: Day,
  newest: Day,
  sources: z
    .strictObject({
      vendorPages: z.int().meta({ description: 'Prices that were read from vendors’ pages.' }),
      datasets: z.array(z.string()).meta({ description: 'Datasets of the others.' }),
    })
    .meta({ description: 'Of the sample, as are `oldest` and `newest`, the days of its oldest and newest price.' }),
  percentVsMedian: z.int().optional(),
  verdict: z.enum(['below', 'near', 'above']).optional(),
  sufficient: z.boolean().meta({ description: 'From 8 vendors on.' }),
});
export type Positioning = z.infer<typeof Positioning>;

export const RateView = z.strictObject({
  model: z.string(),
  aliases: z.array(z.string()),
  currency: Currency,
  inputPerMTok: z.number().optional(),
  outputPerMTok: z.number().optional(),
  cachedInputPerMTok: z.number().optional(),
  batchInputPerMTok: z.number().optional(),
  batchOutputPerMTok: z.number().optional(),
  band: z.string().optional(),
  confidence: Confidence.meta({
    description: 'That all rates of the model are right; absent on a record of the past.',
  }),
  origin: Origin,
  imported: ImportedFrom.optional(),
  research: Research.optional(),
  evidence: z.array(EvidenceId),
});
export type RateView = z.infer<typeof RateView>;

export const RateCard = z.strictObject({ per: z.literal('1M tokens'), models: z.array(RateView) });
export type RateCard = z.infer<typeof RateCard>;

export const VerificationView = z.strictObject({
  verifiedAt: Day.optional().meta({ description: 'Day of the last confirmation; absent when there never was one.' }),
  checkedAt: Instant.optional().meta({
    description: 'The last attempt, whatever came of it. A failed one shows with the next change, or after a day.',
  }),
  confirmedAt: Instant.optional().meta({
    description: 'When a reading of the vendor’s page last supported these values.',
  }),
  status: Status.optional().meta({
    description:
      'verified: sure when confirmed, and confirmed lately; aging: that was a while ago; stale: long ago; disputed: the last reading says otherwise; unverified: no page of the vendor’s confirmed it, or one reader alone that is not sure. Absent on a record of the past.',
  }),
  outcome: Outcome.optional(),
  confidence: Confidence.meta({
    description:
      'Probability that the starting price and the free tier (of rates alone, those of the median model) are what the vendor’s page says on the day of the answer; absent on a record of the past.',
  }),
  source: z.url().optional(),
  reasons: z.array(z.string()),
});
export type VerificationView = z.infer<typeof VerificationView>;

export const EvidenceView = RecordEvidence.extend({
  quote: Evidence.shape.quote,
  page: z.url().meta({ description: 'Our page for people: the quote marked in its place on the vendor’s page.' }),
});
export type EvidenceView = z.infer<typeof EvidenceView>;

/** A field that was asked for and is not answered with, since it is not as sure or as fresh as the consumer wants it. */
export const Withheld = z.strictObject({
  field: z
    .string()
    .meta({ description: 'A data field, or facts of it: `tiers.pro`, `tiers.pro.prices`, `rateCard.large-1`.' }),
  missed: z.array(z.enum(['minConfidence', 'maxAgeDays'])).meta({ description: 'The parameters that it misses.' }),
  reason: z.string(),
  confidence: z.number().min(0).max(1).optional().meta({ description: 'As far as it is known: see `verification`.' }),
  ageDays: z.int().optional().meta({ description: 'Since the day that the field was last confirmed, if it ever was.' }),
});
export type Withheld = z.infer<typeof Withheld>;

/** Over which time a record of the past held. */
const Interval = z.strictObject({
  validFrom: Instant,
  validTo: Instant.optional(),
  lastSeenAt: Instant,
  recordedAt: Instant,
  origin: z.enum(['observed', 'imported', 'correction']),
});

export const SaidSentence = Sentence.extend({ field: z.enum(['quickAnswer', 'verdict', 'expertTake']) });
export type SaidSentence = z.infer<typeof SaidSentence>;

/** Every data field, in the order of the answer; `fields` picks from these. */
export const RecordData = z.object({
  priceRange: PriceRange.optional(),
  startingPrice: z.number().nullable(),
  startingPriceBasis: z.enum(['min_paid_monthly', 'min_paid_annual']).optional(),
  priceState: PriceState.meta({
    description:
      'known: a price is known; usage_only: sold by use; not_published: the vendor’s page says "contact sales"; free_only: the page, read completely, sells nothing; not_known: not read yet, or not well enough. `startingPrice` is null in all but the first.',
  }),
  freeTier: z.boolean().optional().meta({
    description: 'False only where a complete reading of the vendor’s page shows no free plan; absent when not known.',
  }),
  tiers: z.array(TierView),
  discounts: Discounts.optional(),
  referencePrices: z.array(ReferencePrice).optional().meta({
    description:
      'Figures that a dataset gives for no tier, such as the base price of a comparison: its label says which and of what day. No starting price, no price of a tier.',
  }),
  hiddenCosts: z.array(HiddenCost),
  positioning: Positioning.optional(),
  evidence: z.array(EvidenceView).optional(),
  rateCard: RateCard.optional(),
  planAdvice: z.array(PlanAdvice).optional().meta({
    description: 'Which tier for whom; only where prices, numbers of units or capabilities say so.',
  }),
  verdict: z
    .string()
    .optional()
    .meta({ description: 'Two or three sentences: the price, how it stands, what to reckon with.' }),
  expertTake: z.string().optional().meta({ description: 'What moves the bill, beyond what the verdict says.' }),
  quickAnswer: z.string().optional().meta({ description: 'What it costs, for who reads nothing else.' }),
  sentences: z.array(SaidSentence).optional().meta({
    description: 'The sentences of `quickAnswer`, `verdict` and `expertTake`, each with what it follows from.',
  }),
  capabilities: z.record(z.string(), z.unknown()).optional(),
  marketData: z.record(z.string(), z.unknown()).optional(),
  userRating: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: '`marketData` under its older name; there whenever that is.' }),
});
export type RecordData = z.infer<typeof RecordData>;
type RecordField = keyof RecordData;
export const RECORD_FIELDS = Object.keys(RecordData.shape) as readonly RecordField[];

/**
 * Whom the record is about, and how far it can be trusted: there whatever `fields` says, since a price without its
 * date is no fact.
 */
const Kept = z.object({
  slug: Slug,
  name: z.string(),
  category: Slug,
  verification: VerificationView,
  source: z.url().optional().meta({ description: 'The vendor’s URL that the prices were read from.' }),
  asOf: Day.optional().meta({ description: 'The day that was asked for; `interval` is what held on it.' }),
  recordedBefore: Day.optional().meta({ description: 'Of our own knowledge: what was recorded later is not in it.' }),
  interval: Interval.optional(),
  withheld: z.array(Withheld).optional().meta({
    description:
      'What minConfidence and maxAgeDays took out of the answer, and why; there whenever one of them is given.',
  }),
});
export const KEPT_FIELDS = Object.keys(Kept.shape);

/** `fields` and `depth` leave data fields out, so in the answer each may be absent. */
export const RecordView = z.strictObject({ ...Kept.shape, ...RecordData.partial().shape, ...Envelope.shape });
export type RecordView = z.infer<typeof RecordView>;

/** Today’s record narrowed to some of its data fields, with its quotes. */
export function recordViewOf(fields: readonly RecordField[]) {
  const chosen = fields.map((name) => [name, RecordData.shape[name].optional()] as const);
  return z.strictObject({
    ...Kept.pick({ slug: true, name: true, category: true, verification: true, source: true }).shape,
    ...Object.fromEntries(chosen),
    evidence: z.array(EvidenceView),
    ...Envelope.shape,
  });
}
