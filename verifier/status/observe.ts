/** What alarms are judged by: what DATA_DIR holds, and what Redis and the catalogue say to those who can ask them. */
import { join } from 'node:path';
import { ALARMS } from '../../config/alarms.ts';
import { type Heartbeat, type Heartbeats, readHeartbeats } from '../../config/heartbeat.ts';
import type { Depth } from '../../config/queues.ts';
import type { RefusedCatalogue } from '../../data/catalogue/live-catalogue.ts';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';
import { freeBytes } from '../../data/store/files/free-bytes.ts';
import { type Current, publishedPointer } from '../../data/store/generation/current.ts';
import { type LastPublication, readLastPublication } from '../../data/store/generation/last-publication.ts';
import { readerRows } from '../../data/store/ledger/reader-rows.ts';
import { lastCheckedAt, lastEntry } from '../../data/store/ledger-queries/captures.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import {
  type HostVisit,
  lastSuccess,
  lastVisitsOfHosts,
  type Success,
  type VisitShares,
  visitShares,
} from '../../data/store/ledger-queries/visit-figures.ts';
import { healthAt } from '../publish/reader-health.ts';

const DAY_MS = 86_400_000;

/** What DATA_DIR holds. */
interface Stored {
  /** Undefined also where the pointer is damaged. */
  published: Current | undefined;
  /** The last successful one, also if it had nothing new to publish. */
  lastPublication: LastPublication | undefined;
  /** Of its disk. */
  freeBytes?: number | undefined;
  entries: number;
  /** Absent before there is a ledger, as are the others. */
  lastRecordedAt?: string | undefined;
  health?: ReaderHealth | undefined;
  /** By host. */
  visits?: readonly HostVisit[] | undefined;
  success?: Success | undefined;
  /** Visits of the last day, and of the day before. */
  shares?: VisitShares | undefined;
}

/** What is known elsewhere. */
interface Elsewhere {
  /** Undefined while Redis does not answer. */
  depths: readonly Depth[] | undefined;
  isWithinBudget: boolean;
  /** Sources last read by an older version of the readers. */
  olderReaders: number;
  publishMaxWaitMs: number;
  /** Why changed catalogue files are not in use; undefined where all are. */
  catalogueFault?: RefusedCatalogue | undefined;
  /** Since when the observer runs; absent for one that looks once. */
  watchedSince?: Date;
}

export type Observed = Stored & Elsewhere & { heartbeats: Heartbeats };

export function observed(
  dataDir: string,
  { crawler, ...elsewhere }: Elsewhere & { crawler: Heartbeat | undefined },
  now: Date,
): Observed {
  return {
    ...elsewhere,
    heartbeats: { ...readHeartbeats(dataDir), ...(crawler && { crawler }) },
    published: publishedPointer(join(dataDir, 'generations')),
    lastPublication: readLastPublication(dataDir),
    freeBytes: freeBytes(dataDir),
    ...inLedger(join(dataDir, 'ledger.db'), now),
  };
}

type InLedger = Omit<Stored, 'published' | 'lastPublication' | 'freeBytes'>;

function inLedger(file: string, now: Date): InLedger {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const found = besideWriter(file, (ledger): Required<InLedger> => {
    const last = lastEntry(ledger);
    return {
      entries: last?.entries ?? 0,
      lastRecordedAt: last?.at,
      health: healthIn(ledger),
      visits: lastVisitsOfHosts(ledger, { since: before(ALARMS.failingWindowMs), limit: ALARMS.failingVisits }),
      success: lastSuccess(ledger, before(ALARMS.noSuccessMs)),
      shares: visitShares(ledger, { since: before(DAY_MS), before: before(2 * DAY_MS) }),
    };
  });
  return found ?? { entries: 0 };
}

/** Over the last days that have visits. */
export function healthOf(file: string): ReaderHealth | undefined {
  return besideWriter(file, healthIn);
}

function healthIn(ledger: Parameters<typeof readerRows>[0]): ReaderHealth {
  return healthAt(lastCheckedAt(ledger), readerRows(ledger).counts);
}
