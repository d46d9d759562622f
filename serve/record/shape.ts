/**
 * The record as consumers read it: one schema gives the type, the manifest and the test of every answer.
 *
 * Fields may be added, never renamed or retyped. What is not known is absent; only `startingPrice` and a tier's
 * `price` may be null, and each null means one thing.
 */
import * as z from 'zod';
import { Amount, Currency } from '../../data/money.ts';
import { PriceState } from '../../data/prices/price-state.ts';
import { Day, Instant, Market, Slug } from '../../data/product.ts';
import { Billing, Evidence, Per, Unit } from '../../data/reading.ts';
import {
  ContextWindow,
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
  market: Market.optional().meta({ description: 'ISO 3166-1 alpha-2, or EU; absent for the default market.' }),
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
    .meta({ description: 'Terms that the page does not state and a rule assumes.' }),
  confidence: Confidence.meta({
    description: 'Probability that this price is correct today; absent for past records.',
  }),
  evidence: EvidenceId.optional(),
});
export type PriceView = z.infer<typeof PriceView>;

export const TierView = z.strictObject({
  id: Slug.meta({ description: 'Stable as long as the vendor offers the tier.' }),
  name: z.string(),
  price: z.number().nullable().optional().meta({
    description:
      'Per month, in the record’s currency; billed monthly if offered, else annually. 0 is free, null is "contact us", absent is not known.',
  }),
  period: z.literal('month').optional(),
  isFree: z.boolean(),
  isCustom: z.boolean(),
  confidence: Confidence.meta({
    description: 'Confidence that the tier is free or contact-us. Each price has its own confidence.',
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
  research: Research.optional().meta({ description: 'If a person entered the price: who, why and when.' }),
  evidence: EvidenceId.optional().meta({ description: 'Quote for a free or contact-us tier.' }),
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
  billing: Billing.meta({ description: 'Terms of the compared starting prices.' }),
  unit: Unit.optional().meta({ description: 'Absent if the vendors do not state the unit.' }),
  categoryMedian: z
    .number()
    .optional()
    .meta({ description: 'Present only if `sufficient`, like the next two, `percentVsMedian` and `verdict`.' }),
  categoryMin: z.number().optional(),
  categoryMax: z.number().optional(),
  sampleSize: z.int().meta({
    description:
      'Other products of the category with a starting price on these terms, confirmed or dated within a year. Excludes the product itself.',
  }),
  vendors: z.int().meta({ description: 'Vendors in the sample.' }),
  oldest: Day,
  newest: Day,
  sources: z
    .strictObject({
      vendorPages: z.int().meta({ description: 'Prices read from vendors’ pages.' }),
      datasets: z.array(z.string()).meta({ description: 'Datasets of the other prices.' }),
    })
    .meta({
      description: 'Where the prices of the sample come from. `oldest` and `newest` date its oldest and newest one.',
    }),
  percentVsMedian: z.int().optional(),
  verdict: z.enum(['below', 'near', 'above']).optional(),
  sufficient: z.boolean().meta({ description: 'True from 8 vendors.' }),
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
  contextWindow: ContextWindow.partial().optional().meta({
    description:
      'Tokens of a prompt and its answer together, as datasets state it; absent for past records. depth=summary has `tokens` alone.',
  }),
  confidence: Confidence.meta({
    description: 'Probability that all rates of the model are correct; absent for past records.',
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
  verifiedAt: Day.optional().meta({ description: 'Date of the last confirmation; absent if there is none.' }),
  checkedAt: Instant.optional().meta({
    description:
      'Time of the last visit, successful or not. A failed visit appears with the next change or after a day.',
  }),
  confirmedAt: Instant.optional().meta({
    description: 'When the vendor’s page last supported these values.',
  }),
  status: Status.optional().meta({
    description:
      'verified: high confidence, recently confirmed; aging: confirmed some time ago; stale: confirmed long ago; disputed: the last reading differs; unverified: no vendor page confirmed it, or only one reader with low confidence. Absent for past records.',
  }),
  outcome: Outcome.optional(),
  confidence: Confidence.meta({
    description:
      'Probability that the starting price and the free tier (for rates only, the rates of the median model) match the vendor’s page today; absent for past records.',
  }),
  source: z.url().optional(),
  reasons: z.array(z.string()),
});
export type VerificationView = z.infer<typeof VerificationView>;

export const EvidenceView = RecordEvidence.omit({ picture: true }).extend({
  quote: Evidence.shape.quote,
  page: z.url().meta({ description: 'Our page for people: the quote marked in its place on the vendor’s page.' }),
});
export type EvidenceView = z.infer<typeof EvidenceView>;

/** A field that was asked for and is not answered with, since it is not as sure or as fresh as the consumer wants it. */
export const Withheld = z.strictObject({
  field: z
    .string()
    .meta({ description: 'A data field or a part of it: `tiers.pro`, `tiers.pro.prices`, `rateCard.large-1`.' }),
  missed: z.array(z.enum(['minConfidence', 'maxAgeDays'])).meta({ description: 'The parameters that withhold it.' }),
  reason: z.string(),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Confidence of the field, if known: see `verification`.' }),
  ageDays: z.int().optional().meta({ description: 'Days since the field was last confirmed, if ever.' }),
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

const Stated = z.object({
  priceRange: PriceRange.optional(),
  startingPrice: z.number().nullable(),
  startingPriceBasis: z.enum(['min_paid_monthly', 'min_paid_annual']).optional(),
  priceState: PriceState.meta({
    description:
      'known: a price is known; usage_only: priced by usage; not_published: the vendor’s page says "contact sales"; free_only: all plans are free; not_known: not read yet, or not completely. `startingPrice` is null unless the state is known.',
  }),
  freeTier: z.boolean().optional().meta({
    description: 'False only if a complete reading of the vendor’s page shows no free plan; absent if not known.',
  }),
  tiers: z.array(TierView),
  discounts: Discounts.optional(),
  referencePrices: z.array(ReferencePrice).optional().meta({
    description:
      'Prices from datasets without a tier, such as the base price in a comparison; the label has source and date. Not used as starting or tier prices.',
  }),
  hiddenCosts: z.array(HiddenCost),
  positioning: Positioning.optional().meta({
    description: 'Absent if no price is comparable, for example because the billing is not known.',
  }),
  evidence: z.array(EvidenceView).optional(),
  rateCard: RateCard.optional(),
  planAdvice: z.array(PlanAdvice).optional().meta({
    description: 'Advice on tiers, derived only from prices, units or capabilities.',
  }),
  verdict: z
    .string()
    .optional()
    .meta({ description: 'Two or three sentences: the price, its position, what to expect.' }),
  expertTake: z.string().optional().meta({ description: 'What changes the bill, in addition to the verdict.' }),
  quickAnswer: z.string().optional().meta({ description: 'The price in one or two sentences.' }),
  sentences: z.array(SaidSentence).optional().meta({
    description: 'The sentences of `quickAnswer`, `verdict` and `expertTake`, each with its basis.',
  }),
  capabilities: z.record(z.string(), z.unknown()).optional(),
  marketData: z.record(z.string(), z.unknown()).optional(),
  userRating: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Deprecated name of `marketData`; present together with it.' }),
});

/** What the vendor's pages for a market state. */
const MarketView = z.strictObject({
  market: Market,
  currency: Currency.optional(),
  ...Stated.pick({ startingPrice: true, startingPriceBasis: true, priceState: true, freeTier: true }).partial().shape,
  ...Stated.pick({ tiers: true, rateCard: true }).partial().shape,
  verification: VerificationView,
});
export type MarketView = z.infer<typeof MarketView>;

/** Every data field, in the order of the answer; `fields` picks from these. */
export const RecordData = Stated.extend({
  markets: z.array(MarketView).optional().meta({
    description:
      'Prices in other markets, where the vendor states them apart. Amounts are never converted. All other fields are of the default market. Tiers of the same id are the same tier.',
  }),
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
  source: z.url().optional().meta({ description: 'URL of the vendor’s page with the prices.' }),
  market: Market.optional().meta({ description: 'The requested market; absent for the default one.' }),
  asOf: Day.optional().meta({ description: 'The requested date; `interval` is the period of this record.' }),
  recordedBefore: Day.optional().meta({ description: 'Cut-off of our knowledge: excludes what was recorded later.' }),
  interval: Interval.optional(),
  withheld: z.array(Withheld).optional().meta({
    description: 'Fields that minConfidence and maxAgeDays removed, and why; present if either is given.',
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
