/**
 * What we state about a product, as facts with evidence. No sentence, link or plain number lives here: those are
 * made from it when it is served, so that a better sentence needs no new observation.
 */
import * as z from 'zod';
import { HiddenCostKind } from './authored-research.ts';
import { Hazard } from './hazard.ts';
import { Amount, Currency } from './money.ts';
import { PageFormat, Sha256, WebUrl } from './page.ts';
import { Day, Instant, Slug } from './product.ts';
import { Evidence, factOf, MAX_FACTS, Per, ReadModel, ReadPrice, ReadTier, Unit } from './reading.ts';
import { RuleId } from './research-rules.ts';
import { Outcome } from './source-facts.ts';

/**
 * Where a fact comes from: our own reading of a vendor's page, a named public dataset, an author's research, or a
 * rule over other facts.
 */
export const Origin = z.enum(['observed', 'imported', 'research', 'derived']);
export type Origin = z.infer<typeof Origin>;

/** `ev_` and 20 hex digits of SHA-256 over page hash, scope, offsets and quote: the same words keep their id. */
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
});
export type RecordEvidence = z.infer<typeof RecordEvidence>;

/** A price as it was read, its evidence by id. */
export const Price = ReadPrice.omit({ evidence: true }).extend({
  /** Absent for an imported price, whose proof is its dataset, and for one that a person states. */
  evidence: EvidenceId.optional(),
});
export type Price = z.infer<typeof Price>;

/** Which dataset states an imported fact, of what day, under which licence. */
export const ImportedFrom = z.strictObject({
  dataset: z.string(),
  license: z.string(),
  asOf: Day,
  asOfBasis: z.string(),
  sourceUrl: WebUrl.optional(),
});
export type ImportedFrom = z.infer<typeof ImportedFrom>;

/** Without its file and version: "owner/name". */
export function datasetName(dataset: string): string {
  return dataset.split(/[:@]/, 1)[0] ?? dataset;
}

/** Who stated a value by hand, why and when, where no reader could; `sourceUrl` is the page that was looked at. */
export const Research = z.strictObject({
  by: z.string().min(1).max(40),
  reason: z.string().min(1).max(300),
  asOf: Day,
  sourceUrl: WebUrl.optional(),
});
export type Research = z.infer<typeof Research>;

export const Tier = ReadTier.omit({ prices: true, evidence: true }).extend({
  /** Stable while the vendor keeps the tier, through renames and reorderings. */
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

export const Rate = ReadModel.omit({ evidence: true }).extend({
  aliases: z.array(z.string()),
  origin: Origin,
  source: Slug.optional(),
  evidence: z.array(EvidenceId),
  imported: ImportedFrom.optional(),
  research: Research.optional(),
});
export type Rate = z.infer<typeof Rate>;

/** What a page says beside its prices, of tiers by id and with its evidence by id. */
export const Fact = factOf(Slug, EvidenceId);
export type Fact = z.infer<typeof Fact>;
export const Facts = z.array(Fact).max(MAX_FACTS);

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

/**
 * What the last attempts came to, as stored. The confidence of today is computed from it when it is read
 * (data/confidence/decay.ts), so that a stopped pipeline cannot look fresh.
 */
export const Verification = z.strictObject({
  /** Moves at every attempt; absent when there was none. */
  checkedAt: Instant.optional(),
  /** Moves only when a reading of the vendor's page supported the published values. */
  confirmedAt: Instant.optional(),
  outcome: Outcome.optional(),
  disputed: z.boolean(),
  /** P(reading right) at confirmation, or trust in the dataset at its own date. */
  score: z.number().min(0).max(1),
  /** How fast the product's prices change, by what was known before and what we observed (data/hazard.ts). */
  hazard: Hazard,
  /** When the clock of decay starts: `confirmedAt`, or the day that an imported fact is as of. */
  decaysFrom: Instant,
  /** The vendor's URL that was read. */
  source: WebUrl.optional(),
  reasons: z.array(z.string().max(160)),
});
export type Verification = z.infer<typeof Verification>;

export const PricingRecord = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  vendor: z.string(),
  /** The currency of the headline price: the one that most paid tiers are quoted in. */
  currency: Currency.optional(),
  tiers: z.array(Tier),
  rates: z.array(Rate),
  hiddenCosts: z.array(HiddenCost),
  /** Absent where nothing is known beside the prices. */
  facts: Facts.optional(),
  verification: Verification,
  evidence: z.array(RecordEvidence),
});
export type PricingRecord = z.infer<typeof PricingRecord>;

/**
 * A record as it stood over an interval; never edited. Half open: it held from `validFrom` until `validTo`, which is
 * absent while it still holds. Between `lastSeenAt` and `validTo` nobody looked.
 *
 * What we observed is one line of intervals; each dataset's is another, beside it, and neither ends nor begins ours.
 */
export const Snapshot = z.strictObject({
  slug: Slug,
  validFrom: Instant,
  validTo: Instant.optional(),
  lastSeenAt: Instant,
  /** Within it, from one sighting to the next, where nobody looked for long; absent where there are none. */
  gaps: z.array(z.strictObject({ from: Instant, to: Instant })).optional(),
  recordedAt: Instant,
  origin: z.enum(['observed', 'imported', 'correction']),
  /** We said so once, and a later recording took its place; what we said before can still be asked. */
  superseded: z.literal(true).optional(),
  /** Which dataset states it, of what day; present exactly where `origin` is `imported`. */
  imported: ImportedFrom.optional(),
  tiers: z.array(Tier),
  rates: z.array(Rate),
  facts: Facts.optional(),
  evidence: z.array(RecordEvidence),
});
export type Snapshot = z.infer<typeof Snapshot>;
