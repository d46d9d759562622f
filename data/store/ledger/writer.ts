/**
 * The only code that adds to the ledger. Numbers of entries, snapshots and changes are taken inside the transaction
 * that uses them, so that one that is rolled back leaves no gap.
 */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import * as z from 'zod';
import { Change } from '../../change.ts';
import { Action } from '../../pipeline/operator-action.ts';
import { LedgerEntry, Statement } from '../../pipeline/verdict.ts';
import { isParsed } from '../../pipeline/verify-job.ts';
import { Instant, Slug } from '../../product.ts';
import { datasetName, ImportedFrom } from '../../record.ts';
import { canonicalJson } from '../files/canonical-json.ts';
import type { SqlValue } from '../files/row-digest.ts';
import { instant, pack, splitReading } from './entry.ts';
import { type AttachedRow, CHAIN_START, nextLink } from './hash-chain.ts';
import type { ProductStates } from './product-states.ts';
import { readerRows } from './reader-rows.ts';
import { headAfter } from './source-state.ts';
import type { LedgerStatements } from './statements.ts';

export type Written = 'written' | 'duplicate';

/** What a public dataset states of a product from a day on, and the last day that it was seen to state it. */
export const ImportedSnapshot = Statement.extend({ validFrom: Instant, lastSeenAt: Instant, imported: ImportedFrom });
export type ImportedSnapshot = z.infer<typeof ImportedSnapshot>;

/** Facts that no visit brought: the product's coming and going, and its imported history. */
export const ProductEntry = z.strictObject({
  slug: Slug,
  changes: z.array(Change),
  importedSnapshots: z.array(ImportedSnapshot).default([]),
});
export type ProductEntry = z.input<typeof ProductEntry>;

type NewSnapshot = Omit<ImportedSnapshot, 'imported'> & { origin: string; imported?: ImportedFrom };

/** An entry on its way into the tables. */
interface NewEntry {
  id: string;
  kind: string;
  slug: string;
  source: string | null;
  observedAt: string;
  outcome: string | null;
  observation: string | null;
  verdict: string | null;
  reading: Buffer | null;
  statement: Statement | undefined;
  candidate: Statement | undefined;
  snapshots: NewSnapshot[];
  changes: Change[];
}

/** Of an entry that no visit brought. */
const NOTHING_CONCLUDED = {
  source: null,
  outcome: null,
  verdict: null,
  reading: null,
  statement: undefined,
  candidate: undefined,
} as const;

export function ledgerWriter(database: Database.Database, sql: LedgerStatements, states: ProductStates) {
  const readers = readerRows(database);

  /** Returns the entry's number. */
  function write(entry: NewEntry, recordedAt: string): number {
    const last = sql.last.get();
    const seq = (last?.entry ?? 0) + 1;
    const attached = attachedRows(entry, { seq, recordedAt, snapshot: last?.snapshot ?? 0, change: last?.change ?? 0 });
    const { id, kind, slug, source, observedAt, outcome, observation, verdict, reading } = entry;
    const row = [seq, id, kind, slug, source, observedAt, recordedAt, outcome, observation, verdict, reading];
    sql.addEntry.run(...row, nextLink(last?.chain ?? CHAIN_START, row, attached));
    for (const { table, values } of attached) ADD[table](sql).run(...values);
    return seq;
  }

  function appendOne(entry: LedgerEntry, recordedAt: string): Written {
    const { observation, verdict, snapshot, corrections = [] } = entry;
    if (sql.has.get(observation.id) !== undefined) return 'duplicate';
    const { light, reading } = splitReading(observation);
    const { slug, source } = observation;
    const observedAt = instant(observation.observedAt);
    const seq = write(
      {
        id: observation.id,
        kind: observation.kind,
        slug,
        source,
        observedAt,
        // The column is of what visits say of prices; whatever counts confirmations of records goes by it.
        outcome: verdict.about === 'api' ? null : verdict.outcome,
        observation: JSON.stringify(light),
        verdict: JSON.stringify(verdict),
        reading,
        statement: entry.statement,
        candidate: entry.candidate,
        snapshots: [
          ...(snapshot === undefined ? [] : [snapshot]),
          ...corrections.map((correction) => ({ ...correction, origin: 'correction' })),
        ].map((each) => ({ ...each, lastSeenAt: each.validFrom })),
        changes: entry.changes,
      },
      recordedAt,
    );
    const recorded = { seq, recordedAt: new Date(recordedAt) };
    sql.setHead.run({ slug, source, ...headAfter(sql.head.get(slug, source), entry, recorded) });
    if ('reading' in observation) readers.note(observation, recorded.recordedAt);
    states.forget(slug);
    return 'written';
  }

  function recordOne({ slug, changes, importedSnapshots }: z.output<typeof ProductEntry>, recordedAt: string): Written {
    const newChanges = changes.filter((change) => !isRecorded(sql, change));
    const newSnapshots = importedSnapshots.filter(
      (snapshot) =>
        sql.importedSum.get(slug, instant(snapshot.validFrom), datasetName(snapshot.imported.dataset)) !==
        sumOf(snapshot),
    );
    if (newChanges.length + newSnapshots.length === 0) return 'duplicate';
    write(
      {
        ...NOTHING_CONCLUDED,
        // No observation's id has a slash.
        id: `product/${slug}/${(sql.last.get()?.entry ?? 0) + 1}`,
        kind: 'product',
        slug,
        observedAt: recordedAt,
        observation: null,
        snapshots: newSnapshots.map((snapshot) => ({ ...snapshot, origin: 'imported' })),
        changes: newChanges,
      },
      recordedAt,
    );
    states.forget(slug);
    return 'written';
  }

  function recordAction(action: Action, recordedAt: string): Written {
    if (sql.has.get(action.id) !== undefined) return 'duplicate';
    write(
      {
        ...NOTHING_CONCLUDED,
        id: action.id,
        kind: action.kind,
        slug: action.slug,
        observedAt: instant(action.at),
        observation: JSON.stringify(action),
        snapshots: [],
        changes: [],
      },
      recordedAt,
    );
    return 'written';
  }

  const appendAll = database.transaction((entries: LedgerEntry[], recordedAt: string) =>
    entries.map((entry) => appendOne(entry, recordedAt)),
  );
  const recordAll = database.transaction((entries: z.output<typeof ProductEntry>[], recordedAt: string) =>
    entries.map((entry) => recordOne(entry, recordedAt)),
  );
  const recordOneAction = database.transaction(recordAction);
  return {
    recordAction: (action: Action, recordedAt: Date): Written =>
      recordOneAction.immediate(Action.parse(action), recordedAt.toISOString()),
    append: (entries: readonly LedgerEntry[], recordedAt: Date): Written[] =>
      states.whole(() => appendAll.immediate(entries.map(validEntry), recordedAt.toISOString())),
    recordProducts: (entries: readonly ProductEntry[], recordedAt: Date): Written[] =>
      states.whole(() => recordAll.immediate(entries.map(validProduct), recordedAt.toISOString())),
  };
}

