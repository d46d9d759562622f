/** What we state of a product's API: the facts of its description, and where and when they were read. */
import * as z from 'zod';
import { ApiFacts } from './api-facts.ts';
import { FailureKind } from './observation.ts';
import { Sha256 } from './page.ts';
import { Day, Instant } from './product.ts';
import { Outcome } from './source-facts.ts';

/** Where imported facts come from, and since when they are known. */
export const ImportedFrom = z.strictObject({
  /** Dataset, file and version, as "owner/directory:api/acme.example.json@1.2.3". */
  dataset: z.string().min(1).max(300),
  license: z.string().min(1).max(40),
  asOf: Day,
  asOfBasis: z.string().min(1).max(160),
  /** Where the vendor publishes it, as the dataset says. */
  url: z.url(),
  /** How we know that the description is the vendor's own. */
  official: z.string().min(1).max(160),
});

/** `data/api-descriptions/<slug>.json`: facts of a description as a public dataset carries it. */
export const ImportedApi = ImportedFrom.extend({ facts: ApiFacts });
export type ImportedApi = z.infer<typeof ImportedApi>;

/** What one source states: a description that we read ourselves. */
export const StatedApi = z.strictObject({
  facts: ApiFacts,
  pageSha256: Sha256,
});
export type StatedApi = z.infer<typeof StatedApi>;

/** The last attempt on the source that has the description. */
const Attempt = z.strictObject({
  url: z.url(),
  checkedAt: Instant,
  outcome: Outcome,
  failure: FailureKind.optional(),
  /** Another description waits. */
  disputed: z.boolean(),
});

export const ApiReference = z.strictObject({
  facts: ApiFacts,
  /** Present where we have not read the description yet. */
  imported: ImportedFrom.optional(),
  /** Present where we have: its last bytes, and the last visit that confirmed them. */
  observed: z.strictObject({ url: z.url(), pageSha256: Sha256, confirmedAt: Instant }).optional(),
  /** Absent where no source has a description, or none was visited yet. */
  attempt: Attempt.optional(),
  source: z.url().optional(),
});
export type ApiReference = z.infer<typeof ApiReference>;
