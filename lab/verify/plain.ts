/** The least that stores JSON for good: better-sqlite3, one table with a unique id, the ledger's pragmas. */
import Database from 'better-sqlite3';

export interface PlainRow {
  id: string;
  body: string;
}

export function openPlain(file: string) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE entries (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT');
  const insert = database.prepare<[string, string]>('INSERT INTO entries (id, body) VALUES (?, ?)');
  const insertBatch = database.transaction((rows: readonly PlainRow[]) => {
    for (const { id, body } of rows) insert.run(id, body);
  });
  return { insert: (batch: readonly PlainRow[]) => insertBatch.immediate(batch), close: () => database.close() };
}

export function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
