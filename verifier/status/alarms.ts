/** What is wrong with an installation, and what to do: one list for the console, its metrics and `assay status`. Pure. */
import { ALARMS } from '../../config/alarms.ts';
import type { BeatingProcess, Heartbeat } from '../../config/heartbeat.ts';
import { REST_PER_WORK } from '../../config/publishing.ts';
import type { Depth } from '../../config/queues.ts';
import { faultLine } from '../../data/catalogue/catalogue-refused.ts';
import type { RefusedCatalogue } from '../../data/catalogue/live-catalogue.ts';
import type { Alarm as ReaderAlarm } from '../../data/pipeline/reader-health.ts';
import type { Current } from '../../data/store/generation/current.ts';
import type { HostVisit } from '../../data/store/ledger-queries/visit-figures.ts';
import { counted, percent, span } from '../../data/text/figures.ts';
import type { Observed } from './observe.ts';

export interface Alarm {
  name: string;
  says: string;
  mend: string;
  /** Page of the console. */
  path: string;
}

/** A publication is late after several times the longest wait that the settings allow, */
const LATE_FACTOR = 5;
/** and after several cycles of work and rest. */
const LATE_CYCLES = 2;
const LEAST_LATE_MS = 5 * 60_000;

export function alarmsOf(observed: Observed, now: Date): Alarm[] {
  const { depths, health, olderReaders, isWithinBudget, catalogueFault, freeBytes } = observed;
  const silences = heartbeatAlarms(observed, now);
  return [
    ...(freeBytes !== undefined && freeBytes < ALARMS.leastFreeBytes ? [diskAlarm(freeBytes)] : []),
    ...silences.map(({ alarm }) => alarm),
    ...(depths === undefined ? [REDIS_AWAY] : depths.flatMap((depth) => queueAlarms(depth, silences))),
    ...visitAlarms(observed, now),
    ...(catalogueFault === undefined ? [] : [catalogueAlarm(catalogueFault)]),
    ...publicationAlarms(observed, now),
    ...(health?.alarms ?? []).map(readerAlarm),
    ...(olderReaders > 0 ? [olderReadersAlarm(olderReaders)] : []),
    ...(isWithinBudget ? [] : [BUDGET_SHORT]),
  ];
}

const REDIS_AWAY: Alarm = {
  name: 'redis_away',
  says: 'Redis does not respond: no source is visited.',
  mend: 'Check that Redis runs. If you set REDIS_URL, check its address.',
  path: '/queues',
};

const NOTHING_PUBLISHED: Alarm = {
  name: 'nothing_published',
  says: 'Nothing is published, or generations/CURRENT is lost or damaged.',
  mend: 'Run assay publish, or check the verifier’s log.',
  path: '/',
};

const BUDGET_SHORT: Alarm = {
  name: 'budget_short',
  says: 'CHECKS_PER_DAY is too low: every source waits longer than its cadence allows.',
  mend: 'Raise CHECKS_PER_DAY, or give fewer sources a daily cadence.',
  path: '/budget',
};

function diskAlarm(freeBytes: number): Alarm {
  return {
    name: 'disk_nearly_full',
    says: `${Math.floor(freeBytes / 1e6)} MB are free on the disk of DATA_DIR: new prices may not be published.`,
    mend: 'Free some space, or move DATA_DIR to a larger disk. Work resumes by itself.',
    path: '/',
  };
}

/** What stands still without the process, and where its log is. */
const PROCESSES: Readonly<Record<BeatingProcess, { without: string; unit: string }>> = {
  scheduler: { without: 'no source is queued for a visit', unit: 'assay-scheduler' },
  crawler: { without: 'no source is visited', unit: 'assay-crawler@01' },
  verifier: { without: 'no visit is judged and nothing is published', unit: 'assay-verifier' },
  exporter: { without: 'feeds and downloads become outdated', unit: 'assay-exporter' },
  notifier: { without: 'no watchlist gets its changes', unit: 'assay-notifier' },
};

interface Silence {
  process: string;
  alarm: Alarm;
}

