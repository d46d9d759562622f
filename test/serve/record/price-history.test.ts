import { describe, expect, it } from 'vitest';
import type { ChangeType } from '../../../data/change.ts';
import { priceStability, priceTrend } from '../../../serve/record/price-history.ts';
import { change, daysAfterNoon, NOON, price, sighting, snapshot, tier } from '../../builders.ts';

const NOW = new Date(NOON);
const moved = (...days: number[]) =>
  days.map((day, index) => ({ ...change({ observedAt: daysAfterNoon(day) }), seq: index + 1 }));

describe('stability', () => {
  it('is not known where little was observed, whatever changed', () => {
    expect(priceStability([sighting(-100, '10.00', { until: 0 })], moved(-50), NOW)).toEqual({
      label: 'unknown',
      changesLast12Months: 1,
      observedDays: 100,
      sufficient: false,
    });
  });

  it('is not known from a dataset alone', () => {
    expect(priceStability([sighting(-900, '10.00', { origin: 'imported', until: 0 })], [], NOW)).toMatchObject({
      observedDays: 0,
      sufficient: false,
    });
  });

  it.each([
    [[], 'stable', 0],
    [[-400], 'stable', 0],
    [[-300], 'occasional', 1],
    [[-300, -200, -100], 'frequent', 3],
  ])('with changes %j days ago is %s', (days, label, changesLast12Months) => {
    expect(priceStability([sighting(-500, '10.00', { until: 0 })], moved(...days), NOW)).toMatchObject({
      label,
      changesLast12Months,
      sufficient: true,
    });
  });

  it('is not known any more when nobody looked for half a year', () => {
    const seen = [sighting(-900, '10.00', { until: -200 })];
    expect(priceStability(seen, [], NOW)).toMatchObject({ label: 'unknown', observedDays: 700, sufficient: false });
  });

  it('is not known of a year in which somebody looked twice', () => {
    const twice = snapshot({
      validFrom: daysAfterNoon(-365),
      lastSeenAt: NOON,
      gaps: [{ from: daysAfterNoon(-365), to: NOON }],
      tiers: [tier()],
    });
    expect(priceStability([twice], [], NOW)).toMatchObject({ label: 'unknown', observedDays: 0, sufficient: false });
  });

  it('counts the days to the next sighting where it was looked for in time', () => {
    const watched = (until: number) =>
      priceStability([sighting(-300, '10.00', { until }), sighting(-100, '12.00', { until: 0 })], [], NOW).observedDays;
    expect([watched(-110), watched(-145), watched(-146)]).toEqual([300, 300, 254]);
  });

  const events = (type: ChangeType, ...days: number[]) => moved(...days).map((event) => ({ ...event, type }));
  const corrected = (day: number, before: string, after: string) => ({
    ...change({
      type: 'correction',
      observedAt: daysAfterNoon(day),
      before: { amount: before, currency: 'USD' },
      after: { amount: after, currency: 'USD' },
    }),
    seq: 1,
  });
  const back = (day: number) => corrected(day, '12.00', '10.00');

  it.each([
    [
      'counts a tier that came or went, and no new name',
      [...events('tier_added', -10), ...events('tier_removed', -20), ...events('tier_renamed', -30)],
      { changesLast12Months: 2 },
    ],
    ['counts a day once, however many tiers moved on it', moved(-90, -90, -90), { changesLast12Months: 1 }],
    [
      'counts no correction and no announcement',
      [...events('correction', -30), ...events('announced', -20)],
      { changesLast12Months: 0 },
    ],
    [
      'counts no change that a later correction took back, but the same change decided anew',
      [...moved(-60), back(-60), ...moved(-40), back(-40), ...moved(-40)],
      { changesLast12Months: 1 },
    ],
    [
      'counts a change whose correction was undone',
      [...moved(-60), back(-60), corrected(-60, '10.00', '12.00')],
      { changesLast12Months: 1 },
    ],
    [
      'counts no change that was taken back in two corrections',
      [...moved(-60), corrected(-60, '12.00', '11.00'), corrected(-60, '11.00', '10.00')],
      { changesLast12Months: 0 },
    ],
    [
      'is not known in a year of a change of unknown cause',
      events('changed_with_redesign', -30),
      { label: 'unknown', changesLast12Months: 0, unattributedLast12Months: 1, sufficient: false },
    ],
    ['gives the median of the days between changes', moved(-800, -700, -500, -100), { medianDaysBetweenChanges: 200 }],
  ])('%s', (_, changes, expected) => {
    expect(priceStability([sighting(-900, '1.00', { until: 0 })], changes, NOW)).toMatchObject(expected);
  });
});

const OF_PRO = { tier: 'pro', tierName: 'Pro' };

