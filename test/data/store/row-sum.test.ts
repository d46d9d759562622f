import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../data/store/files/canonical-json.ts';
import { type SqlValue, sumRow } from '../../../data/store/files/row-digest.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 6 }),
  fc.constantFrom<SqlValue>('1', 1, '', 'n1;', 's0:', '-;', new Uint8Array()),
);

describe('the sum of a row', () => {
  it('is equal for two rows only when the rows are equal, in types and borders too', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), fc.array(value, { maxLength: 4 }), (a, b) => {
        const told = (row: SqlValue[]) =>
          JSON.stringify(row.map((one) => (one instanceof Uint8Array ? { bytes: [...one] } : one)));
        expect(sumRow(a).equals(sumRow(b))).toBe(told(a) === told(b));
        expect(sumRow(a).equals(sumRow([...a]))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('canonical JSON', () => {
  it('is the same whatever order the keys came in, and means the same value', () => {
    const shuffled = (given: unknown): unknown => {
      if (given === null || typeof given !== 'object') return given;
      if (Array.isArray(given)) return given.map(shuffled);
      return Object.fromEntries(
        Object.entries(given)
          .reverse()
          .map(([key, inner]) => [key, shuffled(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        expect(canonicalJson(shuffled(given))).toBe(canonicalJson(given));
        expect(JSON.parse(canonicalJson(given))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  it('orders keys by code units and leaves out what is undefined', () => {
    expect(canonicalJson({ b: 1, a: [{ d: 1, c: undefined }], Z: 'é' })).toBe('{"Z":"é","a":[{"d":1}],"b":1}');
  });
});
