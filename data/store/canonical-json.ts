/**
 * JSON with its keys in order, so that equal values are equal bytes: what is hashed or published is written this way.
 *
 * RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers and strings as ECMAScript writes
 * them, no white space.
 */

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sorted);
}

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