describe('a trend', () => {
  const ladder = (days: number, prices: Record<string, string>, until = days) =>
    snapshot({
      validFrom: daysAfterNoon(days),
      lastSeenAt: daysAfterNoon(until),
      tiers: Object.entries(prices).map(([id, amount]) => tier({ id, name: id, prices: [price({ amount })] })),
    });
  const unclear = (subject: string, day: number) => ({
    ...change({ type: 'changed_with_redesign', subject, observedAt: daysAfterNoon(day) }),
    seq: 1,
  });

  it('is of one tier: a new cheap one beside it is no cut', () => {
    const grown = [ladder(-800, { pro: '25.00' }), ladder(-100, { lite: '5.00', pro: '25.00' }, 0)];
    expect(priceTrend(grown, [])).toEqual({ direction: 'unknown', sufficient: false });
    expect(priceTrend([...grown.slice(0, 1), ladder(-400, { lite: '5.00', pro: '25.00' }, 0)], [])).toMatchObject({
      ...{ direction: 'flat', percent: 0, tier: 'lite', since: '2025-10-17' },
    });
    const hardly = [ladder(-800, { pro: '2500.00' }), ladder(-400, { pro: '2501.00' }, 0)];
    expect(priceTrend(hardly, [])).toMatchObject({ direction: 'up', percent: 0 });
    const gone = [ladder(-800, { lite: '5.00', pro: '25.00' }), ladder(-400, { pro: '30.00' }, 0)];
    expect(priceTrend(gone, [])).toMatchObject({ direction: 'up', percent: 20, tier: 'pro' });
  });

  it('ends where the page names other terms, and where it changed and nobody knows why', () => {
    const least = (minimumUnits: number, day: number) =>
      snapshot({
        validFrom: daysAfterNoon(day),
        lastSeenAt: daysAfterNoon(0),
        tiers: [tier({ minimumUnits, prices: [price({ amount: '10.00' })] })],
      });
    expect(priceTrend([sighting(-800, '5.00'), least(3, -400)], [])).toMatchObject({ percent: 100, tier: 'pro' });
    expect(priceTrend([sighting(-800, '5.00'), least(3, -600), least(5, -400)], [])).toMatchObject({
      percent: 0,
      since: '2025-10-17',
    });
    const doubled = [sighting(-800, '5.00'), sighting(-400, '10.00', { until: 0 })];
    expect(priceTrend(doubled, [unclear('team', -400)])).toMatchObject({ percent: 100 });
    expect(priceTrend(doubled, [unclear('pro', -400)])).toMatchObject({ percent: 0, since: '2025-10-17' });
  });

  it('reaches back as far as the same thing is priced', () => {
    const perUnit = (days: number, amount: string, unit: string, until = days) =>
      snapshot({
        validFrom: daysAfterNoon(days),
        lastSeenAt: daysAfterNoon(until),
        tiers: [tier({ prices: [price({ amount, unit })] })],
      });
    const moved = [
      perUnit(-900, '200.00', 'workspace'),
      perUnit(-400, '10.00', 'user'),
      perUnit(-100, '11.00', 'user', 0),
    ];
    expect(priceTrend(moved, [])).toEqual({
      ...OF_PRO,
      direction: 'up',
      percent: 10,
      since: '2025-10-17',
      sufficient: true,
    });
    expect(priceTrend(moved.slice(0, 2), [])).toEqual({ direction: 'unknown', sufficient: false });
  });

  it.each([
    [
      [sighting(-400, '10.00'), sighting(-100, '12.50', { until: 0 })],
      { ...OF_PRO, direction: 'up', percent: 25, since: '2025-10-17', sufficient: true },
    ],
    [
      [sighting(-400, '12.00'), sighting(-100, '10.00', { until: 0 })],
      { ...OF_PRO, direction: 'down', percent: -16.7, since: '2025-10-17', sufficient: true },
    ],
    [
      [sighting(-400, '12.00', { until: 0 })],
      { ...OF_PRO, direction: 'flat', percent: 0, since: '2025-10-17', sufficient: true },
    ],
    [
      [sighting(-400, '10.00'), sighting(-100, '12.00', { until: 0, currency: 'EUR' })],
      { direction: 'unknown', sufficient: false },
    ],
    [[sighting(-40, '10.00'), sighting(-10, '12.00', { until: 0 })], { direction: 'unknown', sufficient: false }],
    [
      [sighting(-400, '10.00', { origin: 'imported' }), sighting(-10, '12.00', { until: 0 })],
      { direction: 'unknown', sufficient: false },
    ],
    [[], { direction: 'unknown', sufficient: false }],
  ])('case %#', (snapshots, expected) => {
    expect(priceTrend(snapshots, [])).toEqual(expected);
  });
});
