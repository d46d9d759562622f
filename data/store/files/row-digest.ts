/** A hash over the values of a row that reveals any change of a value, its type or its borders. */
import { createHash } from 'node:crypto';

export type SqlValue = string | number | null | Uint8Array;

/** SHA-256 over the values in order, each framed by its type and length. */
export function sumRow(values: readonly SqlValue[]): Buffer {
  const sum = createHash('sha256');
  for (const value of values) {
    if (value === null) sum.update('-;');
    else if (typeof value === 'number') sum.update(`n${value};`);
    else if (typeof value === 'string') sum.update(`s${Buffer.byteLength(value)}:`).update(value);
    else sum.update(`b${value.byteLength}:`).update(value);
  }
  return sum.digest();
}
