/** How many of what a price buys a team of so many people needs, as far as its size alone tells. Pure. */
import type { Unit } from '../../data/reading.ts';

/**
 * `seats`: one for each person. `team`: one for all of them. `unstated`: the page does not say what one price buys.
 * `other`: something that people do not count, as projects or contacts.
 */
export type Counting = 'seats' | 'team' | 'unstated' | 'other';

const PEOPLE: ReadonlySet<Unit> = new Set(
  'user seat member person people agent editor creator author employee developer contributor collaborator host licence license teammate'.split(
    ' ',
  ),
);
const WHOLE: ReadonlySet<Unit> = new Set('flat workspace organisation organization team company account'.split(' '));

export function countingOf(unit: Unit | undefined): Counting {
  if (unit === undefined) return 'unstated';
  if (PEOPLE.has(unit)) return 'seats';
  return WHOLE.has(unit) ? 'team' : 'other';
}
