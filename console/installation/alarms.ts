/** What is wrong with the installation as far as the console can see, and what to do. Pure. */
import { REST_PER_WORK } from '../../config/publishing.ts';
import type { CadencePlan } from '../../crawler/schedule/cadence-plan.ts';
import type { Alarm as ReaderAlarm, ReaderHealth } from '../../data/pipeline/reader-health.ts';
import type { Current } from '../../data/store/generation/current.ts';
import type { LastPublication } from '../../data/store/generation/last-publication.ts';
import { counted, percent, span } from '../view/wording.ts';
import type { Depth } from './installation.ts';

export interface Alarm {
  name: string;
  says: string;
  mend: string;
  path: string;
}

export interface Observed {
  depths: readonly Depth[] | undefined;
  published: Current | undefined;
  /** The last successful one, also if it had nothing new to publish. */
  lastPublication: LastPublication | undefined;
  entries: number;
  lastRecordedAt: string | undefined;
  health: ReaderHealth | undefined;
  plan: Pick<CadencePlan, 'isWithinBudget'>;
  /** Sources last read by an older version of the readers. */
  olderReaders: number;
  publishMaxWaitMs: number;
}

/** A publication is late after several times the longest wait that the settings allow, */
const LATE_FACTOR = 5;
/** and after several cycles of work and rest. */
const LATE_CYCLES = 2;
const LEAST_LATE_MS = 5 * 60_000;

export function alarmsOf(observed: Observed, now: Date): Alarm[] {
  const { depths, health, olderReaders, plan } = observed;
  return [
    ...(depths === undefined ? [REDIS_AWAY] : depths.flatMap(queueAlarms)),
    ...publicationAlarms(observed, now),
    ...(health?.alarms ?? []).map(readerAlarm),
    ...(olderReaders > 0 ? [olderReadersAlarm(olderReaders)] : []),
    ...(plan.isWithinBudget ? [] : [BUDGET_SHORT]),
  ];
}

const REDIS_AWAY: Alarm = {
  name: 'redis_away',
  says: 'Redis does not answer: nothing is checked and nothing can be asked for.',
  mend: 'See that it runs; npm start brings its own, else look at REDIS_URL.',
  path: '/queues',
};

const NOTHING_PUBLISHED: Alarm = {
  name: 'nothing_published',
  says: 'Nothing was ever published.',
  mend: 'The verifier publishes at its start: read its log.',
  path: '/',
};

const BUDGET_SHORT: Alarm = {
  name: 'budget_short',
  says: 'CHECKS_PER_DAY is less than the longest waits need: every source waits longer than it may.',
  mend: 'Raise CHECKS_PER_DAY, or give fewer sources a daily cadence.',
  path: '/budget',
};

const WORKERS: Readonly<Record<string, string>> = {
  crawl: 'Start a crawler (crawler/visit/worker.ts).',
  verify: 'Start the verifier (verifier/worker/main.ts).',
};

function queueAlarms({ name, workers, isPaused, counts: { failed = 0 } }: Depth): Alarm[] {
  const path = '/queues';
  const alarms: Alarm[] = [];
  if (workers === 0)
    alarms.push({
      name: 'no_worker',
      says: `Nobody takes jobs of the queue ${name}.`,
      mend: WORKERS[name] ?? '',
      path,
    });
  if (isPaused)
    alarms.push({
      name: 'queue_paused',
      says: `The queue ${name} is paused.`,
      mend: 'Somebody paused it by hand; resume it.',
      path,
    });
  if (name === 'verify' && failed > 0)
    alarms.push({
      name: 'verify_failed',
      says: `${counted(failed, 'job')} of the verifier failed for good.`,
      mend: 'Each is evidence of a bug, or was handed over too late: read its reason.',
      path: '/queues/queue/verify?status=failed',
    });
  return alarms;
}

function publicationAlarms(observed: Observed, now: Date): Alarm[] {
  const { published, lastPublication, entries, lastRecordedAt, publishMaxWaitMs } = observed;
  if (published === undefined) return [NOTHING_PUBLISHED];
  const open = entries - Math.max(published.ledger.entries, lastPublication?.entries ?? 0);
  const waitedMs = lastRecordedAt === undefined ? 0 : now.getTime() - Date.parse(lastRecordedAt);
  const cycleMs = (lastPublication?.ms ?? 0) * (1 + REST_PER_WORK);
  const lateMs = Math.max(LEAST_LATE_MS, LATE_FACTOR * publishMaxWaitMs, LATE_CYCLES * cycleMs);
  if (open <= 0 || waitedMs < lateMs) return [];
  return [
    {
      name: 'publication_late',
      says: `${counted(open, 'entry', 'entries')} of the ledger wait to be published, the last for ${span(waitedMs)}.`,
      mend: 'Read the verifier’s log for publish_failed: a gate holds, or the disk is full.',
      path: '/',
    },
  ];
}

function readerAlarm({ name, reader, since, sources, of }: ReaderAlarm): Alarm {
  const from = since?.version === undefined ? since?.day : `version ${since.version}`;
  return {
    name,
    says:
      name === 'reader_collapsed'
        ? `The reader ${reader} finds nothing any more on ${sources} of ${counted(of, 'source')} since ${from}.`
        : `${sources} of ${counted(of, 'source')} have no reader left that finds prices (${percent(sources / of)}).`,
    mend: 'A reader that we broke, or a shape of page that vendors left: look at the sources that it lost.',
    path: '/readers',
  };
}

function olderReadersAlarm(sources: number): Alarm {
  return {
    name: 'older_readers',
    says: `${counted(sources, 'source')} were last read by other readers than those of now.`,
    mend: 'Read the archive again: npm run replay -- --apply.',
    path: '/readers',
  };
}
