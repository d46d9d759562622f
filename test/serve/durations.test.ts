import { expect, it } from 'vitest';
import { addDurations, durations, durationText } from '../../serve/metrics/durations.ts';

it('buckets count what is at most their bound, and the last one everything', () => {
  const taken = durations();
  for (const seconds of [0.000_05, 0.000_051, 0.001, 0.2, 5]) taken.observe(seconds);
  const text = durationText('seconds', 'Time', new Map([['getPricing', taken.counted()]]));
  const bucket = (bound: string) =>
    Number(new RegExp(`le="${bound.replace('+', '\\+')}",operation="getPricing"} (\\d+)`).exec(text)?.[1]);
  expect(['0.00005', '0.0001', '0.001', '0.05', '0.25', '1', '+Inf'].map(bucket)).toEqual([1, 2, 3, 3, 4, 4, 5]);
  expect(text).toContain('seconds_count{operation="getPricing"} 5');
  expect(Number(/seconds_sum\{operation="getPricing"\} (\S+)/.exec(text)?.[1])).toBeCloseTo(5.201101);
  expect(text.startsWith('# HELP seconds Time\n# TYPE seconds histogram\n')).toBe(true);
});

it('of two processes count as if one had seen them all', () => {
  const [one, other, both] = [durations(), durations(), durations()];
  for (const seconds of [0.001, 0.2]) {
    one.observe(seconds);
    both.observe(seconds);
  }
  for (const seconds of [0.001, 5]) {
    other.observe(seconds);
    both.observe(seconds);
  }
  expect(addDurations(one.counted(), other.counted())).toEqual(both.counted());
});
