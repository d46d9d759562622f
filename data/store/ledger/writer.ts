/**
 * The only code that adds to the ledger. Numbers of entries, snapshots and changes are assigned in their transaction, so
 * that a rollback leaves no gap.
 */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import * as z from 'zod';
import { Change } from '../../change.ts';
import { Action } from '../../pipeline/operator-action.ts';
import { LedgerEntry, Statement } from '../../pipeline/verdict.ts';
import { Instant, Slug } from '../../product.ts';
import { datasetName, ImportedFrom } from '../../record.ts';
import { canonicalJson } from '../files/canonical-json.ts';
import type { SqlValue } from '../files/row-digest.ts';
import { instant, pack, splitReading } from './entry.ts';
import { type AttachedRow, CHAIN_START, nextLink } from './hash-chain.ts';
import { readerRows } from './reader-rows.ts';
import { headAfter } from './source-state.ts';
import type { LedgerStatements } from './statements.ts';
import { lastSupported, undoneDecision } from './undo.ts';

export type Written = 'written' | 'duplicate';

/** What a public dataset states of a product from a day on, and the last day on which it states it. */
export const ImportedSnapshot = Statement.extend({ validFrom: Instant, lastSeenAt: Instant, imported: ImportedFrom });
export type ImportedSnapshot = z.infer<typeof ImportedSnapshot>;

/** Facts from other places than visits: additions and retirements of products, and imported history. */
export const ProductEntry = z.strictObject({
  slug: Slug,
  changes: z.array(Change),
  importedSnapshots: z.array(ImportedSnapshot).default([]),
});
export type ProductEntry = z.input<typeof ProductEntry>;

type NewSnapshot = Omit<ImportedSnapshot, 'imported'> & {
  origin: string;
  imported?: ImportedFrom;
  market?: string | undefined;
};

/** An entry before it gets its number. */
interface NewEntry {
  id: string;
  kind: string;
  slug: string;
  observedAt: string;
  source?: string;
  outcome?: string | undefined;
  observation?: string;
  verdict?: string;
  reading?: Buffer | undefined;
  statement?: Statement | undefined;
  candidate?: Statement | undefined;
  snapshots?: NewSnapshot[];
  changes?: Change[];
}

export function ledgerWriter(database: Database.Database, sql: LedgerStatements) {
  const readers = readerRows(database);
  const appendAll = database.transaction((entries: LedgerEntry[], recordedAt: string) =>
    entries.map((entry) => {
      const written = appendEntry(sql, entry, recordedAt);
      const { observation } = entry;
      if (written === 'written' && 'reading' in observation) readers.note(observation, new Date(recordedAt));
      return written;
    }),
  );
  const recordAll = database.transaction((entries: z.output<typeof ProductEntry>[], recordedAt: string) =>
    entries.map((entry) => recordProduct(sql, entry, recordedAt)),
  );
  const recordOne = database.transaction((action: Action, recordedAt: string): Written => {
    if (sql.has(action.id) !== undefined) return 'duplicate';
    const { id, kind, slug, at } = action;
    write(sql, { id, kind, slug, observedAt: instant(at), observation: JSON.stringify(action) }, recordedAt);
    return 'written';
  });
  return {
    /** Records an operator's action; the same one again is a duplicate. */
    recordAction: (action: Action, recordedAt: Date): Written =>
      recordOne.immediate(Action.parse(action), recordedAt.toISOString()),
    /**
     * Writes the batch completely or, when it throws, not at all.
     * @throws {Error} an entry is not of its schema, or the disk is full; nothing was written
     */
    append: (entries: readonly LedgerEntry[], recordedAt: Date): Written[] =>
      appendAll.immediate(entries.map(validEntry), recordedAt.toISOString()),
    /** Records the catalogue's statements about products; the same ones again are duplicates. */
    recordProducts: (entries: readonly ProductEntry[], recordedAt: Date): Written[] =>
      recordAll.immediate(entries.map(validProduct), recordedAt.toISOString()),
  };
}

/** Returns the entry's number. */
function write(sql: LedgerStatements, entry: NewEntry, recordedAt: string): number {
  const last = sql.last();
  const seq = (last?.entry ?? 0) + 1;
  const attached = attachedRows(entry, { seq, recordedAt, snapshot: last?.snapshot ?? 0, change: last?.change ?? 0 });
  const { id, kind, slug, observedAt, source = null, outcome = null, observation = null } = entry;
  const { verdict = null, reading = null } = entry;
  const row = [seq, id, kind, slug, source, observedAt, recordedAt, outcome, observation, verdict, reading];
  sql.addEntry(...row, nextLink(last?.chain ?? CHAIN_START, row, attached));
  for (const { table, values } of attached) sql.add[table](...values);
  return seq;
}

