import { expect, test } from 'vitest';
import { countExit, NO_EXITS } from '../../config/backoff.ts';

/** The waits after so many runs of this length. */
function waits(count: number, ranMs: number): number[] {
  let exits = NO_EXITS;
  return Array.from({ length: count }, () => {
    exits = countExit(exits, ranMs);
    return exits.waitMs;
  });
}

test('each exit in a row doubles the time between two starts, up to half a minute', () => {
  const between = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000];
  expect(waits(9, 0)).toEqual(between);
  expect(waits(9, 1_000)).toEqual(between.map((each) => Math.max(0, each - 1_000)));
});

test('a process that worked for a minute restarts at once, however often it is killed', () => {
  for (const ranMs of [30_000, 59_000, 60_000]) expect(waits(60, ranMs)).toEqual(Array(60).fill(0));
  expect(countExit({ count: 8, waitMs: 30_000 }, 59_000)).toEqual(NO_EXITS);
});