/** A process that never ran in this installation has no heartbeat, and its absence is no alarm. */
function heartbeatAlarms({ heartbeats, watchedSince }: Observed, now: Date): Silence[] {
  return Object.entries(heartbeats).flatMap(([process, { at, host }]: [string, Heartbeat]) => {
    const silentMs = now.getTime() - Date.parse(at);
    if (-silentMs > ALARMS.silentMs) return [{ process, alarm: clockAlarm(process, { aheadMs: -silentMs, host }) }];
    // After a restart of everything, the others get as long to beat again.
    const watchedMs = watchedSince === undefined ? silentMs : now.getTime() - watchedSince.getTime();
    if (Math.min(silentMs, watchedMs) <= ALARMS.silentMs) return [];
    const { without, unit } = PROCESSES[process as BeatingProcess];
    const alarm = {
      name: `${process}_silent`,
      says: `The ${process} has been silent for ${span(silentMs)}, since ${minute(at)}: ${without}.`,
      mend: `Restart it${host === undefined ? '' : ` (it last ran on ${host})`}, or check its log (npm start, or journalctl -u ${unit}).${process === 'exporter' ? ' If this installation has no exporter, delete heartbeats/exporter.json in DATA_DIR.' : ''}`,
      path: '/#processes',
    };
    return [{ process, alarm }];
  });
}

/** Its visits are dated to come, which makes records stale. */
function clockAlarm(process: string, { aheadMs, host }: { aheadMs: number; host: string | undefined }): Alarm {
  const where = host === undefined ? '' : ` (${host})`;
  return {
    name: 'clock_ahead',
    says: `The clock of the ${process}${where} is ${span(aheadMs)} ahead of this one: prices that are dated ahead count as stale.`,
    mend: 'Set both clocks by NTP.',
    path: '/#processes',
  };
}

