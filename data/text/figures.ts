/** Counts, shares and durations as text, for people. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

/** "3 min", "5 h", "12 d", "4 y". */
export function span(ms: number): string {
  const size = Math.abs(ms);
  if (size < MINUTE) return `${Math.round(size / 1000)} s`;
  if (size < 2 * HOUR) return `${Math.round(size / MINUTE)} min`;
  if (size < 2 * DAY) return `${Math.round(size / HOUR)} h`;
  if (size < 2 * YEAR) return `${Math.round(size / DAY)} d`;
  return `${Math.round(size / YEAR)} y`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Made once: `toLocaleString` looks its locale up for each number. */
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export function number(count: number): string {
  return (count < 10 ? TENTHS : WHOLE).format(count);
}

export function percent(share: number): string {
  const isNearAnEnd = (share > 0.995 && share < 1) || (share > 0 && share < 0.095);
  return `${(share * 100).toFixed(isNearAnEnd ? 1 : 0)} %`;
}
