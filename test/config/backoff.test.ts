import { expect, test } from 'vitest';
import { countExit, restartDelayMs } from '../../config/backoff.ts';

test('each exit in a row doubles the wait, up to half a minute', () => {
  let exits = { count: 0 };
  const waits = Array.from({ length: 9 }, () => {
    exits = countExit(exits, 1_000);
    return restartDelayMs(exits);
  });
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test('a minute of health begins the count anew', () => {
  expect(restartDelayMs(countExit({ count: 8 }, 59_999))).toBe(30_000);
  expect(restartDelayMs(countExit({ count: 8 }, 60_000))).toBe(500);
});
