import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ageInDays, heldTo } from '../../../serve/record/withheld.ts';

const FIELDS = { startingPrice: 12, freeTier: true, tiers: [], hiddenCosts: [] };
const demand = fc.record(
  { minConfidence: fc.double({ min: 0, max: 1, noNaN: true }), maxAgeDays: fc.nat(400) },
  { requiredKeys: [] },
);
const day = fc
  .date({ min: new Date('2025-11-21'), max: new Date('2026-11-21'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const verification = fc.record(
  { confidence: fc.double({ min: 0, max: 1, noNaN: true }), verifiedAt: day },
  { requiredKeys: [] },
);

it('a field is either answered with or withheld, and never both', () => {
  fc.assert(
    fc.property(demand, verification, (demands, trust) => {
      const { data, withheld = [] } = heldTo(demands, FIELDS, { verification: trust, day: '2026-11-21' });
      expect([...Object.keys(data), ...withheld.map(({ field }) => field)].sort()).toEqual(Object.keys(FIELDS).sort());
    }),
  );
});

it('who demands more is answered with no more', () => {
  fc.assert(
    fc.property(verification, demand, demand, (trust, one, other) => {
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
