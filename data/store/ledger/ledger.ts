/**
 * The ledger: every observation with what followed from it, and what the catalogue said, in the order it was recorded.
 *
 * Append-only, one writer. A batch is one transaction, on the disk before `append` returns. What can be computed from
 * the facts (a snapshot's end, a confidence) is computed when it is read.
 */
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LoggedChange } from '../../change.ts';
import type { Checks } from '../../dataset-quality.ts';
import { type Announced, openAnnouncements } from '../../pipeline/announcement.ts';
import type { ProductPast, ProductState } from '../../pipeline/ledger-state.ts';
import type { Action } from '../../pipeline/operator-action.ts';
import type { ReaderCounts } from '../../pipeline/reader-health.ts';
import type { LedgerEntry, Statement, Verdict } from '../../pipeline/verdict.ts';
import type { VerifyJob } from '../../pipeline/verify-job.ts';
import type { RecordEvidence, Snapshot } from '../../record.ts';
import { sync } from '../files/atomic-file.ts';
import { openLedgerDatabase } from './database.ts';
import { joinReading, type LightObservation, lightOf, unpackSnapshot, unpackStatement, verdictOf } from './entry.ts';
import { ledgerTracks, type Track } from './forecast-outcomes.ts';
import { CHAIN_START, verifyChain } from './hash-chain.ts';
import { lockLedger } from './lock.ts';
import { rightlyDatedSnapshots } from './misdated.ts';
import { ledgerMoves } from './price-moves.ts';
import { announcementsOf, productStates } from './product-states.ts';
import { readerRows } from './reader-rows.ts';
import { type Standing, standingStatement, type Waiting, waitingReadings } from './review.ts';
import { GAP_DAYS, intervals, superseded } from './snapshot-intervals.ts';
import { pastOf } from './snapshots.ts';
import { type LedgerStatements, prepareLedger } from './statements.ts';
import { ledgerWriter, type ProductEntry, type Written } from './writer.ts';

/** A place in the ledger: numbers of its last entry and change, and the hash that all entries up to it come to. */
export interface LedgerPosition {
  entries: number;
  changes: number;
  chain: string;
}

export interface RecordedObservation {
  seq: number;
  recordedAt: string;
  observation: LightObservation;
  verdict: Verdict;
}

export interface FullObservation extends Omit<RecordedObservation, 'observation'> {
  observation: VerifyJob;
  statement?: Statement;
  candidate?: Statement;
}

export interface Ledger {
  has(observationId: string): boolean;
  /** What the next observation of the product is judged against. */
  state(slug: string): ProductState;
  /** Which readers find prices on how many sources; losses are told day by day since this day. */
  readerCounts(sinceDay: string): ReaderCounts;
  /** Each time that what we said of it was put to the test. */
  track(slug: string): Track;
  /** Instant of the last attempt on any source. */
  lastVisit(): string | undefined;
  /** How often records were confirmed lately; undefined before the first confirmation. */
  checks(): Checks | undefined;
  /** What we say today of its past. */
  past(slug: string): ProductPast;
  /** Its readings that wait for a person or for another look. */
  waiting(slug: string): Waiting[];
  /** What a source is taken to state now. */
  standing(slug: string, source: string): Standing | undefined;
  /**
   * Writes the batch whole or, when it throws, not at all.
   * @throws {Error} an entry is not of its schema, or the disk is full; nothing was written
   */
  append(entries: readonly LedgerEntry[], recordedAt: Date): Written[];
  /** What the catalogue says of products; said again, it is a duplicate. */
  recordProducts(entries: readonly ProductEntry[], recordedAt: Date): Written[];
  /** What a person had done; said again, it is a duplicate. */
  recordAction(action: Action, recordedAt: Date): Written;
  /**
   * One transaction around several appends, between which `state` shows what was appended so far: a group commit for
   * observations of which several may be of one product. A throw undoes all of it.
   */
  together<T>(work: () => T): T;
  /** Newest first, without their readings. `before`: the `seq` to continue from. */
  observations(slug: string, options: { limit: number; before?: number }): RecordedObservation[];
  observation(id: string): FullObservation | undefined;
  changesSince(seq: number, limit: number): LoggedChange[];
  lastChangeSeq(): number;
  position(): LedgerPosition;
  /** Whether this ledger once stood at `position`; if not, what was derived from that one must be made anew. */
  continues(position: LedgerPosition): boolean;
  /** Since when the product is watched, and on how many visits its prices had moved, by what we say today; undefined before its first snapshot. */
  watched(slug: string): { since: string; changes: number } | undefined;
  /** What we say of the product's past, oldest first; then what we said of it once and do not say any more. */
  snapshots(slug: string): Snapshot[];
  /** Where the intervals of what datasets stated begin, as they were ever recorded. */
  importedStarts(slug: string): { dataset: string; validFrom: string }[];
  /** Prices that were announced and not taken back, with the words that announced them; their day may be past. */
  announced(slug: string): Announced[];
  /** What proved all that was ever announced. */
  announcementEvidence(slug: string): RecordEvidence[];
  /** Products with entries after this one. */
  slugsSince(entry: number): string[];
  verifyChain(): { ok: true } | { ok: false; at: number };
  /** A consistent copy, made beside the running writer; it appears at `file` whole or not at all. */
  backup(file: string): Promise<void>;
  close(): void;
}

