/** Calendar months in UTC, as numbers that follow one another: 12 times the year, plus 0 for January. Pure. */

export function monthOf(instant: string): number {
  return Number(instant.slice(0, 4)) * 12 + Number(instant.slice(5, 7)) - 1;
}

/** "2026-11" */
export function monthName(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** The first instant after it. */
export function endOfMonth(month: number): string {
  return `${monthName(month + 1)}-01T00:00:00.000Z`;
}
