/** Facts of an API of a fictitious vendor, as the reader reads them from its description. */
import { readParsedApi } from '../crawler/read/api/read-api.ts';
import type { ApiFacts } from '../data/api-facts.ts';
import type { ApiReference } from '../data/api-reference.ts';
import { NOON, sha256Of } from './builders.ts';
import { greenhouse } from './crawler/read/api/descriptions.ts';

export function apiFacts(
  description: unknown = greenhouse(),
  url = 'https://docs.glasshouse.example/openapi.json',
): ApiFacts {
  const read = readParsedApi(description, url);
  if ('fault' in read) throw new Error(read.fault);
  return read.facts;
}

export const IMPORTED_FROM = {
  dataset: 'glass/directory-of-apis:api/glasshouse.example.json@1.2.3',
  license: 'MIT',
  asOf: '2025-10-15',
  asOfBasis: 'build date of the dataset',
  url: 'https://docs.glasshouse.example/openapi.json',
  official: 'published at the vendor’s own address',
};

export function importedReference(overrides: Partial<ApiReference> = {}): ApiReference {
  return { facts: apiFacts(), imported: IMPORTED_FROM, ...overrides };
}

export function observedReference(overrides: Partial<ApiReference> = {}): ApiReference {
  const url = 'https://docs.glasshouse.example/openapi.json';
  return {
    facts: apiFacts(),
    observed: { url, pageSha256: sha256Of('description'), confirmedAt: NOON },
    attempt: { url, checkedAt: NOON, outcome: 'confirmed', disputed: false },
    source: url,
    ...overrides,
  };
}
