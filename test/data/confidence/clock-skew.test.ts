import { expect, it } from 'vitest';
import { isAhead, isLate, isMisdated, isOfLaterDay } from '../../../data/confidence/clock-skew.ts';
import { daysAfterNoon } from '../../builders.ts';

const day = (days: number) => new Date(daysAfterNoon(days));
const HOUR = 1 / 24;

it('clocks of two machines differ a little', () => {
  expect(isAhead(daysAfterNoon(HOUR), day(0))).toBe(false);
  expect(isAhead(daysAfterNoon(1.01 * HOUR), day(0))).toBe(true);
});

it('a visit is late when one that was made later was judged', () => {
  const visit = { observedAt: daysAfterNoon(1), recordedAt: day(2) };
  expect(isLate(visit, { checkedAt: daysAfterNoon(2) })).toBe(true);
  expect(isLate(visit, { checkedAt: daysAfterNoon(1) })).toBe(false);
  expect(isLate(visit, { checkedAt: daysAfterNoon(0) })).toBe(false);
  expect(isLate(visit, {})).toBe(false);
});

it('one that was dated months ahead makes no later one late', () => {
  const visit = { observedAt: daysAfterNoon(1), recordedAt: day(1) };
  expect(isMisdated(daysAfterNoon(90), visit)).toBe(true);
  expect(isLate(visit, { checkedAt: daysAfterNoon(90) })).toBe(false);
});

it('visits that come in their order are of one clock, however far it is from the one that records them', () => {
  const visit = { observedAt: daysAfterNoon(91), recordedAt: day(1) };
  expect(isMisdated(daysAfterNoon(90), visit)).toBe(false);
  expect(isMisdated(daysAfterNoon(1), { observedAt: daysAfterNoon(-4_000), recordedAt: day(1) })).toBe(false);
});

it('a day is later than now from the end of today on', () => {
  const morning = new Date('2026-11-21T00:00:00Z');
  expect(isOfLaterDay('2026-11-21T23:59:59Z', morning)).toBe(false);
  expect(isOfLaterDay('2026-11-22T00:30:00Z', morning)).toBe(false);
  expect(isOfLaterDay('2026-11-22T01:00:00Z', morning)).toBe(true);
  expect(isOfLaterDay('2026-11-20T01:00:00Z', morning)).toBe(false);
});
