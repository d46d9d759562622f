/** A ledger's size and soundness, for operators. Read beside the writer. */
import type Database from 'better-sqlite3';
import { defined } from '../../defined.ts';
import { CHAIN_START, verifyChain } from '../ledger/hash-chain.ts';
import { waitingReadings } from '../ledger/review.ts';
import { queriesOf } from '../sql.ts';
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

/** Undefined where there is no ledger yet. @throws {Error} it can't be read */
export function ledgerFigures(file: string): LedgerFigures | undefined {
  return besideWriter(file, figuresIn);
}

function figuresIn(ledger: Database.Database): LedgerFigures {
  type Last = { entries: number; changes: number; chain: Buffer; recordedAt: string; visitedAt?: string };
  const last = queriesOf(ledger).row<[], Last>(`
    SELECT seq AS entries, chain, recorded_at AS recordedAt, (SELECT coalesce(max(seq), 0) FROM changes) AS changes,
      (SELECT max(checked_at) FROM sources) AS visitedAt
    FROM entries ORDER BY seq DESC LIMIT 1`)();
  return {
    entries: last?.entries ?? 0,
    changes: last?.changes ?? 0,
    chain: (last?.chain ?? CHAIN_START).toString('hex'),
    ...defined({ recordedAt: last?.recordedAt, visitedAt: last?.visitedAt }),
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
    const found = queriesOf(ledger).values<[], string>('PRAGMA integrity_check')();
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
      : queriesOf(ledger).value<[number], Buffer>('SELECT chain FROM entries WHERE seq = ?')(entries),
  );
  return link?.toString('hex') === chain;
}

/** SHA-256 of every page that an entry cites, once each. */
export function citedPageHashes(file: string): string[] {
  const sql = `
    SELECT DISTINCT json_extract(observation, '$.page.sha256') AS sha256 FROM entries WHERE kind = 'page' ORDER BY sha256`;
  return besideWriter(file, (ledger) => queriesOf(ledger).values<[], string>(sql)()) ?? [];
}
