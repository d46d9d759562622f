/**
 * Writes a Parquet file in row groups, so memory does not grow with the file. Amounts are DECIMAL(21, 9), which holds
 * every `Amount` exactly.
 */
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Cell, Column, ColumnType, Row } from './columns.ts';

/** Digits of an `Amount` (data/money.ts). */
const SCALE = 9;
const PRECISION = 12 + SCALE;
/** The fewest bytes that hold so many digits. */
const DECIMAL_BYTES = 9;
const ROWS_IN_GROUP = 10_000;

const PHYSICAL: Record<ColumnType, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  decimal: {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: DECIMAL_BYTES,
    converted_type: 'DECIMAL',
    precision: PRECISION,
    scale: SCALE,
  },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

export class ParquetFile {
  readonly #columns: readonly Column[];
  readonly #writer: ParquetWriter;
  #rows: Row[] = [];

  constructor(path: string, columns: readonly Column[]) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: fileWriter(path),
      schema: [{ name: 'root', num_children: columns.length }, ...columns.map(schemaElement)],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      createdBy: 'assay',
    });
  }

  add(row: Row): void {
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_IN_GROUP) this.#flush();
  }

  finish(): void {
    this.#flush();
    void this.#writer.finish();
  }

  #flush(): void {
    const columnData = this.#columns.map(({ name, type }) => ({
      name,
      data: this.#rows.map((row) => stored(row[name], type)),
    }));
    void this.#writer.write({ columnData, rowGroupSize: ROWS_IN_GROUP });
    this.#rows = [];
  }
}

function schemaElement({ name, type, nullable }: Column): SchemaElement {
  return { name, ...PHYSICAL[type], repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED' };
}

function stored(value: Cell, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'decimal') return unscaled(String(value));
  return type === 'date' || type === 'timestamp' ? new Date(String(value)) : value;
}

/** The amount as a whole number of its ninth decimals. */
function unscaled(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(SCALE, '0'));
}
