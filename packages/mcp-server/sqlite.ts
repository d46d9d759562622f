/**
 * The part of better-sqlite3 that reads a generation, over Node's own SQLite. The bundle uses it in place of better-sqlite3
 * (bundle.ts), so that the package needs no compiled library.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export class Database {
  readonly #database: DatabaseSync;

  constructor(path: string, { readonly }: { readonly: true; fileMustExist: true }) {
    this.#database = new DatabaseSync(path, { readOnly: readonly });
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  pragma(source: string, { simple = false }: { simple?: boolean } = {}): unknown {
    const row = this.#database.prepare(`PRAGMA ${source}`).get();
    return simple ? firstOf(row) : row;
  }

  prepare(sql: string): Statement {
    return new Statement(this.#database.prepare(sql));
  }

  close(): void {
    this.#database.close();
  }
}

type Row = Record<string, unknown>;

class Statement {
  readonly #statement: StatementSync;
  #isPlucked = false;

  constructor(statement: StatementSync) {
    this.#statement = statement;
  }

  /** Makes each row its first column. */
  pluck(): this {
    this.#isPlucked = true;
    return this;
  }

  get(...given: SQLInputValue[]): unknown {
    const row = this.#statement.get(...given);
    return row && this.#read(row);
  }

  all(...given: SQLInputValue[]): unknown[] {
    return this.#statement.all(...given).map((row) => this.#read(row));
  }

  #read(row: Row): unknown {
    const read = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asBuffer(value)]));
    return this.#isPlucked ? firstOf(read) : read;
  }
}

function firstOf(row: Row | undefined): unknown {
  return row && Object.values(row)[0];
}

function asBuffer(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
