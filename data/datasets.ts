/** The public datasets that facts are imported from, with licence and attribution. */
import * as z from 'zod';
import stated from './datasets.json' with { type: 'json' };
import { datasetName } from './record.ts';

export const Dataset = z.strictObject({
  title: z.string().min(1).max(80),
  url: z.url({ protocol: /^https$/ }),
  doi: z
    .string()
    .regex(/^10\.\d{4,9}\/\S{1,80}$/)
    .optional(),
  /** SPDX identifier. */
  license: z.string().min(1).max(40),
  /** Shown wherever its facts are shown, as its licence requires. */
  attribution: z.string().min(1).max(300),
  caveat: z.string().max(300).optional(),
  /** The vendor publishes it itself, as the repository of its site or documentation. */
  publisher: z.literal('vendor').optional(),
  /** Models have the names that the vendor's API takes, not the dataset's own. */
  modelNames: z.literal('api').optional(),
});
export type Dataset = z.infer<typeof Dataset>;

/** By "owner/name". */
export const DATASETS: ReadonlyMap<string, Dataset> = new Map(
  Object.entries(z.record(z.string(), Dataset).parse(stated)),
);

/** @param fact.dataset with or without its file and version */
export function datasetOf({ dataset }: { dataset: string }): Dataset | undefined {
  return DATASETS.get(datasetName(dataset));
}
