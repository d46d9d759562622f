/** Writes the files of an export in one pass over the products and one over the log. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LoggedChange } from '../../../data/change.ts';
import type { CheapestMonth } from '../../../data/price-index/cheapest-rates.ts';
import { removeFolder } from '../../../data/store/files/atomic-folder.ts';
import { type Current, generationFile } from '../../../data/store/generation/current.ts';
import { cooperativeYield } from '../../../data/store/steps.ts';
import { EXPORTS_PATH } from '../../interface/published-files.ts';
import { indexNamed } from '../../operations/price-index.ts';
import { listEnvelope, productPageUrl, SCHEMA_VERSION } from '../../record/envelope.ts';
import { type Credit, inOrder } from '../../record/origins.ts';
import { changeView } from '../../record/view.ts';
import { dayOf, startOfDay } from '../../store/edition.ts';
import type { Store } from '../../store/store.ts';
import { foldersIn, readManifest } from '../folder/read.ts';
import { type FolderFiles, type Source, writeFolder } from '../folder/write.ts';
import {
  ABOUT_COLUMNS,
  CHANGE_COLUMNS,
  COLUMN_COLUMNS,
  HISTORY_COLUMNS,
  INDEX_COLUMNS,
  PRODUCT_COLUMNS,
  RECORD_COLUMNS,
  type Row,
} from './columns.ts';
import { csvHeader, csvRow, historyRows } from './history-rows.ts';
import { EXPORT_FILES, type ExportFile, ExportManifest } from './manifest.ts';
import { ParquetFile } from './parquet.ts';
import { addCredits, changeRow, columnRows, exportedRecord, productRow } from './rows.ts';
import { SqliteFile, type SqliteTable } from './sqlite.ts';

interface Table extends SqliteTable {
  /** Written as CSV and Parquet too, under this name. */
  file?: 'history' | 'index';
}

const TABLES: readonly Table[] = [
  { name: 'products', columns: PRODUCT_COLUMNS, primaryKey: 'slug' },
  { name: 'history', columns: HISTORY_COLUMNS, index: ['slug', 'validFrom'], file: 'history' },
  // Retracted statements have a table of their own, so that no sum counts them by mistake.
  { name: 'superseded', columns: HISTORY_COLUMNS, index: ['slug', 'validFrom'] },
  { name: 'price_index', columns: INDEX_COLUMNS, file: 'index' },
  { name: 'changes', columns: CHANGE_COLUMNS, primaryKey: 'seq', index: ['slug', 'seq'] },
  { name: 'columns', columns: COLUMN_COLUMNS },
  { name: 'about', columns: ABOUT_COLUMNS, primaryKey: 'name' },
];

const CHANGES_PER_PAGE = 1_000;

const TERMS =
  'Free for non-commercial use with attribution. Do not sell the data as your own. Rows from a dataset keep its licence. Columns marked "restricted" come from third parties: display them with attribution, do not resell them.';

/** @returns the manifest @throws {Error} the disk is full, or `signal` aborts */
async function writeExports(store: Store, files: FolderFiles, signal?: AbortSignal): Promise<ExportManifest> {
  const output = new ExportOutput(files);
  try {
    await addProducts(store, output, signal);
    addChanges(store, output);
    addIndices(store, output);
    const head = manifestHead(store, inOrder(output.credits));
    output.add('columns', ...columnRows(TABLES));
    for (const [name, value] of Object.entries(head))
      output.add('about', { name, value: typeof value === 'string' ? value : JSON.stringify(value) });
    const entries: ExportFile[] = [];
    for (const content of output.finish()) entries.push(await fileEntry(store, files, content));
    const { datasets, ...rest } = head;
    return { ...rest, files: entries, datasets };
  } finally {
    output.close();
  }
}

async function addProducts(store: Store, output: ExportOutput, signal: AbortSignal | undefined): Promise<void> {
  const { generation, site } = store;
  // As the API answers on the day of the publication.
  const now = startOfDay(dayOf(Date.parse(generation.publishedAt)));
  const pause = cooperativeYield();
  for (const listed of store.listed) {
    const answer = exportedRecord(store, listed.slug, now);
    const record = answer && { answer, text: JSON.stringify(answer) };
    if (record !== undefined) output.line('records', record.text);
    addCredits(answer, output.credits);
    output.add('products', productRow(site, listed, record));
    const subject = { ...listed, page: productPageUrl(site, listed.slug) };
    for (const snapshot of generation.recordedSnapshots(listed.slug)) {
      addCredits(snapshot, output.credits);
      const rows = historyRows(subject, snapshot);
      output.add(snapshot.superseded === true ? 'superseded' : 'history', ...rows);
    }
    // Signals and probes are handled between two products.
    await pause();
    signal?.throwIfAborted();
  }
}

function addChanges({ generation }: Store, output: ExportOutput): void {
  let page: LoggedChange[] = [];
  do {
    page = generation.changes({ after: page.at(-1)?.seq ?? 0, limit: CHANGES_PER_PAGE });
    for (const change of page.map(changeView)) {
      output.line('changes', JSON.stringify(change));
      output.add('changes', changeRow(change));
      addCredits(change, output.credits);
    }
  } while (page.length > 0);
}

