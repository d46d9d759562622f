/**
 * JSON in which equal values are equal bytes, for what is hashed or published.
 *
 * RFC 8785 (JSON Canonicalization Scheme): keys sorted by UTF-16 code units, numbers and strings as in ECMAScript, no
 * white space.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** A copy with sorted keys and no prototype, so that `__proto__` is an ordinary key. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) copy[key] = sorted((value as Record<string, unknown>)[key]);
  return copy;
}
