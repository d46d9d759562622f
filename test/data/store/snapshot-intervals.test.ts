import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervals, type RecordedSnapshot } from '../../../data/store/snapshot-intervals.ts';
import { daysAfterNoon, snapshot } from '../../builders.ts';

const recordings = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 8 }),
      seen: fc.integer({ min: 0, max: 12 }),
      origin: fc.constantFrom<RecordedSnapshot['origin']>('observed', 'imported', 'correction'),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((rows) =>
    rows
      .map(
        ({ day, seen, origin }, n): RecordedSnapshot =>
          snapshot({
            validFrom: daysAfterNoon(day),
            lastSeenAt: daysAfterNoon(Math.max(day, seen)),
            recordedAt: daysAfterNoon(100 + n),
            origin,
          }),
      )
      .sort((a, b) => a.validFrom.localeCompare(b.validFrom) || a.recordedAt.localeCompare(b.recordedAt)),
  );

describe('the intervals of snapshots', () => {
  it('follow one another without gap or overlap, and only the last is open', () => {
    fc.assert(
      fc.property(recordings, (recorded) => {
        const found = intervals(recorded, () => undefined);
        expect(new Set(found.map(({ validFrom }) => validFrom))).toEqual(
          new Set(recorded.map(({ validFrom }) => validFrom)),
        );
        found.forEach(({ validFrom, validTo, lastSeenAt }, index) => {
          expect(validTo).toBe(found[index + 1]?.validFrom);
          expect(lastSeenAt >= validFrom).toBe(true);
          if (validTo !== undefined) expect(lastSeenAt <= validTo && validFrom < validTo).toBe(true);
        });
      }),
    );
  });

  it('say of each start what was recorded last, ours before any dataset’s', () => {
    fc.assert(
      fc.property(recordings, (recorded) => {
        for (const { validFrom, origin, recordedAt } of intervals(recorded, () => undefined)) {
          const rivals = recorded.filter((one) => one.validFrom === validFrom);
          const ours = rivals.filter((one) => one.origin !== 'imported');
          const expected = (ours.length > 0 ? ours : rivals).at(-1);
          expect([origin, recordedAt]).toEqual([expected?.origin, expected?.recordedAt]);
        }
      }),
    );
  });

  it('were last seen at the last confirmation in them, asked for by their own borders', () => {
    const recorded = [0, 4].map((day) => snapshot({ validFrom: daysAfterNoon(day) }));
    const confirmations = [1, 3, 9].map(daysAfterNoon);
    const found = intervals(recorded, (from, to) =>
      confirmations.filter((at) => at >= from && (to === undefined || at < to)).at(-1),
    );
    expect(found.map(({ lastSeenAt }) => lastSeenAt)).toEqual([daysAfterNoon(3), daysAfterNoon(9)]);
  });
});
