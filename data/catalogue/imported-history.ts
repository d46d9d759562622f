/** What public datasets state of a product's past: dated facts, and rows left out with their reasons. */
import * as z from 'zod';
import { Day, ImportedFact } from '../product.ts';

/** A fact of one day. Tiers form a price list that the dataset's next list replaces; others hold until restated. */
export const HistoryFact = ImportedFact.extend({
  kind: z.enum(['tier', 'free_tier', 'base_price', 'sso_price', 'token_rate']),
  subject: z.string().min(1).max(120),
});
export type HistoryFact = z.infer<typeof HistoryFact>;

/** Rows of a dataset that are not taken. */
export const LeftOut = z.strictObject({
  dataset: z.string().min(1).max(300),
  asOf: Day,
  rows: z.int().min(1),
  reason: z.string().min(1).max(200),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const ImportedHistory = z.strictObject({ facts: z.array(HistoryFact), leftOut: z.array(LeftOut) });
export type ImportedHistory = z.infer<typeof ImportedHistory>;
