/** The record of deliveries: one SQLite file of the notifier. It outlives the queue. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { queriesOf } from '../sql.ts';

export type DeliveryState = 'active' | 'paused' | 'ended';

export interface Subscribed {
  id: string;
  /** Last event of the log that was sent or that did not concern it. */
  cursor: number;
  state: DeliveryState;
  /** Why it is not active, or what the last failed attempt came to. */
  reason?: string;
  /** Instant of the first of the attempts that failed in a row. */
  failingSince?: string;
  /** Of a digest: when it is sent next. */
  dueAt?: string;
}

export interface Delivered {
  /** The last event that was delivered. */
  seq: number;
  /** Number of events delivered together. */
  events: number;
  deliveredAt: string;
}

export type Deliveries = ReturnType<typeof openDeliveries>;

const DELIVERIES_FILE = 'deliveries.db';
const VERSION = 1;
const COLUMNS = 'id, cursor, state, reason, failing_since AS failingSince, due_at AS dueAt';

/** For the notifier, and for a command that resumes a subscription. @throws {Error} the file is of a later version */
export function openDeliveries(dataDir: string) {
  const file = join(dataDir, DELIVERIES_FILE);
  mkdirSync(dataDir, { recursive: true });
  return naming(file, () => {
    const database = new Database(file);
    prepareFile(database);
    return { ...readsOf(database), ...writesOf(database) };
  });
}

/** For reading; undefined before the notifier made it. */
export function readDeliveries(dataDir: string): ReturnType<typeof readsOf> | undefined {
  const file = join(dataDir, DELIVERIES_FILE);
  if (!existsSync(file)) return undefined;
  return naming(file, () => {
    const database = new Database(file, { readonly: true, fileMustExist: true });
    if (versionOf(database) === VERSION) return readsOf(database);
    database.close();
    return undefined;
  });
}

/** @throws {Error} SQLite's error, which itself names no file */
function naming<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string };
    const isDamaged = code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT');
    const mend = isDamaged ? '. Delete it: watchlists then begin at the newest change' : '';
    throw new Error(`Cannot open ${file}: ${message}${mend}`, { cause });
  }
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function readsOf(database: Database.Database) {
  const sql = queriesOf(database);
  return {
    get: sql.row<[id: string], Subscribed>(`SELECT ${COLUMNS} FROM subscriptions WHERE id = ?`),
    all: sql.rows<[], Subscribed>(`SELECT ${COLUMNS} FROM subscriptions ORDER BY id`),
    /** The newest first. */
    latest: sql.rows<[id: string, limit: number], Delivered>(`
      SELECT seq, events, delivered_at AS deliveredAt FROM deliveries WHERE subscription = ? ORDER BY seq DESC LIMIT ?`),
    close: (): void => void database.close(),
  };
}

function prepareFile(database: Database.Database): void {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('trusted_schema = OFF');
  const version = versionOf(database);
  if (version > VERSION)
    throw new Error(`${DELIVERIES_FILE} is of version ${version}, and this program knows ${VERSION}`);
  if (version === VERSION) return;
  database
    .transaction(() => {
      database.exec(readFileSync(join(import.meta.dirname, 'deliveries.sql'), 'utf8'));
      database.pragma(`user_version = ${VERSION}`);
    })
    .immediate();
}

function writesOf(database: Database.Database) {
  const sql = queriesOf(database);
  const begin = sql.run<[id: string, cursor: number]>(
    "INSERT INTO subscriptions (id, cursor, state) VALUES (?, ?, 'active') ON CONFLICT DO NOTHING",
  );
  const advance = sql.run<[number, string]>(
    'UPDATE subscriptions SET cursor = max(cursor, ?), reason = NULL, failing_since = NULL WHERE id = ?',
  );
  const skip = sql.run<[number, string]>('UPDATE subscriptions SET cursor = max(cursor, ?) WHERE id = ?');
  const log = sql.run<[string, number, number, string]>(
    'INSERT INTO deliveries VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const fail = sql.run<[string, string, string]>(
    'UPDATE subscriptions SET reason = ?, failing_since = coalesce(failing_since, ?) WHERE id = ?',
  );
  const setState = sql.run<[DeliveryState, string | undefined, string]>(
    'UPDATE subscriptions SET state = ?, reason = ?, failing_since = NULL WHERE id = ?',
  );
  const setDue = sql.run<[string, string]>('UPDATE subscriptions SET due_at = ? WHERE id = ?');
  const delivered = database.transaction((id: string, { seq, events, deliveredAt }: Delivered) => {
    log(id, seq, events, deliveredAt);
    advance(seq, id);
  });
  return {
    /** Begins after an event of the log; one that is known goes on where it was. */
    begin,
    delivered: (id: string, delivery: Delivered): void => delivered.immediate(id, delivery),
    /** Events up to this one do not concern it. */
    skipTo: (id: string, seq: number): void => skip(seq, id),
    failed: (id: string, { reason, at }: { reason: string; at: string }): void => fail(reason, at, id),
    setState: (id: string, state: DeliveryState, reason?: string): void => setState(state, reason, id),
    setDue: (id: string, dueAt: string): void => setDue(dueAt, id),
    /** Forgets where a subscription stood whose watchlist is gone; what was delivered stays recorded. */
    remove: sql.run<[id: string]>('DELETE FROM subscriptions WHERE id = ?'),
  };
}
