/** Compares numbers, or texts by their UTF-16 code units, for `sort`. */
export function inOrder<Of extends string | number>(a: Of, b: Of): number {
  return Number(a > b) - Number(a < b);
}
