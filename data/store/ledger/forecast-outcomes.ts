/** The ledger's tests of our confidence: of one product, each; of all, their number. */
import type Database from 'better-sqlite3';
import type { Checks } from '../../dataset-quality.ts';
import type { Statement } from '../../pipeline/verdict.ts';
import { queriesOf } from '../sql.ts';
import { STATED_SINCE } from './misdated.ts';
import { MOVES } from './price-moves.ts';
import type { LedgerStatements } from './statements.ts';

/** An entry that supported, contradicted or replaced what its source stated. */
export interface TrackedEntry {
  seq: number;
  kind: 'page' | 'unchanged' | 'rereading' | 'decision';
  source: string;
  observedAt: string;
  outcome: 'confirmed' | 'changed' | 'contradicted';
  score: number;
  disputed: boolean;
  /** From when on what it states holds. */
  since: string;
  /** The entry has a new statement of the source. */
  states: boolean;
}

export interface TrackedSnapshot {
  seq: number;
  entry: number;
  validFrom: string;
}

/** In the order of recording. Snapshots and moves are of the default market, snapshots our own and not imported. */
export interface Track {
  entries: TrackedEntry[];
  snapshots: TrackedSnapshot[];
  /** Entries in which the vendor moved its prices, with their instants. */
  moves: { entry: number; at: string }[];
  statement(snapshot: number): Statement;
}

type Flag = 'disputed' | 'states';

const WINDOW_DAYS = 30;
const DAY_MS = 86_400_000;

export function ledgerTracks(ledger: Database.Database, { ownSnapshots, snapshot }: LedgerStatements) {
  const sql = queriesOf(ledger);
  const entries = sql.rows<[string], Omit<TrackedEntry, Flag> & Record<Flag, 0 | 1>>(`
    SELECT seq, kind, source, observed_at AS observedAt, ${STATED_SINCE} AS since, outcome, verdict ->> '$.score' AS score,
      verdict ->> '$.disputed' AS disputed,
      EXISTS (SELECT 1 FROM statements WHERE entry = seq) AS states
    FROM entries WHERE slug = ? AND outcome IN ('confirmed', 'changed', 'contradicted') ORDER BY seq`);
  const moves = sql.rows<[string], { entry: number; at: string }>(
    `SELECT DISTINCT entry, ${STATED_SINCE} AS at FROM ${MOVES} WHERE changes.slug = ? ORDER BY entry`,
  );
  const lastVisit = sql.value<[], string>('SELECT max(checked_at) FROM sources');
  const first = sql.value<[], string>(`SELECT min(observed_at) FROM entries WHERE ${CONFIRMATION}`);
  const confirmations = sql.value<[string, string], number>(`
    SELECT count(*) FROM (
      SELECT DISTINCT slug, substr(observed_at, 1, 10) FROM entries
      WHERE observed_at > ? AND observed_at <= ? AND ${CONFIRMATION})`);
  return {
    /** Each test of our confidence in the product. */
    track(slug: string): Track {
      const statements = new Map<number, Statement>();
      return {
        entries: entries(slug).map((entry) => ({
          ...entry,
          disputed: entry.disputed === 1,
          states: entry.states === 1,
        })),
        snapshots: ownSnapshots(slug).map(({ seq, entry, validFrom }) => ({ seq, entry, validFrom })),
        moves: moves(slug),
        statement(seq) {
          const found = statements.get(seq) ?? snapshot(seq);
          if (found === undefined) throw new Error(`Cannot find snapshot ${seq} in the ledger`);
          statements.set(seq, found);
          return found;
        },
      };
    },
    /** Instant of the last attempt on any source. */
    lastVisit,
    /** When the last entry was recorded. */
    lastRecorded: sql.value<[], string>('SELECT recorded_at FROM entries ORDER BY seq DESC LIMIT 1'),
    /** The recent rate of confirmations; undefined before the first. */
    checks(): Checks | undefined {
      const [begin, last] = [first(), lastVisit()];
      if (begin === undefined || last === undefined) return undefined;
      const until = new Date(last);
      // At least a day: a rate over minutes would mean nothing.
      const days = Math.min(WINDOW_DAYS, Math.max(1, (until.getTime() - Date.parse(begin)) / DAY_MS));
      const from = new Date(until.getTime() - days * DAY_MS).toISOString();
      // A window that begins with the first visit includes it.
      const after = begin < from ? from : '';
      return { from, until: until.toISOString(), days, confirmations: confirmations(after, last) ?? 0 };
    },
  };
}

/** The condition of the index `entries_confirmations`. */
const CONFIRMATION = "outcome IN ('confirmed', 'changed') AND kind IN ('page', 'unchanged')";
