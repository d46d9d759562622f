/** A SQLite file of strict tables. Amounts are text, hence exact. */
import Database from 'better-sqlite3';
import type { Cell, Column, ColumnType, Row } from './columns.ts';

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
  index?: readonly string[];
}

/** A new file, which needs neither journal nor flushes before it is complete. */
export class SqliteFile {
  readonly #database: Database.Database;
  readonly #tables: readonly SqliteTable[];
  readonly #inserts = new Map<string, (row: Row) => void>();

  constructor(path: string, tables: readonly SqliteTable[]) {
    this.#database = new Database(path);
    this.#tables = tables;
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('synchronous = OFF');
    for (const table of tables) {
      this.#database.exec(definition(table));
      const values = table.columns.map(() => '?').join(', ');
      const statement = this.#database.prepare<unknown[]>(`INSERT INTO ${table.name} VALUES (${values})`);
      this.#inserts.set(table.name, (row) => statement.run(table.columns.map(({ name }) => stored(row[name]))));
    }
    this.#database.exec('BEGIN');
  }

  add(table: string, row: Row): void {
    this.#inserts.get(table)?.(row);
  }

  /** Makes the indexes and closes the file. */
  finish(): void {
    this.#database.exec('COMMIT');
    for (const { name, index } of this.#tables)
      if (index !== undefined)
        this.#database.exec(`CREATE INDEX ${name}_by_${index[0]} ON ${name} (${index.join(', ')})`);
    this.close();
  }

  close(): void {
    this.#database.close();
  }
}

/** Names are quoted: some are words of SQL. */
function definition({ name, columns, primaryKey }: SqliteTable): string {
  const defined = columns.map((column) => {
    const rules = `${column.nullable ? '' : ' NOT NULL'}${column.name === primaryKey ? ' PRIMARY KEY' : ''}`;
    return `"${column.name}" ${AFFINITY[column.type]}${rules}`;
  });
  return `CREATE TABLE ${name} (${defined.join(', ')}) STRICT`;
}

function stored(value: Cell): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
