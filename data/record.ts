/** What we state about a product, as facts with evidence. Sentences and links are made from it when it is served. */
import * as z from 'zod';
import { HiddenCostKind } from './authored-research.ts';
import { Hazard } from './hazard.ts';
import { Amount, Currency } from './money.ts';
import { Page, PageFormat, Sha256, WebUrl } from './page.ts';
import { Day, Instant, Market, Slug } from './product.ts';
import { Evidence, factOf, MAX_FACTS, Per, ReadModel, ReadPrice, ReadTier, Unit } from './reading.ts';
import { RuleId } from './research-rules.ts';
import { Outcome } from './source-facts.ts';
import { Witness } from './witness.ts';

/** Our reading of a vendor's page, a public dataset, an author's research, or a rule over other facts. */
export const Origin = z.enum(['observed', 'imported', 'research', 'derived']);
export type Origin = z.infer<typeof Origin>;

/** `ev_` and 20 hex digits of SHA-256 over page hash, scope, offsets and quote. */
export const EvidenceId = z.string().regex(/^ev_[0-9a-f]{20}$/);
export type EvidenceId = z.infer<typeof EvidenceId>;

/** Evidence with the page that it was cut from. */
export const RecordEvidence = Evidence.extend({
  id: EvidenceId,
  url: WebUrl,
  capturedAt: Instant,
  pageSha256: Sha256,
  format: PageFormat,
  charset: z.string(),
  picture: Page.shape.picture,
});
export type RecordEvidence = z.infer<typeof RecordEvidence>;

/** A price as it was read, its evidence by id. */
export const Price = ReadPrice.omit({ evidence: true }).extend({
  /** Absent for imported prices and those that a person states. */
  evidence: EvidenceId.optional(),
});
export type Price = z.infer<typeof Price>;

export const ImportedFrom = z.strictObject({
  dataset: z.string(),
  license: z.string(),
  asOf: Day,
  asOfBasis: z.string(),
  sourceUrl: WebUrl.optional(),
  /** The vendor states it itself, in the repository of its site or documentation. */
  publisher: z.literal('vendor').optional(),
  /** The source's own words, where the dataset has them. */
  quote: z.string().optional(),
});
export type ImportedFrom = z.infer<typeof ImportedFrom>;

/** Without its file and version: "owner/name". */
export function datasetName(dataset: string): string {
  return dataset.split(/[:@]/, 1)[0] ?? dataset;
}

/** Who states an imported fact, in words. */
export function sourceName({ dataset, publisher }: Pick<ImportedFrom, 'dataset' | 'publisher'>): string {
  return publisher === 'vendor' ? 'the vendor’s own published source' : datasetName(dataset);
}

/** Who stated a value by hand, why and when; `sourceUrl` is the page that was consulted. */
export const Research = z.strictObject({
  by: z.string().min(1).max(40),
  reason: z.string().min(1).max(300),
  asOf: Day,
  sourceUrl: WebUrl.optional(),
});
export type Research = z.infer<typeof Research>;

export const Tier = ReadTier.omit({ prices: true, evidence: true }).extend({
  /** Stable through renames and reorderings. */
  id: Slug,
  prices: z.array(Price),
  origin: Origin,
  /** Which of the product's sources states it; absent for imported tiers. */
  source: Slug.optional(),
  evidence: EvidenceId.optional(),
  imported: ImportedFrom.optional(),
  /** Where `origin` is `research`. */
  research: Research.optional(),
});
export type Tier = z.infer<typeof Tier>;

/** Tokens of a prompt and its answer together. */
export const ContextWindow = z.strictObject({
  tokens: z.int().min(1).optional().meta({
    description: 'The least that a dataset states; absent where datasets differ by a tenth or more.',
  }),
  statements: z
    .array(z.strictObject({ tokens: z.int().min(1), imported: ImportedFrom }))
    .min(1)
    .meta({ description: 'What each dataset states, at its date.' }),
});
export type ContextWindow = z.infer<typeof ContextWindow>;

export const Rate = ReadModel.omit({ evidence: true }).extend({
  aliases: z.array(z.string()),
  origin: Origin,
  source: Slug.optional(),
  evidence: z.array(EvidenceId),
  imported: ImportedFrom.optional(),
  research: Research.optional(),
  /** In records; absent in snapshots, and where no dataset states it. */
  contextWindow: ContextWindow.optional(),
});
export type Rate = z.infer<typeof Rate>;

export const Fact = factOf(Slug, EvidenceId);
export type Fact = z.infer<typeof Fact>;
export const Facts = z.array(Fact).max(MAX_FACTS);

