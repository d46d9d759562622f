/**
 * Entries dated by a clock that was ahead. They stay in the ledger and are not part of the past that we state: the first
 * visit under a right clock records it again (verifier/judge/verify.ts).
 */
import type Database from 'better-sqlite3';
import { CLOCK_SKEW_MS } from '../../confidence/clock-skew.ts';
import { inOrder } from '../../text/order.ts';

/** A statement or a snapshot of our own, by its date and by the entry that has it. */
export interface DatedRow {
  seq: number;
  entry: number;
  validFrom: string;
  recordedAt: string;
}

export const DATED_COLUMNS = 'seq, entry, valid_from AS validFrom, recorded_at AS recordedAt';

/** From when on what an entry states holds: from its own instant, or from the first visit that read the same. */
export const STATED_SINCE = "coalesce(verdict ->> '$.statedSince', observed_at)";

/** Whether an entry is a visit. Readings again and decisions concern the past, and say nothing about clocks. */
export type IsVisit = (entry: number) => boolean;

export function visitsIn(ledger: Database.Database): IsVisit {
  const kind = ledger.prepare<[number], string>('SELECT kind FROM entries WHERE seq = ?').pluck();
  return (entry) => ['page', 'unchanged'].includes(kind.get(entry) ?? '');
}

/**
 * The rows with right dates. The others are dated ahead of the clock of a later visit.
 *
 * @param recorded statements of one source, or snapshots of one product, in the order of recording
 */
export function rightlyDated<T extends DatedRow>(recorded: readonly T[], isVisit: IsVisit): readonly T[] {
  // With right clocks, no entry is read.
  const isInOrder = datedBefore(recorded, () => true).length === recorded.length;
  return isInOrder ? recorded : datedBefore(recorded, isVisit);
}

/** A product's own rightly dated snapshots of a market, in the order of recording. */
export function ownSnapshotsIn(ledger: Database.Database): (slug: string, market?: string) => readonly DatedRow[] {
  const own = ledger.prepare<[string, string | undefined], DatedRow>(
    `SELECT ${DATED_COLUMNS} FROM snapshots WHERE slug = ? AND market IS ? AND origin <> 'imported' ORDER BY seq`,
  );
  const isVisit = visitsIn(ledger);
  return (slug, market) => rightlyDated(own.all(slug, market), isVisit);
}

function datedBefore<T extends DatedRow>(recorded: readonly T[], isVisit: IsVisit): T[] {
  let until = Number.POSITIVE_INFINITY;
  return recorded
    .toReversed()
    .filter(({ entry, validFrom, recordedAt }) => {
      const from = Date.parse(validFrom);
      const isRight = from <= until;
      if (isVisit(entry)) until = Math.min(until, Math.max(from, Date.parse(recordedAt) + CLOCK_SKEW_MS));
      return isRight;
    })
    .reverse();
}

/** The same for all snapshots of a product, in their own order; datasets date their own. */
export function rightlyDatedSnapshots<T extends DatedRow & { origin: string; market?: string }>(
  snapshots: readonly T[],
  isVisit: IsVisit,
): readonly T[] {
  const own = snapshots.filter(({ origin }) => origin !== 'imported').sort((a, b) => a.seq - b.seq);
  const byMarket = Map.groupBy(own, ({ market }) => market);
  const right = new Set([...byMarket.values()].flatMap((each) => rightlyDated(each, isVisit)));
  return snapshots.filter((snapshot) => snapshot.origin === 'imported' || right.has(snapshot));
}

/** By date, then by recording. */
export function byDate(a: DatedRow, b: DatedRow): number {
  return inOrder(a.validFrom, b.validFrom) || a.seq - b.seq;
}
