/**
 * What the ledger has of a clock that was ahead. It stays there, and is not what we say of the past: the first visit that
 * a right clock dated states it anew (verifier/judge/verify.ts).
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

/** Of a row of `snapshots`. */
export const DATED_COLUMNS = 'seq, entry, valid_from AS validFrom, recorded_at AS recordedAt';

/** Whether an entry is of a visit. What is read again, or decided on, is of the past anyway, and says nothing of clocks. */
export type IsVisit = (entry: number) => boolean;

export function visitsIn(ledger: Database.Database): IsVisit {
  const kind = ledger.prepare<[number], string>('SELECT kind FROM entries WHERE seq = ?').pluck();
  return (entry) => ['page', 'unchanged'].includes(kind.get(entry) ?? '');
}

/**
 * Those that stay. Others are dated ahead of the clock by which a visit was recorded later that stated something of before
 * that date.
 *
 * @param recorded statements of one source, or snapshots of one product, in the order of recording
 */
export function rightlyDated<T extends DatedRow>(recorded: readonly T[], isVisit: IsVisit): readonly T[] {
  // Where clocks were right, no entry has to be looked at.
  const isInOrder = datedBefore(recorded, () => true).length === recorded.length;
  return isInOrder ? recorded : datedBefore(recorded, isVisit);
}

/** Of a product's own snapshots those that stay, in the order of recording. */
export function ownSnapshotsIn(ledger: Database.Database): (slug: string) => readonly DatedRow[] {
  const own = ledger.prepare<[string], DatedRow>(
    `SELECT ${DATED_COLUMNS} FROM snapshots WHERE slug = ? AND origin <> 'imported' ORDER BY seq`,
  );
  const isVisit = visitsIn(ledger);
  return (slug) => rightlyDated(own.all(slug), isVisit);
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

/** The same of all snapshots of a product, in their own order: what datasets state is dated by them. */
export function rightlyDatedSnapshots<T extends DatedRow & { origin: string }>(
  snapshots: readonly T[],
  isVisit: IsVisit,
): readonly T[] {
  const own = snapshots.filter(({ origin }) => origin !== 'imported').sort((a, b) => a.seq - b.seq);
  const right = rightlyDated(own, isVisit);
  if (right === own) return snapshots;
  const kept = new Set(right);
  return snapshots.filter((snapshot) => snapshot.origin === 'imported' || kept.has(snapshot));
}

/** In order of date; of one date, the one recorded last comes last. */
export function byDate(a: DatedRow, b: DatedRow): number {
  return inOrder(a.validFrom, b.validFrom) || a.seq - b.seq;
}
