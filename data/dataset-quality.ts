/** What a generation states of the whole dataset: figures that follow from the ledger alone. */
import * as z from 'zod';
import { Day, Instant, Slug } from './product.ts';
import { Reliability } from './reliability.ts';

const Count = z.int().min(0);

/** Recent confirmations of records, by the clock of the visits. */
export const Checks = z.strictObject({
  from: Instant,
  until: Instant,
  /** 30, or since the first visit where that is less. */
  days: z.number().positive(),
  /** Confirmed records, each once a day. */
  confirmations: Count,
});
export type Checks = z.infer<typeof Checks>;

export const Calibration = z.strictObject({
  /** Confidence against later visits, decisions and corrections (verifier/publish/track-record.ts). */
  field: Reliability.extend({ products: Count }).optional(),
  /** P(reading right) on labelled pages. */
  labelled: Reliability.optional(),
});
export type Calibration = z.infer<typeof Calibration>;

/** Of one public dataset that facts are imported from. */
export const DatasetFigures = z.strictObject({
  dataset: z.string(),
  facts: Count,
  products: Count,
  oldest: Day,
  newest: Day,
  /** Values that another dataset states at about the same time; one pair counts for both. */
  compared: Count,
  agreed: Count,
  /** P(a fact was right on its day). */
  reliability: z.number().min(0).max(1),
});
export type DatasetFigures = z.infer<typeof DatasetFigures>;

/** What datasets state differently at about the same time: at least one of them is wrong. */
export const Disagreement = z.strictObject({
  slug: Slug,
  subject: z.string(),
  /** Which rate, or the kind of price. */
  field: z.string(),
  stated: z.array(z.strictObject({ dataset: z.string(), value: z.string(), currency: z.string(), asOf: Day })),
});
export type Disagreement = z.infer<typeof Disagreement>;

export const ImportedFigures = z.strictObject({
  datasets: z.array(DatasetFigures),
  disagreements: z.array(Disagreement),
});
export type ImportedFigures = z.infer<typeof ImportedFigures>;
