/** Where every clock was right, nothing that the ledger says of the past is kept back as if one had been wrong. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Snapshot } from '../../../data/record.ts';
import { unpackSnapshot } from '../../../data/store/ledger/entry.ts';
import { type DatedRow, rightlyDated, rightlyDatedSnapshots } from '../../../data/store/ledger/misdated.ts';
import { GAP_DAYS, intervals, type RecordedSnapshot } from '../../../data/store/ledger/snapshot-intervals.ts';
import { decisionOn } from '../../../verifier/review/review.ts';
import { daysAfterNoon, failure, price, product, statement, tier, unchanged } from '../../builders.ts';
import { readAgain, type TestVerifier, testVerifier } from '../../verifier/test-verifier.ts';
import { type VendorPage, vendorPage, visit } from '../../verifier/vendor-page.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PAGES = [10, 11, 12, 13, 60].map((monthly) =>
  vendorPage([
    { name: 'Hobby', claim: 'free' },
    { name: 'Team', monthly: `${monthly}` },
  ]),
);
const [source] = product().sources;
const ACME = product({ sources: source ? [source, { ...source, id: 'docs' }] : [] });

const step = fc.record({
  kind: fc.constantFrom('page', 'page', 'unchanged', 'failure', 'late', 'again', 'accept', 'reject', 'imported'),
  source: fc.constantFrom('pricing', 'docs'),
  page: fc.nat(PAGES.length - 1),
  afterMs: fc.oneof(fc.integer({ min: 1, max: 2 * HOUR_MS }), fc.integer({ min: 1, max: 60 * DAY_MS })),
  /** By how much the clock of the crawler is ahead of the verifier's. */
  aheadMs: fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What was shown to each source, in the order of the visits. */
type Shown = { at: string; source: string; page: VendorPage }[];

async function live(
  { submit, ledger }: TestVerifier,
  each: Step,
  { at, shown }: { at: Date; shown: Shown },
): Promise<void> {
  const seen = { source: each.source, at: new Date(at.getTime() + each.aheadMs).toISOString() };
  const page = PAGES[each.page] as VendorPage; // Within the list.
  const last = shown.findLast(({ source }) => source === each.source);
  switch (each.kind) {
    case 'page':
      shown.push({ ...seen, page });
      await submit(visit(page, seen), page);
      return;
    case 'unchanged':
      if (last !== undefined) await submit(unchanged(seen, last.page.sha256));
      return;
    case 'failure':
      await submit(failure(seen));
      return;
    case 'late':
      if (last !== undefined) await submit(unchanged({ ...seen, at: earlier(last.at) }, page.sha256));
      return;
    case 'again':
      if (last !== undefined) await submit(readAgain(last.page, last, page.reading, `test-${at.getTime()}`));
      return;
    case 'imported': {
      const facts = statement({ tiers: [tier({ prices: [price({ evidence: undefined })] })] });
      const imported = { dataset: 'wayback@1', license: 'CC0-1.0', asOf: '2026-01-01', asOfBasis: 'dataset' };
      const dated = { validFrom: daysAfterNoon(each.page * 200), lastSeenAt: daysAfterNoon(each.page * 200) };
      ledger.recordProducts([{ slug: 'acme', changes: [], importedSnapshots: [{ ...facts, ...dated, imported }] }], at);
      return;
    }
    default: {
      const [waits] = ledger.waiting('acme');
      if (waits === undefined) return;
      const words = { by: 'ada', reason: 'compared with the page', decidedAt: at.toISOString() };
      await submit(decisionOn(waits, { action: each.kind, ...words }));
    }
  }
}

function earlier(at: string): string {
  return new Date(Date.parse(at) - HOUR_MS).toISOString();
}

/** The whole of the ledger's snapshots and sightings, whatever their dates are worth. */
function asRecorded(file: string): Snapshot[] {
  const ledger = new Database(file, { readonly: true });
  const rows = ledger
    .prepare<[], Omit<RecordedSnapshot, 'slug'> & { body: Buffer }>(`
      SELECT origin, valid_from AS validFrom, last_seen_at AS lastSeenAt, recorded_at AS recordedAt, body
      FROM snapshots ORDER BY valid_from, seq`)
    .all();
  const sightings = ledger
    .prepare<[], string>(
      "SELECT observed_at FROM entries WHERE outcome IN ('confirmed', 'changed') ORDER BY observed_at, seq",
    )
    .pluck()
    .all();
  ledger.close();
  const gaps = sightings
    .map((to, n) => ({ from: sightings[n - 1] ?? to, to }))
    .filter(({ from, to }) => Date.parse(to) - Date.parse(from) > GAP_DAYS * DAY_MS);
  return intervals(
    rows.map(({ body, ...row }) => ({ slug: 'acme', ...row, ...unpackSnapshot(body) })),
    (from, to = '~') => sightings.findLast((at) => at >= from && at < to),
    gaps,
  );
}

it('where clocks differ by an hour at most, all is told as it was recorded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      let at = new Date(daysAfterNoon(0));
      const house = await testVerifier([ACME], () => at.toISOString());
      const shown: Shown = [];
      for (const each of steps) {
        at = new Date(at.getTime() + each.afterMs);
        await live(house, each, { at, shown });
      }
      const { ledger, file } = house;
      const recorded = asRecorded(file);
      expect(ledger.snapshots('acme').filter(({ superseded }) => !superseded)).toEqual(recorded);
      const own = recorded.filter(({ origin }) => origin !== 'imported');
      const last = own.at(-1);
      expect(ledger.state('acme').snapshot?.validFrom).toBe(last?.validFrom);
      expect(ledger.state('acme').snapshot?.tiers).toEqual(last?.tiers);
      const past = ledger.past('acme');
      expect(past.beginnings(daysAfterNoon(-1), undefined)).toEqual(own.map(({ validFrom }) => validFrom));
      for (const { validFrom, tiers } of own) expect(past.snapshotAt(validFrom)).toMatchObject({ validFrom, tiers });
      ledger.close();
    }),
    { numRuns: 60 },
  );
});

it('what datasets state of days that are still to come stays, and gives no other snapshot away', () => {
  const row = (seq: number, origin: string, days: number, recorded: number): DatedRow & { origin: string } => ({
    ...{ seq, entry: seq, origin, validFrom: daysAfterNoon(days), recordedAt: daysAfterNoon(recorded) },
  });
  const rows = [row(1, 'observed', 0, 0), row(3, 'observed', 1, 1), row(2, 'imported', 90, 0.5)];
  expect(rightlyDatedSnapshots(rows, (entry) => entry !== 2)).toBe(rows);
});

it('of what a clock dated that was ahead, only a visit that was recorded later rids us', () => {
  const row = (seq: number, days: number, recorded: number): DatedRow => ({
    ...{ seq, entry: seq, validFrom: daysAfterNoon(days), recordedAt: daysAfterNoon(recorded) },
  });
  const rows = [row(1, 0, 0), row(2, 90, 90), row(3, 1, 1)];
  const seqs = (isVisit: (entry: number) => boolean) => rightlyDated(rows, isVisit).map(({ seq }) => seq);
  expect(seqs(() => true)).toEqual([1, 3]);
  expect(seqs((entry) => entry !== 3)).toEqual([1, 2, 3]);
  const within = [row(1, 1 / 24, 0), row(2, 0, 0)];
  expect(rightlyDated(within, () => true)).toBe(within);
});
