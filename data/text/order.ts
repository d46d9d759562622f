/** Compares texts by their UTF-16 code units, for `sort`. */
export function inOrder(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
