import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DatedRow, rightlyDated, rightlyDatedSnapshots } from '../../../data/store/ledger/misdated.ts';
import { daysAfterNoon } from '../../builders.ts';

const row = (seq: number, dated: number, recorded: number): DatedRow => {
  return { seq, entry: seq, validFrom: daysAfterNoon(dated), recordedAt: daysAfterNoon(recorded) };
};

it('keeps every row where clocks differ by an hour at most', () => {
  const step = fc.record({
    after: fc.double({ min: 0, max: 60, noNaN: true }),
    aheadHours: fc.integer({ min: -1, max: 1 }),
  });
  fc.assert(
    fc.property(fc.array(step), fc.func(fc.boolean()), (steps, isVisit) => {
      let day = 0;
      const rows = steps.map(({ after, aheadHours }, at) => {
        day += after;
        return row(at + 1, day + aheadHours / 24, day);
      });
      expect(rightlyDated(rows, isVisit)).toEqual(rows);
    }),
  );
});

it('keeps what datasets state of days that are still to come, and all other snapshots', () => {
  const rows = [row(1, 0, 0), row(3, 1, 1), { ...row(2, 90, 0.5), origin: 'imported' }];
  const snapshots = rows.map((each) => ({ origin: 'observed', ...each }));
  expect(rightlyDatedSnapshots(snapshots, (entry) => entry !== 2)).toEqual(snapshots);
});