function addIndices({ generation }: Store, output: ExportOutput): void {
  for (const id of generation.priceIndices()) {
    const { basis, category } = indexNamed(id);
    const { months = [], cheapest = [] } = generation.priceIndex(basis, category) ?? {};
    output.add('price_index', ...months.map((month) => ({ basis, category, ...month })));
    for (const { context, months: each } of cheapest)
      output.add('price_index', ...each.map((month) => cheapestRow({ basis, context }, month)));
  }
}

function cheapestRow(of: { basis: string; context: number }, { input, output, models, ...month }: CheapestMonth): Row {
  const cheapest = { cheapestInput: input.amount, inputModel: `${input.slug}/${input.model}` };
  return {
    ...of,
    ...month,
    ...cheapest,
    cheapestOutput: output.amount,
    outputModel: `${output.slug}/${output.model}`,
    prices: models,
  };
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

async function fileEntry({ site, generation }: Store, files: FolderFiles, content: Content): Promise<ExportFile> {
  const { name, rows, columns, tables } = content;
  const { bytes, sha256 } = await files.finish(name);
  const all = columns ?? tables?.flatMap((table) => table.columns) ?? [];
  return {
    name,
    url: `${site.baseUrl}${EXPORTS_PATH}/${generation.id}/${name}`,
    mediaType: EXPORT_FILES[name],
    bytes,
    sha256,
    rows,
    license: all.some(({ license }) => license === 'restricted') ? 'restricted' : 'owned',
    ...(columns && { columns }),
    ...(tables && { tables }),
  };
}

class ExportOutput {
  readonly credits = new Map<string, Credit>();
  readonly #files: FolderFiles;
  readonly #parquet = new Map<string, ParquetFile>();
  readonly #sqlite: SqliteFile;
  readonly #counts = new Map<string, number>();

  constructor(files: FolderFiles) {
    this.#files = files;
    for (const name of ['records', 'changes']) files.append(`${name}.jsonl`, '');
    for (const { name, columns, file } of TABLES) {
      if (file === undefined) continue;
      files.append(`${file}.csv`, csvHeader(columns));
      this.#parquet.set(name, new ParquetFile(files.path(`${file}.parquet`), columns));
    }
    this.#sqlite = new SqliteFile(files.path('generation.sqlite'), TABLES);
  }

  add(table: string, ...rows: Row[]): void {
    const { file, columns = [] } = TABLES.find(({ name }) => name === table) ?? {};
    if (file !== undefined) this.#files.append(`${file}.csv`, rows.map((row) => csvRow(columns, row)).join(''));
    for (const row of rows) {
      this.#parquet.get(table)?.add(row);
      this.#sqlite.add(table, row);
    }
    this.#count(table, rows.length);
  }

  line(name: 'records' | 'changes', json: string): void {
    this.#files.append(`${name}.jsonl`, `${json}\n`);
    if (name === 'records') this.#count(name, 1);
  }

  finish(): Content[] {
    for (const parquet of this.#parquet.values()) parquet.finish();
    this.#sqlite.finish();
    const rowsOf = (name: string) => this.#counts.get(name) ?? 0;
    const tables = TABLES.map(({ name, columns }) => ({ name, rows: rowsOf(name), columns: [...columns] }));
    const flat = TABLES.flatMap(({ name, columns, file }): Content[] => {
      const content = { rows: rowsOf(name), columns: [...columns] };
      return file === undefined
        ? []
        : (['csv', 'parquet'] as const).map((type) => ({ name: `${file}.${type}`, ...content }));
    });
    return [
      { name: 'records.jsonl', rows: rowsOf('records'), columns: [...RECORD_COLUMNS] },
      ...flat,
      { name: 'changes.jsonl', rows: rowsOf('changes'), columns: [...CHANGE_COLUMNS] },
      { name: 'generation.sqlite', rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables },
    ];
  }

  close(): void {
    this.#sqlite.close();
  }

  #count(name: string, rows: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + rows);
  }
}

/** @throws {Error} the generation is gone, the disk is full, or `signal` aborts; nothing of it stays */
export function makeExports(dir: string, source: Source, signal?: AbortSignal): Promise<ExportManifest> {
  const target = { dir, name: source.current.generation };
  return writeFolder(target, source, (store, files) => writeExports(store, files, signal));
}

export async function isExported(dir: string, { generation, sha256 }: Current): Promise<boolean> {
  return (await sourceOf(dir, generation)) === sha256;
}

/**
 * Removes the exports whose generation is gone, except the newest, and those numbered above the published generation.
 */
export async function sweepExports(dir: string, { generations, current }: Source): Promise<void> {
  const folders = await foldersIn(dir);
  const newest = folders.find(({ generation }) => generation <= Number(current.generation));
  for (const { name, generation } of folders) {
    const sha256 = await sourceOf(dir, name);
    const isCurrent = name === newest?.name || existsSync(join(generations, generationFile(sha256 ?? '')));
    const isAhead = generation > Number(current.generation);
    if (sha256 === undefined || isAhead || !isCurrent) removeFolder(dir, name);
  }
}

/** Undefined where there is no export. */
async function sourceOf(dir: string, name: string): Promise<string | undefined> {
  return (await readManifest(join(dir, name), ExportManifest))?.manifest.generationSha256;
}
