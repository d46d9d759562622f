/**
 * On how many visits a product's prices had moved, by what we say today: a move that was told and is not so, because a
 * later correction says that the prices were the same before and after, counts for nothing.
 */
import type Database from 'better-sqlite3';
import { PRICE_MOVES } from '../change.ts';
import { unpackStatement } from './ledger-entry.ts';
import { byDate, DATED_COLUMNS, type DatedRow, rightlyDated, visitsIn } from './misdated.ts';
import { pricesKey } from './source-head.ts';

const MOVES = JSON.stringify(PRICE_MOVES);

export function ledgerMoves(ledger: Database.Database): (slug: string) => number {
  const told = ledger
    .prepare<[string, string], string>(`
      SELECT DISTINCT entries.observed_at FROM changes JOIN entries ON entries.seq = changes.entry
      WHERE changes.slug = ? AND changes.type IN (SELECT value FROM json_each(?))`)
    .pluck();
  const isCorrected = ledger
    .prepare<[string], 1>("SELECT 1 FROM snapshots WHERE slug = ? AND origin = 'correction' LIMIT 1")
    .pluck();
  const own = ledger.prepare<[string], DatedRow & { body: Buffer }>(
    `SELECT ${DATED_COLUMNS}, body FROM snapshots WHERE slug = ? AND origin <> 'imported' ORDER BY seq`,
  );
  const isVisit = visitsIn(ledger);
  return (slug) => {
    const moves = told.all(slug, MOVES);
    if (moves.length === 0 || isCorrected.get(slug) === undefined) return moves.length;
    let before: string | undefined;
    const same = new Set<string>();
    // Of one instant, what was recorded last is what we say.
    const standing = new Map(
      rightlyDated(own.all(slug), isVisit)
        .toSorted(byDate)
        .map(({ validFrom, body }) => [validFrom, body]),
    );
    for (const [at, body] of standing) {
      const key = pricesKey(unpackStatement(body));
      if (key === before) same.add(at);
      before = key;
    }
    return moves.filter((at) => !same.has(at)).length;
  };
}
