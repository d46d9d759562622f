/** The staging database's file. It is derived, so a damaged one, or one of another schema, is replaced by an empty one. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { GENERATION_SCHEMA } from './current.ts';

/** Its user holds the ledger's lock, so there is one. @throws {Error} it cannot be opened */
export function openStagingDatabase(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true });
  try {
    return (existsSync(file) && openSound(file)) || create(file);
  } catch (cause) {
    throw new Error(`Cannot open the staging database ${file}`, { cause });
  }
}

function openSound(file: string): Database.Database | undefined {
  const database = new Database(file, { timeout: 0 });
  try {
    configure(database);
    const isOurs = database.pragma('user_version', { simple: true }) === GENERATION_SCHEMA;
    if (isOurs && database.pragma('quick_check(1)', { simple: true }) === 'ok') return database;
  } catch (cause) {
    if (!isDamage(cause)) {
      database.close();
      throw cause;
    }
  }
  database.close();
  return undefined;
}

function create(file: string): Database.Database {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  const database = new Database(file, { timeout: 0 });
  try {
    configure(database);
    database.exec(readFileSync(join(import.meta.dirname, 'generation.sql'), 'utf8'));
    // Last: a half-made file has no version.
    database.pragma(`user_version = ${GENERATION_SCHEMA}`);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function configure(database: Database.Database): void {
  database.pragma('journal_mode = WAL');
  // The thread that copies it writes the log back (data/store/generation/copy-thread.ts), or closing does.
  database.pragma('wal_autocheckpoint = 0');
  // A power cut may undo the last updates, together with their position.
  database.pragma('synchronous = NORMAL');
  database.pragma('trusted_schema = OFF');
}

function isDamage(cause: unknown): boolean {
  return (
    cause instanceof Database.SqliteError && (cause.code.startsWith('SQLITE_CORRUPT') || cause.code === 'SQLITE_NOTADB')
  );
}
