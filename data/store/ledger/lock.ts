/**
 * One writer at a time, whatever happens to the last one.
 *
 * The lock is SQLite's own on a file beside the ledger, held by an open exclusive transaction that writes nothing. The
 * kernel drops it with the process, so a `kill -9` leaves no stale lock behind, and readers of the ledger never meet it.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** Another process, or another part of this one, has the ledger open for writing. */
export class LedgerTaken extends Error {
  override name = 'LedgerTaken';
}

export interface LedgerLock {
  release(): void;
}

/** @throws {LedgerTaken} there is a writer @throws {Error} the file can't be opened */
export function lockLedger(file: string): LedgerLock {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new Database(`${file}.lock`, { timeout: 0 });
  try {
    // Nothing is ever written, so nothing needs to be undone from a file.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_BUSY')
      throw new LedgerTaken(
        `Cannot lock the ledger ${file}: another process writes to it, and there is one writer by design`,
        { cause },
      );
    throw new Error(`Cannot lock the ledger ${file}`, { cause });
  }
  return { release: () => lock.close() };
}