const ADD = {
  statements: (sql: LedgerStatements) => sql.addStatement,
  candidates: (sql: LedgerStatements) => sql.addCandidate,
  snapshots: (sql: LedgerStatements) => sql.addSnapshot,
  changes: (sql: LedgerStatements) => sql.addChange,
};

function attachedRows(
  { slug, statement, candidate, snapshots, changes }: NewEntry,
  last: { seq: number; recordedAt: string; snapshot: number; change: number },
): AttachedRow[] {
  const row = (table: AttachedRow['table'], ...values: SqlValue[]): AttachedRow => ({
    table,
    values: [last.seq, ...values],
  });
  // Of a product with one source, the snapshot is the statement: what is equal is compressed once.
  const packed = new Map<string, Buffer>();
  const packOnce = (value: Statement): Buffer => {
    const json = JSON.stringify(value);
    const body = packed.get(json) ?? pack(json);
    packed.set(json, body);
    return body;
  };
  return [
    ...(statement === undefined ? [] : [row('statements', packOnce(statement))]),
    ...(candidate === undefined ? [] : [row('candidates', packOnce(candidate))]),
    ...snapshots.map(({ origin, validFrom, lastSeenAt, ...body }, index) =>
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
        packOnce(body),
      ),
    ),
    ...changes.map((change, index) =>
      row(
        'changes',
        last.change + 1 + index,
        slug,
        change.type,
        // The moment of recording is the ledger's to say.
        JSON.stringify({ ...change, recordedAt: last.recordedAt }),
      ),
    ),
  ];
}

/**
 * A product comes only when it is not there, and goes only once. Of other changes, the same one said again, whatever
 * the moment of recording, is recorded already.
 */
function isRecorded(sql: LedgerStatements, change: Change): boolean {
  if (change.type === 'product_added' || change.type === 'product_retired') {
    return sql.lifecycle.get(change.slug) === change.type;
  }
  const content = (recorded: Change) => canonicalJson({ ...recorded, recordedAt: undefined });
  return sql.changesOf.all(change.slug, change.type).some((body) => content(JSON.parse(body)) === content(change));
}

function sumOf({ tiers, rates, evidence, imported, lastSeenAt }: Omit<NewSnapshot, 'origin' | 'validFrom'>): string {
  return hash('sha256', canonicalJson({ tiers, rates, evidence, imported, lastSeenAt: instant(lastSeenAt) }));
}

const Conclusion = LedgerEntry.omit({ observation: true });

function validEntry(entry: LedgerEntry): LedgerEntry {
  const { observation, ...conclusion } = entry;
  const parsed = isParsed(observation) ? Conclusion.safeParse(conclusion) : LedgerEntry.safeParse(entry);
  if (!parsed.success)
    throw new Error(`Cannot write observation "${observation?.id}" to the ledger`, { cause: parsed.error });
  const valid = { observation, ...parsed.data };
  mustBeOfOneProduct(valid.observation.slug, valid.changes);
  return valid;
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
