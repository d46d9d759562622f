/**
 * The ledger: every observation with what followed from it, and the catalogue's statements, in the order of recording.
 *
 * Append-only, one writer. A batch is one transaction, on the disk before `append` returns. What can be computed from
 * the facts (a snapshot's end, a confidence) is computed when it is read.
 */
import type { Change, LoggedChange } from '../../change.ts';
import { type Announced, openAnnouncements } from '../../pipeline/announcement.ts';
import type { ProductState } from '../../pipeline/ledger-state.ts';
import type { ReaderCounts } from '../../pipeline/reader-health.ts';
import type { Source } from '../../product.ts';
import { GAP_DAYS, type RecordEvidence, type Snapshot } from '../../record.ts';
import { openLedgerDatabase } from './database.ts';
import { unpackSnapshot } from './entry.ts';
import { ledgerTracks } from './forecast-outcomes.ts';
import { CHAIN_START, verifyChain } from './hash-chain.ts';
import { lockLedger } from './lock.ts';
import { rightlyDatedSnapshots } from './misdated.ts';
import { ledgerMoves } from './price-moves.ts';
import { announcementsOf, productState } from './product-states.ts';
import { readerRows } from './reader-rows.ts';
import { decisionBasis } from './review.ts';
import { intervals, type RecordedSnapshot, superseded } from './snapshot-intervals.ts';
import { END_OF_TIME } from './snapshots.ts';
import { type ConfirmingSources, type LedgerStatements, prepareLedger } from './statements.ts';
import { ledgerWriter } from './writer.ts';

/** A place in the ledger: numbers of its last entry and change, and the hash of all entries up to it. */
interface LedgerPosition {
  entries: number;
  changes: number;
  chain: string;
}

export type Ledger = ReturnType<typeof openLedger>;

/** @throws {Error} another process writes to the ledger, or a newer version of this program wrote it */
export function openLedger(file: string) {
  const lock = lockLedger(file);
  try {
    const database = openLedgerDatabase(file);
    const sql = prepareLedger(database);
    const moves = ledgerMoves(database);
    return {
      has: (observationId: string): boolean => sql.has(observationId) !== undefined,
      /** Products with entries after this one. */
      slugsSince: (entry: number): string[] => sql.slugsSince(entry),
      /** Whether an entry after this one says more than that a visit failed. */
      hasFactsSince: (entry: number): boolean => sql.factsSince(entry) !== undefined,
      ...positionReads(sql),
      ...snapshotReads(sql),
      ...ledgerTracks(database, sql),
      ...ledgerWriter(database, sql),
      /** Start of observation, and the number of visits with moved prices; undefined before the first snapshot. */
      watched(slug: string): { since: string; changes: number } | undefined {
        const since = sql.since(slug);
        return since === undefined ? undefined : { since, changes: moves(slug) };
      },
      /** What the next observation of the product is judged against. */
      state: (slug: string): ProductState => productState(sql, slug),
      /** Which readers find prices on how many sources, with the losses of each day since this one. */
      readerCounts: (sinceDay: string): ReaderCounts => readerRows(database).counts(sinceDay),
      ...decisionBasis(database, sql),
      /**
       * One transaction around several appends, in which `state` shows what was appended so far: a group commit for
       * observations of which several may be of one product. A throw undoes all of it.
       */
      together: <T>(work: () => T): T => database.transaction(work).immediate(),
      verifyChain: () => verifyChain(database),
      close(): void {
        database.close();
        lock.release();
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

function positionReads(sql: LedgerStatements) {
  return {
    changesSince: (seq: number, limit: number): LoggedChange[] =>
      sql.changesSince(seq, limit).map((change) => ({ ...JSON.parse(change.body), seq: change.seq })),
    /** `changed_with_redesign` of the default market. */
    redesigns: (slug: string): Change[] =>
      sql
        .changesOf(slug, 'changed_with_redesign')
        .map((body) => JSON.parse(body))
        .filter(({ market }: Change) => market === undefined),
    lastChangeSeq: (): number => sql.last()?.change ?? 0,
    position(): LedgerPosition {
      const { entry = 0, change = 0, chain = CHAIN_START } = sql.last() ?? {};
      return { entries: entry, changes: change, chain: chain.toString('hex') };
    },
    /** Whether this ledger once stood at the position; if not, what was derived there must be derived again. */
    continues({ entries, chain }: Pick<LedgerPosition, 'entries' | 'chain'>): boolean {
      const link = entries === 0 ? CHAIN_START : sql.chainAt(entries);
      return link?.toString('hex') === chain;
    },
  };
}

interface OfMarket {
  slug: string;
  sources: readonly Pick<Source, 'id' | 'market'>[];
  market?: string | undefined;
}

/** Those that confirm the market. Sources that left the catalogue count for the default one. */
function confirming({ slug, sources, market }: OfMarket): ConfirmingSources {
  const isAllBut = market === undefined;
  const named = sources.filter((source) => (isAllBut ? source.market !== undefined : source.market === market));
  return { slug, sources: JSON.stringify(named.map(({ id }) => id)), isAllBut: isAllBut ? 1 : 0 };
}

function snapshotsIn(sql: LedgerStatements, recorded: readonly RecordedSnapshot[], by: ConfirmingSources): Snapshot[] {
  const seenUntil = (last: string) =>
    intervals(
      recorded,
      (from, to) => sql.lastConfirmed({ ...by, from, to: to ?? END_OF_TIME, last }),
      sql.gaps({ ...by, last, days: GAP_DAYS }),
    );
  let standing = seenUntil(END_OF_TIME);
  const visitedAt = sql.visitedAt(by.slug) ?? '';
  if (standing.some(({ origin, lastSeenAt }) => origin !== 'imported' && lastSeenAt > visitedAt))
    standing = seenUntil(sql.lastSeen(by.slug) ?? '');
  return [...standing, ...superseded(recorded).map((snapshot) => ({ ...snapshot, superseded: true as const }))];
}

function snapshotReads(sql: LedgerStatements) {
  return {
    /** The product's past by market as we state it today, oldest first; then what later recordings replaced. */
    snapshots(slug: string, sources: readonly Pick<Source, 'id' | 'market'>[] = []): Snapshot[] {
      const recorded = rightlyDatedSnapshots(sql.snapshots(slug), sql.isVisit).map(
        ({ seq: _, entry: __, body, ...snapshot }) => ({ slug, ...snapshot, ...unpackSnapshot(body) }),
      );
      const byMarket = Map.groupBy(recorded, ({ market }) => market);
      return [...byMarket].flatMap(([market, each]) => snapshotsIn(sql, each, confirming({ slug, sources, market })));
    },
    /** Starts of all intervals that datasets ever stated. */
    importedStarts: (slug: string) => sql.importedStarts(slug),
    /** Prices that were announced and not retracted, with their evidence; their day may be past. */
    announced: (slug: string): Announced[] => openAnnouncements(announcementsOf(sql, slug)),
    /** Evidence of all announcements, also of retracted ones. */
    announcementEvidence: (slug: string): RecordEvidence[] =>
      announcementsOf(sql, slug).flatMap(({ evidence }) => evidence()),
  };
}
