/**
 * JSON with its keys in order, so that equal values are equal bytes: what is hashed or published is written this way.
 *
 * RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers and strings as ECMAScript writes
 * them, no white space.
 */

export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** A copy with its keys in order; without a prototype, so that a key `__proto__` is a key. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) copy[key] = sorted((value as Record<string, unknown>)[key]);
  return copy;
}
