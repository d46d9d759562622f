/** The exported files of a generation, and the schema of their manifest. */
import * as z from 'zod';
import { Sha256 } from '../../../data/page.ts';
import { Instant } from '../../../data/product.ts';
import { Links, SCHEMA_VERSION } from '../../record/envelope.ts';
import { Credit } from '../../record/origins.ts';
import { Column } from './columns.ts';

export const EXPORT_FILES = {
  'records.jsonl': 'application/jsonl; charset=utf-8',
  'history.csv': 'text/csv; charset=utf-8; header=present',
  'history.parquet': 'application/vnd.apache.parquet',
  'index.csv': 'text/csv; charset=utf-8; header=present',
  'index.parquet': 'application/vnd.apache.parquet',
  'changes.jsonl': 'application/jsonl; charset=utf-8',
  'generation.sqlite': 'application/vnd.sqlite3',
} as const;
export type ExportName = keyof typeof EXPORT_FILES;
export const EXPORT_NAMES = Object.keys(EXPORT_FILES) as ExportName[];

export function isExportName(text: string): text is ExportName {
  return Object.hasOwn(EXPORT_FILES, text);
}

export const GenerationId = z.string().regex(/^\d{6,15}$/);

const Table = z.strictObject({ name: z.string(), rows: z.int().min(0), columns: z.array(Column) });

export const ExportFile = z.strictObject({
  name: z.enum(EXPORT_NAMES),
  url: z.url().meta({ description: 'The bytes at this URL never change.' }),
  mediaType: z.string(),
  bytes: z.int().min(0),
  sha256: Sha256,
  rows: z.int().min(0).meta({ description: 'Rows without the header; for SQLite, of all tables.' }),
  license: z.enum(['owned', 'restricted']).meta({ description: 'Licence of the file: `restricted` if any column is.' }),
  columns: z.array(Column).optional().meta({ description: 'Columns; for JSON Lines, the keys of each line.' }),
  tables: z.array(Table).optional().meta({ description: 'Tables of SQLite, instead of `columns`.' }),
});
export type ExportFile = z.infer<typeof ExportFile>;

export const ExportManifest = z.strictObject({
  generation: GenerationId,
  publishedAt: Instant.meta({ description: 'When the generation was published. Confidences are as of this time.' }),
  generationSha256: Sha256.meta({ description: 'SHA-256 of the published generation.' }),
  files: z.array(ExportFile),
  datasets: z.array(Credit).meta({ description: 'Datasets to credit for imported facts.' }),
  links: Links,
  attribution: z.string(),
  licenseNote: z.string(),
  schemaVersion: z.literal(SCHEMA_VERSION),
});
export type ExportManifest = z.infer<typeof ExportManifest>;
