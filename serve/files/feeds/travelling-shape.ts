/** The shape of the feed that travels (`travelling.ts`), for its writer and for the package that reads it. */
import * as z from 'zod';
import { Amount, Currency } from '../../../data/money.ts';
import { Instant, Slug } from '../../../data/product.ts';
import { Billing, Per, Unit } from '../../../data/reading.ts';
import { Absences, EvidenceId } from '../../../data/record.ts';
import { Envelope } from '../../record/envelope.ts';

export const FORMAT = 1;

const Price = z.strictObject({
  amount: Amount,
  currency: Currency,
  per: Per,
  billing: Billing.optional(),
  unit: Unit.optional(),
  /** A list price where it is absent. */
  kind: z.enum(['promo', 'intro']).optional(),
});

/** Of a tier or a rate: the quote that it was read from, or the dataset that states it and its day. */
const Source = { evidence: EvidenceId.optional(), dataset: z.string().optional(), asOf: z.iso.date().optional() };

const TravellingTier = z.strictObject({
  id: Slug,
  name: z.string(),
  isFree: z.literal(true).optional(),
  isCustom: z.literal(true).optional(),
  prices: z.array(Price).optional(),
  ...Source,
});

const TravellingRate = z.strictObject({
  model: z.string(),
  aliases: z.array(z.string()).optional(),
  currency: Currency,
  band: z.string().optional(),
  /** Tokens of a prompt and its answer together; today's rates only. */
  contextWindow: z.int().optional(),
  inputPerMTok: Amount.optional(),
  outputPerMTok: Amount.optional(),
  cachedInputPerMTok: Amount.optional(),
  batchInputPerMTok: Amount.optional(),
  batchOutputPerMTok: Amount.optional(),
  ...Source,
});

const Stated = { tiers: z.array(TravellingTier), rates: z.array(TravellingRate), absent: Absences };

const Interval = z.strictObject({
  validFrom: Instant,
  validTo: Instant.optional(),
  /** Between it and `validTo` nobody looked. */
  lastSeenAt: Instant,
  /** The dataset; absent for our own observations. */
  dataset: z.string().optional(),
  ...Stated,
});

export const TravellingProduct = z.strictObject({
  slug: Slug,
  name: z.string(),
  currency: Currency.optional(),
  status: z.string(),
  /** Probability that the headline facts match the vendor's page on the day of the feed. */
  confidence: z.number(),
  confirmedAt: Instant.optional(),
  ...Stated,
  /** Oldest first. */
  past: z.array(Interval),
});
export type TravellingProduct = z.infer<typeof TravellingProduct>;

export const TravellingPrices = z.strictObject({
  format: z.literal(FORMAT),
  publishedAt: Instant,
  products: z.array(TravellingProduct),
  ...Envelope.shape,
});
export type TravellingPrices = z.infer<typeof TravellingPrices>;
