import { afterEach, expect, it } from 'vitest';
import { watchClock } from '../../../crawler/schedule/clock-watch.ts';

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

it('tells by how much the clock was set, each time, and nothing of a clock that is corrected a little', async () => {
  let setBy = 0;
  const told: number[] = [];
  const stopwatch = () => performance.now();
  // It follows the stopwatch, as a system's clock does between two settings.
  ending.push(
    watchClock({ onSet: (by) => told.push(Math.round(by)), clock: () => stopwatch() + setBy, stopwatch, lookMs: 1 }),
  );
  setBy += 5_000;
  setBy += 90 * 86_400_000;
  await expect.poll(() => told).toEqual([90 * 86_400_000 + 5_000]);
  setBy -= 86_400_000;
  await expect.poll(() => told).toEqual([90 * 86_400_000 + 5_000, -86_400_000]);
  setBy += 9_000;
  await new Promise((later) => setTimeout(later, 20));
  expect(told).toHaveLength(2);
});
