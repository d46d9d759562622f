/** A ledger's size and soundness, for operators. Read beside the writer. */
import type Database from 'better-sqlite3';
import { CHAIN_START, verifyChain } from '../ledger/hash-chain.ts';
import { waitingReadings } from '../ledger/review.ts';
import { besideWriter } from './source-facts.ts';

export interface LedgerFigures {
  entries: number;
  changes: number;
  chain: string;
  /** Time of the last entry, and of the last attempt on any source. */
  recordedAt?: string;
  visitedAt?: string;
  /** Readings that wait for a person. */
  waiting: number;
}

interface Last {
  entries: number;
  changes: number;
  chain: Buffer | null;
  recordedAt: string | null;
  visitedAt: string | null;
}

/** Undefined where there is no ledger yet. @throws {Error} it can't be read */
export function ledgerFigures(file: string): LedgerFigures | undefined {
  return besideWriter(file, figuresIn);
}

function figuresIn(ledger: Database.Database): LedgerFigures {
  const last = ledger
    .prepare<[], Last>(
      `SELECT coalesce(max(seq), 0) AS entries, (SELECT coalesce(max(seq), 0) FROM changes) AS changes,
        (SELECT chain FROM entries ORDER BY seq DESC LIMIT 1) AS chain,
        (SELECT recorded_at FROM entries ORDER BY seq DESC LIMIT 1) AS recordedAt,
        (SELECT max(checked_at) FROM sources) AS visitedAt
      FROM entries`,
    )
    .get();
  return {
    entries: last?.entries ?? 0,
    changes: last?.changes ?? 0,
    chain: (last?.chain ?? CHAIN_START).toString('hex'),
    ...(last?.recordedAt != null && { recordedAt: last.recordedAt }),
    ...(last?.visitedAt != null && { visitedAt: last.visitedAt }),
    waiting: waitingReadings(ledger).length,
  };
}

export interface LedgerSoundness {
  schema: number;
  /** Faults that SQLite's check found. */
  damage: string[];
  /** The first entry that breaks the hash chain. */
  brokenAt?: number;
}

/** Reads all of it. Undefined where there is no ledger yet. @throws {Error} it is no database */
export function ledgerSoundness(file: string): LedgerSoundness | undefined {
  return besideWriter(file, (ledger) => {
    const schema = Number(ledger.pragma('user_version', { simple: true }));
    const found = ledger.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    const damage = found.filter((line) => line !== 'ok');
    if (damage.length > 0) return { schema, damage };
    const chain = verifyChain(ledger);
    return { schema, damage, ...(!chain.ok && { brokenAt: chain.at }) };
  });
}

/** Whether the hash chain has this link after that many entries; otherwise it is another ledger. */
export function stoodAt(file: string, { entries, chain }: { entries: number; chain: string }): boolean {
  const link = besideWriter(file, (ledger) =>
    entries === 0
      ? CHAIN_START
      : ledger.prepare<[number], Buffer>('SELECT chain FROM entries WHERE seq = ?').pluck().get(entries),
  );
  return link?.toString('hex') === chain;
}

/** SHA-256 of every page that an entry cites, once each. */
export function citedPageHashes(file: string): string[] {
  return (
    besideWriter(file, (ledger) =>
      ledger
        .prepare<[], string>(
          `SELECT DISTINCT json_extract(observation, '$.page.sha256') AS sha256 FROM entries
          WHERE kind = 'page' ORDER BY sha256`,
        )
        .pluck()
        .all(),
    ) ?? []
  );
}
