import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ratingOf, recordData, verificationView } from '../../../serve/record/view.ts';
import { ageInDays, heldTo } from '../../../serve/record/withheld.ts';
import { daysAfterNoon, freeTier, NOON, price, rate, record, tier, verification } from '../../builders.ts';
import { SITE } from '../served.ts';

const FIELDS = { startingPrice: 12, freeTier: true, tiers: [], hiddenCosts: [] };
const demand = fc.record(
  { minConfidence: fc.double({ min: 0, max: 1, noNaN: true }), maxAgeDays: fc.nat(400) },
  { requiredKeys: [] },
);
const day = fc
  .date({ min: new Date('2025-11-21'), max: new Date('2026-11-21'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyTrust = fc.record(
  { confidence: fc.double({ min: 0, max: 1, noNaN: true }), verifiedAt: day },
  { requiredKeys: [] },
);

it('a field is either answered with or withheld, and never both', () => {
  fc.assert(
    fc.property(demand, anyTrust, (demands, trust) => {
      const { data, withheld = [] } = heldTo(demands, FIELDS, { verification: trust, day: '2026-11-21' });
      expect([...Object.keys(data), ...withheld.map(({ field }) => field)].sort()).toEqual(Object.keys(FIELDS).sort());
    }),
  );
});

it('who demands more is answered with no more', () => {
  fc.assert(
    fc.property(anyTrust, demand, demand, (trust, one, other) => {
      const both = {
        minConfidence: Math.max(one.minConfidence ?? 0, other.minConfidence ?? 0),
        maxAgeDays: Math.min(one.maxAgeDays ?? 400, other.maxAgeDays ?? 400),
      };
      const fieldsUnder = (demands: typeof one) =>
        Object.keys(heldTo(demands, FIELDS, { verification: trust, day: '2026-11-21' }).data);
      expect(fieldsUnder(one)).toEqual(expect.arrayContaining(fieldsUnder(both)));
    }),
  );
});

it('days are counted by the calendar', () => {
  expect(ageInDays('2026-10-24', '2026-10-26')).toBe(2);
  expect(ageInDays('2024-02-28', '2024-03-01')).toBe(2);
  expect(ageInDays('2026-11-22', '2026-11-21')).toBe(0);
});

it('prices, claims and rates are judged one by one, and each that is withheld is named', () => {
  const money = price({ amount: '12.00' });
  const tiers = [
    freeTier({ confidence: 0.99 }),
    tier({
      prices: [
        { ...money, confidence: 0.97 },
        { ...money, amount: '10.00', billing: 'annual', confidence: 0.6 },
      ],
    }),
    tier({ id: 'team', prices: [{ ...money, amount: '24.00', confidence: 0.7 }] }),
  ];
  const rates = [rate({ confidence: 0.98 }), rate({ model: 'small-1', confidence: 0.5 })];
  const known = record({ tiers, rates, verification: verification({ score: 0.8 }) });
  const { confidence, verifiedAt } = verificationView(known.verification, new Date(NOON));
  const data = recordData(known, {
    site: SITE,
    depth: 'summary',
    rating: ratingOf(known.verification, new Date(NOON)),
  });
  const trust = { verification: { confidence, ...(verifiedAt && { verifiedAt }) }, day: '2026-11-21' };
  const held = heldTo({ minConfidence: 0.9 }, { startingPrice: 12, tiers: data.tiers, rateCard: data.rateCard }, trust);
  expect(held.data.tiers?.map(({ id, price, prices }) => [id, price, prices.map(({ amount }) => amount)])).toEqual([
    ['free', 0, []],
    ['pro', undefined, ['12.00']],
  ]);
  expect(held.data.rateCard?.models.map(({ model }) => model)).toEqual(['large-1']);
  expect(held.withheld).toMatchObject([
    { field: 'startingPrice', confidence: 0.8 },
    { field: 'tiers.pro.prices', confidence: 0.6, reason: 'confidence 0.6 is below 0.9' },
    { field: 'tiers.team', confidence: 0.7 },
    { field: 'rateCard.small-1', confidence: 0.5 },
  ]);
  expect(heldTo({ minConfidence: 0.995 }, { tiers: data.tiers }, trust)).toMatchObject({
    data: {},
    withheld: [{ field: 'tiers' }],
  });
});

it('a fact fades as its record does', () => {
  const later = new Date(daysAfterNoon(300));
  const known = verification({ score: 0.9 });
  const rating = ratingOf(known, later);
  expect(rating({})).toBe(verificationView(known, later).confidence);
  expect(rating({ confidence: 0.45 })).toBeCloseTo((rating({}) ?? 0) / 2, 2);
});
