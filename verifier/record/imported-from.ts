import type { ImportedFact } from '../../data/product.ts';
import type { ImportedFrom } from '../../data/record.ts';

/** Where an imported fact comes from, as records have it. */
export function importedFrom({ dataset, license, asOf, asOfBasis, sourceUrl }: ImportedFact): ImportedFrom {
  return { dataset, license, asOf, asOfBasis, ...(sourceUrl === undefined ? {} : { sourceUrl }) };
}
