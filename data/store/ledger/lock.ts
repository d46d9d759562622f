/**
 * Locks by SQLite: an exclusive transaction that writes nothing, on a file of its own. The kernel drops the lock with the
 * process, so a `kill -9` leaves no stale lock behind.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Another process, or another part of this one, has the ledger open for writing. */
export class LedgerTaken extends Error {
  override name = 'LedgerTaken';
}

export interface FileLock {
  release(): void;
}

/** One writer at a time. @throws {LedgerTaken} there is a writer @throws {Error} the file can't be opened */
export function lockLedger(file: string): FileLock {
  try {
    const lock = lockFile(`${file}.lock`);
    if (lock !== undefined) return lock;
  } catch (cause) {
    throw new Error(`Cannot lock the ledger ${file}`, { cause });
  }
  throw new LedgerTaken(
    `Cannot lock the ledger ${file}: another process writes to it, and there is one writer by design`,
  );
}

/** Held until released; undefined where another holds it. @throws {Error} the file can't be opened */
export function lockFile(file: string): FileLock | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new Database(file, { timeout: 0 });
  try {
    // With the journal in memory no journal file remains after a kill.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
}
