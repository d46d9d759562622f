/**
 * Parquet, a group of rows at a time, so that memory does not grow with the file. Amounts are DECIMAL(21, 9), which
 * holds every `Amount` exactly; instants are TIMESTAMP in UTC.
 */
import { zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnType } from './columns.ts';
import type { Cell } from './history-rows.ts';

/** Digits before the point of an `Amount`, and behind it (data/money.ts). */
const SCALE = 9;
const PRECISION = 12 + SCALE;
/** Least bytes that hold so many digits. */
const DECIMAL_BYTES = 9;
const ROWS_IN_GROUP = 10_000;

const PHYSICAL: Record<ColumnType, Omit<SchemaElement, 'name'>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  // As text, since that is what it is in the other formats too.
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

export interface ParquetFile {
  add(row: Readonly<Record<string, Cell>>): void;
  finish(): void;
}

export function openParquet(path: string, columns: readonly Column[]): ParquetFile {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(
      ({ name, type, nullable }): SchemaElement => ({
        name,
        ...PHYSICAL[type],
        repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
      }),
    ),
  ];
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema,
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
    createdBy: 'assay',
  });
  let data = columns.map((): unknown[] => []);

  function flush(): void {
    const columnData = columns.map(({ name }, at) => ({ name, data: data[at] ?? [] }));
    void writer.write({ columnData, rowGroupSize: ROWS_IN_GROUP });
    data = columns.map(() => []);
  }

  return {
    add(row) {
      columns.forEach(({ name, type }, at) => {
        data[at]?.push(stored(row[name] ?? null, type));
      });
      if ((data[0]?.length ?? 0) >= ROWS_IN_GROUP) flush();
    },
    finish() {
      flush();
      void writer.finish();
    },
  };
}

function stored(value: Cell, type: ColumnType): unknown {
  if (value === null) return null;
  if (type === 'decimal') return unscaled(String(value));
  if (type === 'date' || type === 'timestamp') return new Date(String(value));
  return value;
}

/** The amount as a whole number of its ninth decimals. */
function unscaled(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(SCALE, '0'));
}
