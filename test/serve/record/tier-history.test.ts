import { expect, test } from 'vitest';
import { tierHistory } from '../../../serve/record/tier-history.ts';
import { daysAfterNoon, price, snapshot, tier } from '../../builders.ts';

const pro = (amount: string) => tier({ prices: [price({ amount })] });
const other = (amount: string) => tier({ id: 'team', name: 'Team', prices: [price({ amount })] });

function between(from: number, to: number | undefined, tiers: ReturnType<typeof tier>[], seen = to ?? from) {
  return snapshot({
    validFrom: daysAfterNoon(from),
    ...(to !== undefined && { validTo: daysAfterNoon(to) }),
    lastSeenAt: daysAfterNoon(seen),
    tiers,
  });
}

const PAST = [
  between(0, 100, [other('30.00')]),
  between(100, 200, [pro('10.00'), other('30.00')], 190),
  between(200, 300, [pro('10'), other('40.00')], 210),
  between(300, 400, [pro('10.00'), other('50.00')]),
  between(400, 500, [pro('12.00')]),
  between(500, 600, [other('50.00')]),
  between(600, undefined, [pro('12.00')]),
];

test('the intervals of a tier are those of its own prices, whatever happens to others', () => {
  const found = tierHistory(PAST, new Set(['pro']));
  const day = (instant = '') => (Date.parse(instant) - Date.parse(daysAfterNoon(0))) / 86_400_000;
  expect(
    found.map(({ validFrom, validTo, tiers }) => [day(validFrom), day(validTo), tiers[0]?.prices[0]?.amount]),
  ).toEqual([
    [100, 400, '10.00'],
    [400, 500, '12.00'],
    [600, Number.NaN, '12.00'],
  ]);
  expect(found.every(({ tiers }) => tiers.length === 1)).toBe(true);
  // Between the sightings of day 210 and day 300 the page was not seen.
  expect(found[0]).toMatchObject({
    lastSeenAt: daysAfterNoon(400),
    gaps: [{ from: daysAfterNoon(210), to: daysAfterNoon(300) }],
  });
});

test('a price that was read again with another confidence is the same', () => {
  const read = (confidence: number) => tier({ prices: [price({ confidence })] });
  const past = [between(0, 100, [read(0.95), other('30.00')]), between(100, undefined, [read(0.97), other('40.00')])];
  expect(tierHistory(past, new Set(['pro']))).toHaveLength(1);
});

test('intervals of datasets stay apart from ours', () => {
  const told = { ...between(100, 400, [pro('10.00')]), origin: 'imported' as const };
  expect(
    tierHistory([...PAST.slice(0, 1), told, between(400, undefined, [pro('10.00')])], new Set(['pro'])),
  ).toHaveLength(2);
});
