/**
 * The hash chain over the ledger's entries: each entry's link covers all of its rows and the link before it, so that a later
 * edit breaks the chain. Every published pointer has the head of the chain, which reveals a chain that was rewritten.
 */
import type Database from 'better-sqlite3';
import { type SqlValue, sumRow } from '../files/row-digest.ts';

/** The link before the first entry. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/**
 * Tables whose rows belong to an entry, with the columns that a link covers; the entry's number comes first, and columns of
 * later schemas last.
 */
const ATTACHED = {
  statements: 'entry, body',
  candidates: 'entry, body',
  snapshots: 'entry, seq, slug, origin, dataset, valid_from, last_seen_at, recorded_at, sum, body, market',
  changes: 'entry, seq, slug, type, body',
} as const;

type AttachedTable = keyof typeof ATTACHED;

export interface AttachedRow {
  table: AttachedTable;
  values: SqlValue[];
}

export const ENTRY_COLUMNS =
  'seq, id, kind, slug, source, observed_at, recorded_at, outcome, observation, verdict, reading';

export function nextLink(previous: Uint8Array, entry: readonly SqlValue[], attached: readonly AttachedRow[]): Buffer {
  return sumRow([previous, ...entry, ...attached.flatMap(({ table, values }) => [table, ...covered(values)])]);
}

/** Without the column of a later schema where a row has no value in it: links of older ledgers hold. */
function covered(values: SqlValue[]): SqlValue[] {
  return values.at(-1) === null ? values.slice(0, -1) : values;
}

/** Reads the whole ledger, one entry at a time. `at`: the first entry that does not match. */
export function verifyChain(ledger: Database.Database): { ok: true } | { ok: false; at: number } {
  const entries = ledger.prepare<[], SqlValue[]>(`SELECT ${ENTRY_COLUMNS}, chain FROM entries ORDER BY seq`).raw();
  const attached = (Object.keys(ATTACHED) as AttachedTable[]).map((table) => rowsByEntry(ledger, table));
  let link: Uint8Array = CHAIN_START;
  let seq = 0;
  for (const row of entries.iterate()) {
    seq += 1;
    const chain = row.at(-1);
    const next = nextLink(
      link,
      row.slice(0, -1),
      attached.flatMap((rows) => rows.of(seq)),
    );
    if (row[0] !== seq || !(chain instanceof Uint8Array) || !next.equals(chain)) {
      for (const rows of attached) rows.close();
      return { ok: false, at: seq };
    }
    link = next;
  }
  const hasStrays = attached.map((rows) => rows.close()).some((isLeft) => isLeft);
  return hasStrays ? { ok: false, at: seq + 1 } : { ok: true };
}

/** Rows in the order of their entries: both are numbered as they are written. */
function rowsByEntry(ledger: Database.Database, table: AttachedTable) {
  const order = table === 'statements' || table === 'candidates' ? 'entry' : 'seq';
  // A ledger that is not migrated yet lacks columns.
  const there = ledger.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const columns = ATTACHED[table].split(', ').filter((column) => there.includes(column));
  const rows = ledger
    .prepare<[], SqlValue[]>(`SELECT ${columns.join()} FROM ${table} ORDER BY ${order}`)
    .raw()
    .iterate();
  let next = rows.next();
  return {
    of(entry: number): AttachedRow[] {
      const found: AttachedRow[] = [];
      for (; !next.done && next.value[0] === entry; next = rows.next()) found.push({ table, values: next.value });
      return found;
    },
    /** Whether rows are left that belong to no entry. */
    close(): boolean {
      const isLeft = next.done !== true;
      rows.return?.();
      return isLeft;
    },
  };
}
