import { describe, expect, it } from 'vitest';
import { yearChange } from '../../../data/prices/year-change.ts';
import { change, daysAfterNoon, NOON, price, sighting, snapshot, tier } from '../../builders.ts';

describe('the change of twelve months', () => {
  const now = sighting(-100, '12.00', { until: 0 });
  const none = 'No price is known from a year earlier';

  it('is that of one plan on the same terms, between two days a year apart', () => {
    expect(yearChange([sighting(-500, '10.00', { until: -101 }), now], [])).toEqual({
      percent: 20,
      since: '2025-11-21',
    });
    expect(yearChange([sighting(-500, '12.00', { until: 0 })], [])).toMatchObject({ percent: 0 });
  });

  it('is not known where no price of the day is, unless the sightings before and after agree', () => {
    expect(yearChange([], [])).toEqual({ reason: 'No starting price in the history' });
    expect(yearChange([now], [])).toEqual({ reason: none });
    expect(yearChange([sighting(-500, '10.00'), now], [])).toEqual({ reason: none });
    expect(yearChange([sighting(-500, '10.00'), sighting(-300, '10.00'), now], [])).toMatchObject({ percent: 20 });
    expect(yearChange([sighting(-500, '9.00'), sighting(-300, '10.00'), now], [])).toEqual({ reason: none });
  });

  it('compares no other plan, currency or billing, and no change of unknown cause', () => {
    const sameTerms = 'The plan was not sold on the same terms a year earlier';
    const sold = (billing: 'annual' | undefined, id = 'pro') =>
      snapshot({
        validFrom: daysAfterNoon(-500),
        lastSeenAt: daysAfterNoon(-101),
        tiers: [tier({ id, prices: [price({ amount: '10.00', billing })] })],
      });
    expect(yearChange([sighting(-500, '10.00', { until: -101, currency: 'EUR' }), now], [])).toEqual({
      reason: sameTerms,
    });
    expect(yearChange([sold('annual'), now], [])).toEqual({ reason: sameTerms });
    expect(yearChange([sold(undefined), now], [])).toEqual({ reason: sameTerms });
    expect(yearChange([sold('annual', 'team'), now], [])).toEqual({ reason: sameTerms });
    expect(yearChange([{ ...sold(undefined), lastSeenAt: NOON }], [])).toEqual({ reason: 'The billing is not stated' });
    const unclear = { ...change({ type: 'changed_with_redesign', observedAt: daysAfterNoon(-100) }), seq: 1 };
    expect(yearChange([sighting(-500, '10.00', { until: -101 }), now], [unclear])).toMatchObject({
      reason: expect.stringContaining('redesign'),
    });
  });

  it('is that of a dataset where we observed nothing', () => {
    const told = (day: number, amount: string) => sighting(day, amount, { origin: 'imported', until: day + 200 });
    expect(yearChange([told(-500, '10.00'), told(-200, '11.00')], [])).toMatchObject({ percent: 10 });
    expect(yearChange([told(-500, '10.00'), told(-200, '11.00'), now], [])).toEqual({ reason: none });
  });
});
