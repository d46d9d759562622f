import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import { confidenceNow, crossesAt, type Status, statusNow } from '../../../data/confidence/decay.ts';
import type { Verification } from '../../../data/record.ts';
import { daysAfterNoon, NOON, verification } from '../../builders.ts';

const DAY_MS = 86_400_000;

it('a confidence crosses a line once, at the instant that is told', () => {
  fc.assert(
    fc.property(
      fc.record({
        score: fc.double({ min: 0.01, max: 1, noNaN: true }),
        changes: fc.double({ min: 0.2, max: 50, noNaN: true }),
        days: fc.double({ min: 1, max: 5_000, noNaN: true }),
        line: fc.double({ min: 0.3, max: 0.95, noNaN: true }),
      }),
      ({ score, changes, days, line }) => {
        const stored = verification({ score, hazard: { changes, days } });
        const at = crossesAt(stored, line);
        expect(at === undefined).toBe(score < line);
        if (at === undefined) return;
        const around = (ms: number) => confidenceNow(stored, new Date(at.getTime() + ms));
        expect(around(-0.01 * DAY_MS)).toBeGreaterThanOrEqual(line - 1e-9);
        expect(around(0.01 * DAY_MS)).toBeLessThanOrEqual(line);
      },
    ),
  );
});

it('a dispute leaves two thirds of it', () => {
  const [calm, disputed] = [verification({ score: 0.9 }), verification({ score: 0.9, disputed: true })];
  const now = new Date(daysAfterNoon(30));
  expect(confidenceNow(disputed, now)).toBeCloseTo((confidenceNow(calm, now) * 2) / 3, 10);
});

it('half of the chance that two changes in 1,080 days leave is gone after 447 days', () => {
  // 1,080 × (√2 − 1)
  const at = crossesAt(verification({ score: 1 }), 0.5);
  expect(at?.toISOString().slice(0, 10)).toBe(daysAfterNoon(447).slice(0, 10));
});

it('a rate so low that no date is late enough leaves the last date there is', () => {
  const at = crossesAt(verification({ score: 1, hazard: { changes: 1e-3, days: 1e6 }, confirmedAt: NOON }), 0.5);
  expect(at?.getTime()).toBe(8.64e15);
});

it.each<[string, Partial<Verification>, number, Status]>([
  ['sure of its headline', { score: 0.95 }, 0, 'verified'],
  ['not sure, by one reader', { score: 0.94, witnesses: ['structure'] }, 0, 'unverified'],
  ['not sure, by one reader on pages of two days', { score: 0.94, witnesses: ['structure', 'page'] }, 0, 'verified'],
  ['not sure, and a dataset agrees', { score: 0.9, witnesses: ['structure', 'dataset'] }, 0, 'verified'],
  ['sure once', { score: 0.95 }, 150, 'aging'],
  ['sure long ago', { score: 0.95 }, 800, 'stale'],
  ['contradicted', { score: 0.99, disputed: true }, 0, 'disputed'],
])('a record that is %s', (_, stored, days, status) => {
  expect(statusNow(verification(stored), new Date(daysAfterNoon(days)), TRUST)).toBe(status);
});
