/** Whether a total is only the least that a team can pay. Pure. */
import type { ExclusionReason, Total } from './cost-shape.ts';

/** Some of what is left out is surely paid, and how much can't be told from seats. */
const SURELY_PAID: ReadonlySet<ExclusionReason> = new Set([
  'usage',
  'not_counted_from_seats',
  'unit_not_stated',
  'seats_beyond_included',
  'other_period',
]);

export function isFloor({ excludes }: Pick<Total, 'excludes'>): boolean {
  return excludes.some(({ reason }) => SURELY_PAID.has(reason));
}