/** "2026-11-22 04:05 UTC". */
function minute(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const WORKERS: Readonly<Record<string, BeatingProcess>> = { crawl: 'crawler', verify: 'verifier', notify: 'notifier' };

function queueAlarms({ name, workers, isPaused, counts: { failed = 0 } }: Depth, silences: Silence[]): Alarm[] {
  const path = '/queues';
  const alarms: Alarm[] = [];
  const worker = WORKERS[name];
  if (workers === 0 && !silences.some(({ process }) => process === worker))
    alarms.push({
      name: 'no_worker',
      says: `The queue ${name} has no worker.`,
      mend: worker === undefined ? '' : `Start a ${worker}.`,
      path,
    });
  if (isPaused)
    alarms.push({
      name: 'queue_paused',
      says: `The queue ${name} is paused.`,
      mend: 'Someone paused it. Resume it.',
      path,
    });
  if (name === 'verify' && failed > 0)
    alarms.push({
      name: 'verify_failed',
      says: `${counted(failed, 'job')} of the verifier failed permanently.`,
      mend: 'Check their reasons: most are bugs.',
      path: '/queues/queue/verify?status=failed',
    });
  return alarms;
}

/** What to do where most failures are of this kind. */
const REMEDIES: Readonly<Record<string, string>> = {
  unreachable: 'This machine may have no internet or DNS. Run assay doctor.',
  timeout: 'The network may be slow or blocked. Run assay doctor.',
  blocked_address: 'Host names resolve to private addresses. Check DNS with assay doctor.',
  refused: 'Vendors reject our visits. Check that BOT_URL is reachable and that this IP address has a good reputation.',
  browser_missing: 'No Chromium found. Run node setup/setup.mjs, or set CHROMIUM_PATH.',
  crashed: 'Chromium crashes, the disk is full, or the archive’s bucket does not respond. Check the crawler’s log.',
  unread: 'The pages are unreadable. A proxy or login page may respond instead of the vendors.',
};

function visitAlarms({ visits, success }: Observed, now: Date): Alarm[] {
  if (visits === undefined || success === undefined) return [];
  const failing = visits.filter(({ hasFailed }) => hasFailed);
  const since = success.at ?? success.firstVisitAt;
  const withoutMs = since === undefined ? 0 : now.getTime() - Date.parse(since);
  const [kind, share] = commonest(failing);
  const mend = REMEDIES[kind] ?? 'Check the failures by kind.';
  if (withoutMs > ALARMS.noSuccessMs && success.failing >= ALARMS.noSuccessProducts) {
    const of = success.at === undefined ? 'the first visit' : 'the last success';
    const says = `No visit confirmed a price in the ${span(withoutMs)} since ${of} (${minute(since ?? '')}). Published prices become outdated.`;
    return [{ name: 'no_visit_succeeds', says, mend, path: '/failures' }];
  }
  if (visits.length < ALARMS.failingHosts || failing.length <= ALARMS.failingShare * visits.length) return [];
  const kinds = kind === 'unread' ? 'the page could not be read' : kind.replaceAll('_', ' ');
  const says = `Most visits fail: the last visit failed at ${failing.length} of ${counted(visits.length, 'host')}, ${percent(share)} for the same reason (${kinds}).`;
  return [{ name: 'visits_fail', says, mend, path: '/failures' }];
}

/** The kind of most failures, and its share of them. */
function commonest(failing: readonly HostVisit[]): [kind: string, share: number] {
  const kinds = [...Map.groupBy(failing, ({ failure = 'unread' }) => failure)];
  const [kind, found] = kinds.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['unread', []];
  return [kind, found.length / Math.max(1, failing.length)];
}

function catalogueAlarm({ faults, since }: RefusedCatalogue): Alarm {
  const [first, ...others] = faults.map(faultLine);
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'more fault')}`;
  return {
    name: 'catalogue_refused',
    says: `Changed catalogue files have been rejected since ${minute(since.toISOString())}; the previous catalogue is in use: ${first}${more}.`,
    mend: 'Correct the file. npm run catalogue checks all files.',
    path: '/products',
  };
}

function publicationAlarms(observed: Observed, now: Date): Alarm[] {
  const { published, lastPublication, entries, lastRecordedAt, publishMaxWaitMs } = observed;
  if (published === undefined) return [NOTHING_PUBLISHED];
  if (entries < published.ledger.entries) return [ledgerAlarm(entries, published)];
  const open = entries - Math.max(published.ledger.entries, lastPublication?.entries ?? 0);
  const waitedMs = lastRecordedAt === undefined ? 0 : now.getTime() - Date.parse(lastRecordedAt);
  const cycleMs = (lastPublication?.ms ?? 0) * (1 + REST_PER_WORK);
  const lateMs = Math.max(LEAST_LATE_MS, LATE_FACTOR * publishMaxWaitMs, LATE_CYCLES * cycleMs);
  if (open <= 0 || waitedMs < lateMs) return [];
  return [
    {
      name: 'publication_late',
      says: `${counted(open, 'entry', 'entries')} of the ledger are unpublished, the last for ${span(waitedMs)}.`,
      mend: 'Check the verifier’s log for publish_failed: a check fails or the disk is full.',
      path: '/',
    },
  ];
}

function ledgerAlarm(entries: number, { generation, ledger }: Current): Alarm {
  return {
    name: 'ledger_lost',
    says: `The ledger has ${counted(entries, 'entry', 'entries')}, but generation ${generation} was made from ${ledger.entries}: it was deleted or replaced.`,
    mend: 'Stop Assay and restore a backup: assay restore DIR --force.',
    path: '/',
  };
}

function readerAlarm({ name, reader, since, sources, of }: ReaderAlarm): Alarm {
  const from = since?.version === undefined ? since?.day : `version ${since.version}`;
  return {
    name,
    says:
      name === 'reader_collapsed'
        ? `The reader ${reader} has found no prices on ${sources} of ${counted(of, 'source')} since ${from}.`
        : `${sources} of ${counted(of, 'source')} lost all prices (${percent(sources / of)}).`,
    mend: 'Our change broke a reader, or vendors changed their pages. Check the lost sources.',
    path: '/readers',
  };
}

function olderReadersAlarm(sources: number): Alarm {
  return {
    name: 'older_readers',
    says: `${counted(sources, 'source')} were last read by older readers.`,
    mend: 'Read the archive again: npm run replay -- --apply.',
    path: '/readers',
  };
}
