/** The origin of an imported fact: dataset, licence and date. Pure. */
import type { ImportedFact } from '../../product.ts';

export type Origin = Pick<ImportedFact, 'asOf' | 'asOfBasis' | 'dataset' | 'license' | 'sourceUrl'>;

interface Stated {
  dataset: string;
  license: string;
  asOf: string;
  asOfBasis?: string | null | undefined;
  sourceUrl?: string | null | undefined;
}

/** @param bases by the prefix of a dataset: the meaning of its dates, for rows that do not state it */
export function originOf({ dataset, license, asOf, asOfBasis, sourceUrl }: Stated, bases: [string, string][]): Origin {
  const known = bases.find(([prefix]) => dataset.startsWith(prefix))?.[1];
  return {
    asOf,
    asOfBasis: asOfBasis ?? known ?? 'date of the dataset',
    dataset: dataset.slice(0, 300),
    license,
    // Some datasets name a file of their own here.
    ...(sourceUrl && URL.canParse(sourceUrl) && { sourceUrl }),
  };
}
