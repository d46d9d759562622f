/** The public datasets that facts are imported from: what each is, under which licence, and what that asks to be said. */
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
  /** What its licence asks to be said wherever its facts are shown. */
  attribution: z.string().min(1).max(300),
  /** What is known to be wrong with it. */
  caveat: z.string().max(300).optional(),
  /** Models go by the names that the vendor's API takes; else by the dataset's own. */
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