/** What a complete reading of the vendor's page shows not to be there (verifier/judge/absence.ts). */
export const Absence = z.enum(['free_plan', 'public_price', 'paid_plan']);
export type Absence = z.infer<typeof Absence>;
/** Absent where nothing is known to be absent. */
export const Absences = z.array(Absence).max(3).optional();

export const HiddenCost = z.strictObject({
  label: z.string(),
  cost: z.string(),
  kind: HiddenCostKind,
  amount: Amount.optional(),
  currency: Currency.optional(),
  per: Per.optional(),
  unit: Unit.optional(),
  origin: Origin,
  /** The rule that it follows by, where `origin` is `derived`. */
  rule: RuleId.optional(),
  source: WebUrl.optional(),
  /** When an author found it, where `origin` is `research`. */
  asOf: Day.optional(),
  evidence: EvidenceId.optional(),
  imported: ImportedFrom.optional(),
});
export type HiddenCost = z.infer<typeof HiddenCost>;

/** A figure that its dataset gives for no tier, such as a base price. It is no starting price and no tier's price. */
export const ReferencePrice = z.strictObject({
  /** What the dataset says that it is, and its day. */
  label: z.string(),
  amount: Amount,
  currency: Currency,
  per: Per,
  unit: Unit.optional(),
  imported: ImportedFrom,
});
export type ReferencePrice = z.infer<typeof ReferencePrice>;

/** The result of the last attempts. Today's confidence is computed from it when read (data/confidence/decay.ts). */
export const Verification = z.strictObject({
  /** The last attempt. */
  checkedAt: Instant.optional(),
  /** The last reading of the vendor's page that supported the values. */
  confirmedAt: Instant.optional(),
  outcome: Outcome.optional(),
  disputed: z.boolean(),
  /** P(headline facts right) at confirmation, or trust in the dataset at its own date. */
  score: z.number().min(0).max(1),
  /** Of the least sure source; absent in older generations and where there are none. */
  witnesses: z.array(Witness).optional(),
  hazard: Hazard,
  /** When the clock of decay starts: `confirmedAt`, or the day that an imported fact is as of. */
  decaysFrom: Instant,
  /** The vendor's URL that was read. */
  source: WebUrl.optional(),
  reasons: z.array(z.string().max(160)),
});
export type Verification = z.infer<typeof Verification>;

/** Prices of another market than the default one. Tiers of the same id are the same tier. */
export const MarketRecord = z.strictObject({
  market: Market,
  currency: Currency.optional(),
  tiers: z.array(Tier),
  rates: z.array(Rate),
  facts: Facts.optional(),
  absent: Absences,
  verification: Verification,
  evidence: z.array(RecordEvidence),
});
export type MarketRecord = z.infer<typeof MarketRecord>;

export const PricingRecord = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  vendor: z.string(),
  /** The currency of the headline price: the one that most paid tiers are quoted in. */
  currency: Currency.optional(),
  tiers: z.array(Tier),
  rates: z.array(Rate),
  /** Absent where no dataset states one, and where a page of the vendor's states prices. */
  referencePrices: z.array(ReferencePrice).optional(),
  hiddenCosts: z.array(HiddenCost),
  /** Absent where nothing is known beside the prices. */
  facts: Facts.optional(),
  absent: Absences,
  verification: Verification,
  evidence: z.array(RecordEvidence),
  /** Apart from the fields above, which are of the default market; absent where no other is known. */
  markets: z.array(MarketRecord).optional(),
});
export type PricingRecord = z.infer<typeof PricingRecord>;

/** Two sightings further apart have a gap between them: the slowest cadence is monthly, and a visit may fail. */
export const GAP_DAYS = 45;

/**
 * A record over the half-open interval from `validFrom` to `validTo`, which is absent while it holds; never edited.
 * Between `lastSeenAt` and `validTo` there was no visit. Our observations of each market, and each dataset, form separate
 * timelines.
 */
export const Snapshot = z.strictObject({
  slug: Slug,
  /** Absent for the default market. */
  market: Market.optional(),
  validFrom: Instant,
  validTo: Instant.optional(),
  lastSeenAt: Instant,
  /** Long periods without a visit within it. */
  gaps: z.array(z.strictObject({ from: Instant, to: Instant })).optional(),
  recordedAt: Instant,
  origin: z.enum(['observed', 'imported', 'correction']),
  /** A later recording took its place. */
  superseded: z.literal(true).optional(),
  /** Present exactly where `origin` is `imported`. */
  imported: ImportedFrom.optional(),
  tiers: z.array(Tier),
  rates: z.array(Rate),
  facts: Facts.optional(),
  absent: Absences,
  evidence: z.array(RecordEvidence),
});
export type Snapshot = z.infer<typeof Snapshot>;
