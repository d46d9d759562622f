import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  intervals,
  intervalsKnownBy,
  type RecordedSnapshot,
  standingAt,
  superseded,
} from '../../../data/store/ledger/snapshot-intervals.ts';
import { daysAfterNoon, snapshot } from '../../builders.ts';

const DATASETS = ['example/a', 'example/b'];

const recordings = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 8 }),
      seen: fc.integer({ min: 0, max: 12 }),
      origin: fc.constantFrom<RecordedSnapshot['origin']>('observed', 'imported', 'correction'),
      dataset: fc.constantFrom(...DATASETS),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) =>
    rows
      .map(
        ({ day, seen, origin, dataset }, n): RecordedSnapshot =>
          snapshot({
            validFrom: daysAfterNoon(day),
            lastSeenAt: daysAfterNoon(Math.max(day, seen)),
            recordedAt: daysAfterNoon(100 + n),
            origin,
            ...(origin === 'imported' && {
              imported: { dataset: `${dataset}:x@v1`, license: 'MIT', asOf: '2026-01-01', asOfBasis: 'date field' },
            }),
          }),
      )
      .sort((a, b) => a.validFrom.localeCompare(b.validFrom) || a.recordedAt.localeCompare(b.recordedAt)),
  );

const LINES = [undefined, ...DATASETS];
const nameOf = ({ imported }: RecordedSnapshot) => imported?.dataset.split(':')[0];
const never = () => undefined;

describe('the intervals of snapshots', () => {
  it('of each line follow one another without gap or overlap; only its last is open, or ends where ours begin', () => {
    fc.assert(
      fc.property(recordings, fc.constantFrom(...LINES), (recorded, line) => {
        const all = intervals(recorded, never);
        const begin = all.find((one) => nameOf(one) === undefined)?.validFrom;
        const found = all.filter((one) => nameOf(one) === line);
        expect(new Set(found.map(({ validFrom }) => validFrom))).toEqual(
          new Set(recorded.filter((one) => nameOf(one) === line).map(({ validFrom }) => validFrom)),
        );
        found.forEach(({ validFrom, validTo, lastSeenAt }, index) => {
          const next = found[index + 1]?.validFrom;
          const isBefore = line !== undefined && begin !== undefined && validFrom < begin;
          expect(validTo).toBe(isBefore && (next === undefined || next > begin) ? begin : next);
          expect(lastSeenAt >= validFrom).toBe(true);
          if (validTo !== undefined) expect(lastSeenAt <= validTo && validFrom < validTo).toBe(true);
        });
      }),
    );
  });

  it('of ours are the same whatever datasets say', () => {
    fc.assert(
      fc.property(recordings, (recorded) => {
        const ours = recorded.filter((one) => nameOf(one) === undefined);
        expect(intervals(recorded, never).filter((one) => nameOf(one) === undefined)).toEqual(intervals(ours, never));
      }),
    );
  });

  it('say of each start what was recorded last in its line', () => {
    fc.assert(
      fc.property(recordings, (recorded) => {
        for (const found of intervals(recorded, never)) {
          const rivals = recorded.filter((one) => one.validFrom === found.validFrom && nameOf(one) === nameOf(found));
          expect(found.recordedAt).toBe(rivals.at(-1)?.recordedAt);
        }
      }),
    );
  });

  it('of an instant are ours alone where we looked, else one a dataset', () => {
    fc.assert(
      fc.property(recordings, fc.integer({ min: -1, max: 9 }), (recorded, day) => {
        const all = intervals(recorded, never);
        const found = standingAt(all, daysAfterNoon(day));
        const isWatched = recorded.some((one) => nameOf(one) === undefined && one.validFrom <= daysAfterNoon(day));
        const names = found.map(nameOf);
        if (isWatched) expect(names).toEqual([undefined]);
        else expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it('known by the last recording are those of today', () => {
    fc.assert(
      fc.property(recordings, (recorded) => {
        const today = intervals(recorded, never);
        const published = [...today, ...superseded(recorded).map((one) => ({ ...one, superseded: true as const }))];
        const starts = (snapshots: readonly RecordedSnapshot[]) =>
          snapshots.map(({ validFrom, recordedAt }) => [validFrom, recordedAt]);
        expect(starts(intervalsKnownBy(published, daysAfterNoon(1_000)))).toEqual(starts(today));
      }),
    );
  });
});

it('where ours was withdrawn, a dataset’s stands; ours as nothing where no dataset speaks', () => {
  const withdrawn = snapshot({ tiers: [], rates: [], validFrom: daysAfterNoon(2), origin: 'correction' });
  const imported = { dataset: 'example/a:x@v1', license: 'MIT', asOf: '2026-01-01', asOfBasis: 'date field' };
  const dataset = snapshot({ validFrom: daysAfterNoon(1), origin: 'imported', imported });
  const days = (recorded: RecordedSnapshot[]) =>
    standingAt(intervals(recorded, never), daysAfterNoon(3)).map(({ validFrom }) => validFrom);
  expect(days([dataset, withdrawn])).toEqual([daysAfterNoon(1)]);
  expect(days([withdrawn])).toEqual([daysAfterNoon(2)]);
  expect(days([dataset, snapshot({ validFrom: daysAfterNoon(2) })])).toEqual([daysAfterNoon(2)]);
});