function appendEntry(sql: LedgerStatements, entry: LedgerEntry, recordedAt: string): Written {
  const { observation, verdict, market, snapshot, corrections = [], statement, candidate, changes } = entry;
  const { id, kind, slug, source } = observation;
  if (sql.has(id) !== undefined) return 'duplicate';
  const { light, reading } = splitReading(observation);
  const snapshots = [
    ...(snapshot === undefined ? [] : [snapshot]),
    ...corrections.map((correction) => ({ ...correction, origin: 'correction' })),
  ].map((each) => ({ ...each, market, lastSeenAt: each.validFrom }));
  const seq = write(
    sql,
    {
      ...{ id, kind, slug, source, reading, statement, candidate, snapshots, changes },
      observedAt: instant(observation.observedAt),
      // The column counts confirmations of prices.
      outcome: verdict.about === 'api' ? undefined : verdict.outcome,
      observation: JSON.stringify(light),
      verdict: JSON.stringify(verdict),
    },
    recordedAt,
  );
  const isUndo = observation.kind === 'decision' && observation.action === 'undo';
  const undone = isUndo ? undoneDecision(sql, observation.on) : undefined;
  const lastSupportedAt = lastSupported(sql, observation);
  const recorded = { seq, recordedAt: new Date(recordedAt), undone, lastSupportedAt };
  const head = headAfter(sql.head(slug, source), entry, recorded);
  sql.setHead({ slug, source, ...head });
  return 'written';
}

function recordProduct(
  sql: LedgerStatements,
  { slug, changes, importedSnapshots }: z.output<typeof ProductEntry>,
  recordedAt: string,
): Written {
  const newChanges = changes.filter((change) => !isRecorded(sql, change));
  const newSnapshots = importedSnapshots.filter(
    (snapshot) =>
      sql.importedSum(slug, instant(snapshot.validFrom), datasetName(snapshot.imported.dataset)) !== sumOf(snapshot),
  );
  if (newChanges.length + newSnapshots.length === 0) return 'duplicate';
  // An observation's id has no slash.
  const id = `product/${slug}/${(sql.last()?.entry ?? 0) + 1}`;
  const snapshots = newSnapshots.map((snapshot) => ({ ...snapshot, origin: 'imported' }));
  write(sql, { id, kind: 'product', slug, observedAt: recordedAt, snapshots, changes: newChanges }, recordedAt);
  return 'written';
}

function attachedRows(
  { slug, statement, candidate, snapshots = [], changes = [] }: NewEntry,
  last: { seq: number; recordedAt: string; snapshot: number; change: number },
): AttachedRow[] {
  const row = (table: AttachedRow['table'], ...values: SqlValue[]): AttachedRow => ({
    table,
    values: [last.seq, ...values],
  });
  const packed = (value: Statement) => pack(JSON.stringify(value));
  return [
    ...(statement === undefined ? [] : [row('statements', packed(statement))]),
    ...(candidate === undefined ? [] : [row('candidates', packed(candidate))]),
    ...snapshots.map(({ origin, market = null, validFrom, lastSeenAt, ...body }, index) =>
      row(
        'snapshots',
        last.snapshot + 1 + index,
        slug,
        origin,
        body.imported === undefined ? null : datasetName(body.imported.dataset),
        instant(validFrom),
        instant(lastSeenAt),
        last.recordedAt,
        body.imported === undefined ? null : sumOf({ ...body, lastSeenAt }),
        packed(body),
        market,
      ),
    ),
    ...changes.map((change, index) => {
      const body = JSON.stringify({ ...change, recordedAt: last.recordedAt });
      return row('changes', last.change + 1 + index, slug, change.type, body);
    }),
  ];
}

/** Whether the change is in force already: a lifecycle change by the last one, others by content, whenever recorded. */
function isRecorded(sql: LedgerStatements, change: Change): boolean {
  if (change.type === 'product_added' || change.type === 'product_retired') {
    return sql.lifecycle(change.slug) === change.type;
  }
  const content = (recorded: Change) => canonicalJson({ ...recorded, recordedAt: undefined });
  return sql.changesOf(change.slug, change.type).some((body) => content(JSON.parse(body)) === content(change));
}

function sumOf({ tiers, rates, evidence, imported, lastSeenAt }: Omit<NewSnapshot, 'origin' | 'validFrom'>): string {
  return hash('sha256', canonicalJson({ tiers, rates, evidence, imported, lastSeenAt: instant(lastSeenAt) }));
}

function validEntry(entry: LedgerEntry): LedgerEntry {
  const parsed = LedgerEntry.safeParse(entry);
  if (!parsed.success)
    throw new Error(`Cannot write observation "${entry.observation?.id}" to the ledger`, { cause: parsed.error });
  mustBeOfOneProduct(parsed.data.observation.slug, parsed.data.changes);
  return parsed.data;
}

function validProduct(entry: ProductEntry): z.output<typeof ProductEntry> {
  const parsed = ProductEntry.safeParse(entry);
  if (!parsed.success) throw new Error(`Cannot record the product "${entry.slug}"`, { cause: parsed.error });
  mustBeOfOneProduct(parsed.data.slug, parsed.data.changes);
  return parsed.data;
}

function mustBeOfOneProduct(slug: string, changes: readonly Change[]): void {
  const stray = changes.find((change) => change.slug !== slug);
  if (stray !== undefined) throw new Error(`Cannot write a change of "${stray.slug}" in an entry of "${slug}"`);
}
