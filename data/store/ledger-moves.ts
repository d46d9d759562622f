/**
 * On how many visits a product's prices had moved, by what we say today: a move that was told and is not so, because a
 * later correction says that the prices were the same before and after, counts for nothing.
 */
import type Database from 'better-sqlite3';
import { PRICE_MOVES } from '../change.ts';
import { unpackStatement } from './ledger-entry.ts';
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
  // Of one instant, what was recorded last is what we say.
  const standing = ledger.prepare<[string], { at: string; body: Buffer }>(`
    SELECT valid_from AS at, body FROM snapshots WHERE slug = ? AND origin <> 'imported' AND NOT EXISTS (
      SELECT 1 FROM snapshots AS later WHERE later.slug = snapshots.slug AND later.origin <> 'imported'
        AND later.valid_from = snapshots.valid_from AND later.seq > snapshots.seq)
    ORDER BY valid_from`);
  return (slug) => {
    const moves = told.all(slug, MOVES);
    if (moves.length === 0 || isCorrected.get(slug) === undefined) return moves.length;
    let before: string | undefined;
    const same = new Set<string>();
    for (const { at, body } of standing.all(slug)) {
      const key = pricesKey(unpackStatement(body));
      if (key === before) same.add(at);
      before = key;
    }
    return moves.filter((at) => !same.has(at)).length;
  };
}
