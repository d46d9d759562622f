/** How counts are written. Pure. */

/** "1,265". */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** "1 seat", "1,265 seats". */
export function numberOf(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
