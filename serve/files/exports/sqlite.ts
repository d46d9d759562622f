/** SQLite, for those who have nothing else: one table a file, and what each column means. Amounts are text, hence exact. */
import Database from 'better-sqlite3';
import type { Column, ColumnType } from './columns.ts';
import type { Cell } from './history-rows.ts';

const AFFINITY: Record<ColumnType, string> = {
  text: 'TEXT',
  decimal: 'TEXT',
  json: 'TEXT',
  date: 'TEXT',
  timestamp: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  number: 'REAL',
};

export interface SqliteTable {
  name: string;
  columns: readonly Column[];
  primaryKey?: string;
  /** Columns that its rows are looked up by. */
  index?: readonly string[];
}

export interface SqliteFile {
  add(table: string, row: Readonly<Record<string, Cell>>): void;
  /** Makes the indexes and closes it. */
  finish(): void;
  /** Closes it as it is. */
  close(): void;
}

/** Nobody reads it before it is whole, so it needs neither journal nor flushes. */
export function openSqlite(path: string, tables: readonly SqliteTable[]): SqliteFile {
  const database = new Database(path);
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  for (const table of tables) database.exec(definition(table));
  const inserts = new Map(
    tables.map(({ name, columns }) => {
      const statement = database.prepare<unknown[]>(
        `INSERT INTO ${name} VALUES (${columns.map(() => '?').join(', ')})`,
      );
      return [
        name,
        (row: Readonly<Record<string, Cell>>) =>
          statement.run(columns.map((column) => stored(row[column.name] ?? null))),
      ];
    }),
  );
  database.exec('BEGIN');
  return {
    add: (table, row) => void inserts.get(table)?.(row),
    finish() {
      database.exec('COMMIT');
      for (const { name, index } of tables)
        if (index !== undefined) database.exec(`CREATE INDEX ${name}_by_${index[0]} ON ${name} (${index.join(', ')})`);
      database.close();
    },
    close: () => database.close(),
  };
}

function definition({ name, columns, primaryKey }: SqliteTable): string {
  const columnsOf = columns.map(
    (column) =>
      `${quotedName(column.name)} ${AFFINITY[column.type]}${column.nullable ? '' : ' NOT NULL'}${column.name === primaryKey ? ' PRIMARY KEY' : ''}`,
  );
  return `CREATE TABLE ${name} (${columnsOf.join(', ')}) STRICT`;
}

/** Some are words of SQL. */
function quotedName(name: string): string {
  return `"${name}"`;
}

function stored(value: Cell): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}
