/** The columns of the exported files, for the writers, the manifest and the documentation. */
import * as z from 'zod';
import { GROUP_LICENSES, type Group } from '../../record/envelope.ts';
import { KEPT_FIELDS, RECORD_FIELDS } from '../../record/shape.ts';
import declared from './columns.json' with { type: 'json' };

/**
 * `decimal` is exact: DECIMAL(21, 9) in Parquet, a decimal string elsewhere. Days and instants are UTC; `json` is
 * nested in JSON Lines and text elsewhere.
 */
export const ColumnType = z.enum(['text', 'decimal', 'integer', 'number', 'boolean', 'date', 'timestamp', 'json']);
export type ColumnType = z.infer<typeof ColumnType>;

export const Column = z.strictObject({
  name: z.string(),
  type: ColumnType,
  nullable: z.boolean().meta({ description: 'Whether the value may be missing (absent in JSON Lines).' }),
  unit: z.string().optional().meta({ description: 'Unit of the number.' }),
  meaning: z.string(),
  license: z.enum(['owned', 'restricted']).meta({
    description: 'Imported rows also have the licence of their dataset, named in each row.',
  }),
});
export type Column = z.infer<typeof Column>;

/** Money, dates and nested values are texts. */
export type Cell = string | number | boolean | null | undefined;
export type Row = Readonly<Record<string, Cell>>;

const Declared = z.array(
  Column.extend({ nullable: Column.shape.nullable.default(false), license: Column.shape.license.default('owned') }),
);

function columns(table: keyof typeof declared): Column[] {
  return Declared.parse(declared[table]);
}

/** One row per price of a tier, or rate of a model, over an interval. */
export const HISTORY_COLUMNS: readonly Column[] = columns('history');
/** One row per month of a price index. */
export const INDEX_COLUMNS: readonly Column[] = columns('index');
/** Events of the log, as `/api/v2/changes` answers them. */
export const CHANGE_COLUMNS: readonly Column[] = columns('changes');
export const PRODUCT_COLUMNS: readonly Column[] = columns('products');
export const COLUMN_COLUMNS: readonly Column[] = columns('columns');
export const ABOUT_COLUMNS: readonly Column[] = columns('about');

/** Record fields that only request parameters bring about. */
const NEVER_EXPORTED = new Set(['market', 'asOf', 'recordedBefore', 'interval', 'withheld']);
const ENVELOPE = ['links', 'attribution', 'license', 'licenseNote', 'datasets', 'schemaVersion', 'generation'];
const described = new Map(columns('records').map((column) => [column.name, column]));

/** Records, as `/api/v2/pricing/{slug}` answers them. */
export const RECORD_COLUMNS: readonly Column[] = [...KEPT_FIELDS, ...RECORD_FIELDS, ...ENVELOPE]
  .filter((name) => !NEVER_EXPORTED.has(name))
  .map((name) => {
    const column = described.get(name);
    if (column === undefined) throw new Error(`Cannot export "${name}": columns.json does not describe it`);
    return { ...column, license: GROUP_LICENSES[name as Group] ?? 'owned' };
  });
