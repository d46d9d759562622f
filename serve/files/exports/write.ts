/** Writes the files of an export, in one pass over a generation's products and one over its log. */

import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedChange } from '../../../data/change.ts';
import { sync } from '../../../data/store/files/atomic-file.ts';
import { hashFile } from '../../../data/store/generation/current.ts';
import type { Generation } from '../../../data/store/generation/generation.ts';
import { takingTurns } from '../../cache/cooperative-yield.ts';
import { EXPORTS_PATH } from '../../interface/published-files.ts';
import { type Credit, inOrder } from '../../record/credits.ts';
import { listEnvelope, productPageUrl, SCHEMA_VERSION } from '../../record/envelope.ts';
import { changeView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';
import {
  ABOUT_COLUMNS,
  CHANGE_COLUMNS,
  COLUMN_COLUMNS,
  HISTORY_COLUMNS,
  PRODUCT_COLUMNS,
  RECORD_COLUMNS,
} from './columns.ts';
import { csvHeader, csvRow } from './csv.ts';
import { historyRows } from './history-rows.ts';
import { EXPORT_FILES, type ExportFile, type ExportManifest, type ExportName, MANIFEST } from './manifest.ts';
import { openParquet } from './parquet.ts';
import { addCredits, changeRow, columnRows, exportedRecord, productRow, type Row } from './rows.ts';
import { openSqlite, type SqliteTable } from './sqlite.ts';
import { openTextFile } from './text-file.ts';

const TABLES: readonly SqliteTable[] = [
  { name: 'products', columns: PRODUCT_COLUMNS, primaryKey: 'slug' },
  { name: 'history', columns: HISTORY_COLUMNS, index: ['slug', 'validFrom'] },
  // What we said once and have taken back: apart, so that no sum counts it by mistake.
  { name: 'superseded', columns: HISTORY_COLUMNS, index: ['slug', 'validFrom'] },
  { name: 'changes', columns: CHANGE_COLUMNS, primaryKey: 'seq', index: ['slug', 'seq'] },
  { name: 'columns', columns: COLUMN_COLUMNS },
  { name: 'about', columns: ABOUT_COLUMNS, primaryKey: 'name' },
];

const CHANGES_AT_ONCE = 1_000;

const TERMS =
  'Free for non-commercial use with attribution; not to be sold as one’s own. Rows that name a dataset keep its licence, and columns marked "restricted" come from third parties: show them with attribution, do not resell them.';

/** The manifest, which is written last. @throws {Error} the disk is full, or it was told to stop */
export async function writeExports(store: Store, folder: string, signal?: AbortSignal): Promise<ExportManifest> {
  const files = openFiles(folder);
  const credits = new Map<string, Credit>();
  try {
    await addProducts(store, { files, credits, signal });
    addChanges(store.generation, { files, credits });
    const manifest: Omit<ExportManifest, 'files'> = manifestHead(store, inOrder(credits));
    for (const row of columnRows(TABLES)) files.sqlite('columns', row);
    for (const [name, value] of Object.entries(manifest))
      files.sqlite('about', { name, value: typeof value === 'string' ? value : JSON.stringify(value) });
    const written: ExportFile[] = [];
    for (const file of files.finish()) written.push(await fileEntry(store, folder, file));
    const { datasets, ...head } = manifest;
    const whole: ExportManifest = { ...head, files: written, datasets };
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(whole)}\n`, { flush: true, mode: 0o444 });
    return whole;
  } finally {
    files.close();
  }
}

interface Pass {
  files: Files;
  credits: Map<string, Credit>;
}

async function addProducts(
  store: Store,
  { files, credits, signal }: Pass & { signal: AbortSignal | undefined },
): Promise<void> {
  const { generation, site } = store;
  const publishedAt = new Date(generation.publishedAt);
  const pause = takingTurns();
  for (const listed of store.listed) {
    const answer = exportedRecord(store, listed.slug, publishedAt);
    const record = answer && { answer, text: JSON.stringify(answer) };
    if (record !== undefined) files.record(record.text);
    addCredits(answer, credits);
    files.sqlite('products', productRow(site, listed, record));
    const subject = { ...listed, page: productPageUrl(site, listed.slug) };
    for (const snapshot of generation.recordedSnapshots(listed.slug)) {
      addCredits(snapshot, credits);
      for (const row of historyRows(subject, snapshot)) {
        if (snapshot.superseded === true) files.sqlite('superseded', row);
        else files.history(row);
      }
    }
    // Whoever asks us to stop, or how we are, is heard between two products.
    await pause();
    signal?.throwIfAborted();
  }
}

function addChanges(generation: Generation, { files, credits }: Pass): void {
  for (let after = 0; ; ) {
    const page = generation.changes({ after, limit: CHANGES_AT_ONCE });
    for (const change of page) {
      const view = changeView(change);
      files.change(view);
      addCredits(view, credits);
    }
    const last = page.at(-1)?.seq;
    if (last === undefined) return;
    after = last;
  }
}

function manifestHead({ generation, site }: Store, datasets: Credit[]): Omit<ExportManifest, 'files'> {
  const { links, attribution } = listEnvelope(site, generation, { page: `${site.baseUrl}/terms`, groups: [] });
  return {
    generation: generation.id,
    publishedAt: generation.publishedAt,
    generationSha256: generation.sha256,
    schemaVersion: SCHEMA_VERSION,
    attribution,
    licenseNote: TERMS,
    links,
    datasets,
  };
}

type Content = Pick<ExportFile, 'name' | 'rows' | 'columns' | 'tables'>;

async function fileEntry({ site, generation }: Store, folder: string, content: Content): Promise<ExportFile> {
  const { name, rows, columns, tables } = content;
  const path = join(folder, name);
  chmodSync(path, 0o444);
  sync(path);
  const all = columns ?? tables?.flatMap((table) => table.columns) ?? [];
  return {
    name,
    url: `${site.baseUrl}${EXPORTS_PATH}/${generation.id}/${name}`,
    mediaType: EXPORT_FILES[name],
    bytes: statSync(path).size,
    sha256: await hashFile(path),
    rows,
    license: all.some(({ license }) => license === 'restricted') ? 'restricted' : 'owned',
    ...(columns && { columns }),
    ...(tables && { tables }),
  };
}

interface Files {
  record(line: string): void;
  history(row: Row): void;
  change(change: LoggedChange): void;
  sqlite(table: string, row: Row): void;
  /** Closes them whole, and says what is in which. */
  finish(): Content[];
  /** Closes what is open still, as it is. */
  close(): void;
}

function openFiles(folder: string): Files {
  const path = (name: ExportName) => join(folder, name);
  const records = openTextFile(path('records.jsonl'));
  const csv = openTextFile(path('history.csv'));
  const changes = openTextFile(path('changes.jsonl'));
  const parquet = openParquet(path('history.parquet'), HISTORY_COLUMNS);
  const database = openSqlite(path('generation.sqlite'), TABLES);
  const rows = new Map<string, number>();
  const count = (what: string) => rows.set(what, (rows.get(what) ?? 0) + 1);
  const counted = (what: string) => rows.get(what) ?? 0;
  csv.write(csvHeader(HISTORY_COLUMNS));

  function sqlite(table: string, row: Row): void {
    database.add(table, row);
    count(table);
  }

  return {
    sqlite,
    record(line) {
      records.write(`${line}\n`);
      count('record');
    },
    history(row) {
      csv.write(csvRow(HISTORY_COLUMNS, row));
      parquet.add(row);
      sqlite('history', row);
    },
    change(change) {
      changes.write(`${JSON.stringify(change)}\n`);
      sqlite('changes', changeRow(change));
    },
    finish() {
      parquet.finish();
      database.finish();
      for (const file of [records, csv, changes]) file.finish();
      const tables = TABLES.map(({ name, columns }) => ({ name, rows: counted(name), columns: [...columns] }));
      const history = { rows: counted('history'), columns: [...HISTORY_COLUMNS] };
      return [
        { name: 'records.jsonl', rows: counted('record'), columns: [...RECORD_COLUMNS] },
        { name: 'history.csv', ...history },
        { name: 'history.parquet', ...history },
        { name: 'changes.jsonl', rows: counted('changes'), columns: [...CHANGE_COLUMNS] },
        { name: 'generation.sqlite', rows: tables.reduce((sum, table) => sum + table.rows, 0), tables },
      ];
    },
    close() {
      database.close();
      for (const file of [records, csv, changes]) file.close();
    },
  };
}
