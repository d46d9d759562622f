/** The number of visits with moved prices of the default market, without those that a later correction shows to be no move. */
import type Database from 'better-sqlite3';
import { PRICE_MOVES } from '../../change.ts';
import type { Statement } from '../../pipeline/verdict.ts';
import { queriesOf } from '../sql.ts';
import { unpackStatement } from './entry.ts';
import { byDate, ownSnapshotsIn, STATED_SINCE } from './misdated.ts';
import { pricesKey } from './source-state.ts';

/** Events with which the vendor moved its prices of the default market, and their entries. */
export const MOVES = `changes JOIN entries ON entries.seq = changes.entry
  AND changes.type IN (${PRICE_MOVES.map((type) => `'${type}'`).join()}) AND changes.body ->> '$.market' IS NULL`;

export function ledgerMoves(ledger: Database.Database): (slug: string) => number {
  const sql = queriesOf(ledger);
  const stated = sql.values<[string], string>(`SELECT DISTINCT ${STATED_SINCE} FROM ${MOVES} WHERE changes.slug = ?`);
  const corrected = sql.value<[string], 1>(
    "SELECT 1 FROM snapshots WHERE slug = ? AND market IS NULL AND origin = 'correction' LIMIT 1",
  );
  const snapshot = sql.parsed<[number], Buffer, Statement>('SELECT body FROM snapshots WHERE seq = ?', unpackStatement);
  const ownSnapshots = ownSnapshotsIn(ledger);
  return (slug) => {
    const moves = stated(slug);
    if (moves.length === 0 || corrected(slug) === undefined) return moves.length;
    let before: string | undefined;
    const same = new Set<string>();
    // The last recording for an instant counts.
    const dated = ownSnapshots(slug).toSorted(byDate);
    for (const [at, seq] of new Map(dated.map(({ validFrom, seq }) => [validFrom, seq]))) {
      const statement = snapshot(seq);
      const key = statement && pricesKey(statement);
      // Where a statement was withdrawn, no move is known.
      const isNothing = statement !== undefined && statement.tiers.length + statement.rates.length === 0;
      if (key === before || isNothing) same.add(at);
      if (!isNothing) before = key;
    }
    return moves.filter((at) => !same.has(at)).length;
  };
}