/** Later than any instant there is. */
const END_OF_TIME = '~';

/** @throws {Error} another process writes to the ledger, or a newer version of this program wrote it */
export function openLedger(file: string): Ledger {
  const lock = lockLedger(file);
  try {
    const database = openLedgerDatabase(file);
    const sql = prepareLedger(database);
    const moves = ledgerMoves(database);
    const states = productStates(sql);
    const writer = ledgerWriter(database, sql, states);
    return {
      ...ledgerReads(sql),
      ...ledgerTracks(database),
      watched(slug) {
        const since = sql.since.get(slug);
        return since == null ? undefined : { since, changes: moves(slug) };
      },
      state: states.of,
      past: (slug) => pastOf(database, slug),
      readerCounts: (sinceDay) => readerRows(database).counts(sinceDay),
      waiting: (slug) => waitingReadings(database, slug),
      standing: (slug, source) => standingStatement(database, slug, source),
      ...writer,
      together: (work) => states.whole(database.transaction(work).immediate),
      verifyChain: () => verifyChain(database),
      async backup(target) {
        const temporary = `${target}.tmp-${process.pid}`;
        rmSync(temporary, { force: true });
        await database.backup(temporary);
        sync(temporary);
        renameSync(temporary, target);
        sync(dirname(target));
      },
      close() {
        database.close();
        lock.release();
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function ledgerReads(sql: LedgerStatements) {
  return {
    has: (id) => sql.has.get(id) !== undefined,
    observations: (slug, { limit, before }) =>
      sql.observations.all(slug, before ?? Number.MAX_SAFE_INTEGER, limit).map((row) => ({
        seq: row.seq,
        recordedAt: row.recordedAt,
        observation: lightOf(row.observation),
        verdict: verdictOf(row.verdict),
      })),
    observation(id) {
      const row = sql.observation.get(id);
      if (row === undefined) return undefined;
      const statement = sql.statement.get(row.seq);
      const candidate = sql.candidate.get(row.seq);
      return {
        seq: row.seq,
        recordedAt: row.recordedAt,
        observation: joinReading(row.observation, row.reading),
        verdict: verdictOf(row.verdict),
        ...(statement !== undefined && { statement: unpackStatement(statement) }),
        ...(candidate !== undefined && { candidate: unpackStatement(candidate) }),
      };
    },
    changesSince: (seq, limit) =>
      sql.changesSince.all(seq, limit).map(({ seq, body }) => ({ ...JSON.parse(body), seq })),
    lastChangeSeq: () => sql.last.get()?.change ?? 0,
    position() {
      const last = sql.last.get();
      return {
        entries: last?.entry ?? 0,
        changes: last?.change ?? 0,
        chain: (last?.chain ?? CHAIN_START).toString('hex'),
      };
    },
    continues({ entries, chain }) {
      const link = entries === 0 ? CHAIN_START : sql.chainAt.get(entries);
      return link?.toString('hex') === chain;
    },
    snapshots(slug) {
      const recorded = rightlyDatedSnapshots(sql.snapshots.all(slug), sql.isVisit).map(
        ({ origin, validFrom, lastSeenAt, recordedAt, body }) => ({
          slug,
          origin,
          validFrom,
          lastSeenAt,
          recordedAt,
          ...unpackSnapshot(body),
        }),
      );
      const seenUntil = (last: string) =>
        intervals(
          recorded,
          (from, to) => sql.lastConfirmed.get(slug, from, to ?? END_OF_TIME, last) ?? undefined,
          sql.gaps.all(slug, last, GAP_DAYS),
        );
      let standing = seenUntil(END_OF_TIME);
      const visitedAt = sql.visitedAt.get(slug) ?? '';
      if (standing.some(({ origin, lastSeenAt }) => origin !== 'imported' && lastSeenAt > visitedAt))
        standing = seenUntil(sql.lastSeen.get(slug) ?? '');
      return [...standing, ...superseded(recorded).map((snapshot) => ({ ...snapshot, superseded: true as const }))];
    },
    importedStarts: (slug) => sql.importedStarts.all(slug),
    announced: (slug) => openAnnouncements(announcementsOf(sql, slug)),
    announcementEvidence: (slug) => announcementsOf(sql, slug).flatMap(({ evidence }) => evidence()),
    slugsSince: (entry) => sql.slugsSince.all(entry),
  } satisfies Partial<Ledger>;
}
