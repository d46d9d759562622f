/** The content of a generation. */
import * as z from 'zod';
import type { ApiReference } from '../../api-reference.ts';
import type { Change } from '../../change.ts';
import type { PriceState } from '../../prices/price-state.ts';
import type { YearChange } from '../../prices/year-change.ts';
import type { CatalogueProduct, Day } from '../../product.ts';
import type { Billing, Unit } from '../../reading.ts';
import type { PricingRecord, RecordEvidence, Snapshot, Verification } from '../../record.ts';
import type { Tally } from '../../reliability.ts';
import type { ProductResearch } from '../../research.ts';

/** All that is published of one product. */
export interface PublishedProduct {
  product: CatalogueProduct;
  /** Absent for a tombstone. */
  record?: PricingRecord;
  /** What follows from the record; absent for a tombstone. */
  research?: ProductResearch;
  snapshots: Snapshot[];
  /** Its `changed_with_redesign` of the default market; none by default. */
  redesigns?: readonly Change[];
  /** What a description of its API states; absent where none is known. */
  api?: ApiReference;
  /** How our confidence in it fared; absent where it was never put to the test. */
  forecasts?: Tally[];
}

/** Evidence with the text around it on its page. */
export interface EvidenceContext {
  evidence: RecordEvidence;
  slug: string;
  before: string;
  after: string;
  finalUrl: string;
}

/** Kinds of facts that a product can have: a price, rates of models, and prices of an earlier time. */
export const KnownFact = z.enum(['price', 'rates', 'history']);
export type KnownFact = z.infer<typeof KnownFact>;

/** A dataset that states something of a product. */
export interface Stating {
  /** "owner/name" */
  dataset: string;
  license: string;
  /** The day that its newest such fact is of. */
  asOf: Day;
}

/** A product in a list. */
export interface ListedProduct {
  slug: string;
  name: string;
  category: string;
  vendor: string;
  aliases: string[];
  retired: boolean;
  /** Absent for a tombstone. */
  priceState?: PriceState;
  /** Absent where it is not known. */
  freeTier?: boolean;
  /** Kinds of facts that are known. */
  has: KnownFact[];
  /** Least price per month, in `currency`; absent where none is known. */
  startingAmount?: string;
  /** How one is billed at that amount, and for what; the unit is absent where the vendor does not say. */
  startingBilling?: Billing;
  startingUnit?: Unit;
  currency?: string;
  /** Where that price was not read from the vendor's page. */
  startingDataset?: Stating;
  /** Of that price; absent before schema 10. */
  yearChange?: YearChange;
  /** Of its tiers and rates, by name; absent where none states any. */
  datasets?: Stating[];
  confirmedAt?: string;
  /** Absent for a tombstone. */
  verification?: Verification;
}

export interface ChangeQuery {
  /** Events after this `seq`; from the beginning where undefined. */
  after?: number;
  /** Events before this `seq`; to the end where undefined. */
  before?: number;
  limit: number;
  /** The newest first, in place of the order of the log. */
  isNewestFirst?: boolean;
  /** Without entries of the catalogue. */
  isOfPrices?: boolean;
  slug?: string;
  slugs?: readonly string[];
  category?: string;
  type?: string;
}
