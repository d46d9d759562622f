/** Whom an answer that holds imported facts has to credit, and what is known to be wrong with a dataset. Pure. */
import * as z from 'zod';
import { datasetOf } from '../../data/datasets.ts';
import { datasetName, type ImportedFrom } from '../../data/record.ts';

export const Credit = z.strictObject({
  dataset: z.string(),
  license: z.string(),
  attribution: z.string().optional().meta({ description: 'What its licence asks to be said.' }),
  caveat: z.string().optional(),
});
export type Credit = z.infer<typeof Credit>;

/** One a dataset and licence, by name. @param facts what is answered, imported or not */
export function creditsOf(facts: readonly { imported?: ImportedFrom | undefined }[]): Credit[] {
  const credits = new Map<string, Credit>();
  for (const { imported } of facts) {
    if (imported === undefined) continue;
    credits.set(...creditOf(imported));
  }
  return inOrder(credits);
}

/** With the key by which it is one of many: a dataset may have changed its licence. */
export function creditOf({ dataset, license }: Pick<ImportedFrom, 'dataset' | 'license'>): [key: string, Credit] {
  const name = datasetName(dataset);
  const { attribution, caveat } = datasetOf({ dataset }) ?? {};
  return [`${name} ${license}`, { dataset: name, license, attribution, caveat }];
}

export function inOrder(credits: ReadonlyMap<string, Credit>): Credit[] {
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit);
}
