/**
 * The ledger's connection, for writing. better-sqlite3 opens an existing WAL file with `synchronous` NORMAL, under which
 * a power cut can undo an acknowledged commit, so it is set on every open.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { sync } from '../files/atomic-file.ts';

/** One step per version of the schema, in order; a released step is never edited. */
const MIGRATIONS = ['schema.sql', 'schema-2.sql', 'schema-3.sql'];

/** Version of the ledger's schema that this program writes. */
export const LEDGER_SCHEMA = MIGRATIONS.length;

/** Size of the log after a checkpoint: one burst does not keep its size for ever. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/** @throws {Error} the file was written by a newer version, or the file system can't hold a write-ahead log */
export function openLedgerDatabase(file: string): Database.Database {
  let database: Database.Database | undefined;
  try {
    database = new Database(file);
    // Before any write: the file may be a later version's.
    const version = versionOf(database);
    // Not `simple`, which stops at the first row, before the commit, and would not report its failure.
    database.pragma('journal_mode = WAL');
    const mode = database.pragma('journal_mode', { simple: true });
    if (mode !== 'wal') throw new Error(`its file system does not support a write-ahead log (mode "${String(mode)}")`);
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    // Without it, INSERT OR REPLACE would delete rows behind the triggers that forbid it.
    database.pragma('recursive_triggers = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
    migrate(database, version);
    sync(dirname(file));
    return database;
  } catch (cause) {
    database?.close();
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    throw new Error(`Cannot open the ledger ${file}${why}`, { cause });
  }
}

function versionOf(database: Database.Database): number {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > MIGRATIONS.length)
    throw new Error(`its schema version is ${version}; this program reads up to ${MIGRATIONS.length}`);
  return version;
}

function migrate(database: Database.Database, version: number): void {
  if (version === MIGRATIONS.length) return;
  const steps = MIGRATIONS.slice(version).map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  database
    .transaction(() => {
      for (const step of steps) database.exec(step);
      database.pragma(`user_version = ${MIGRATIONS.length}`);
    })
    .immediate();
}
