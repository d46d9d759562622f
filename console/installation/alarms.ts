/** What is wrong with the installation as far as the console sees it, and what to do about each. Pure. */
import { REST_PER_WORK } from '../../config/publishing.ts';
import type { CadencePlan } from '../../crawler/schedule/cadence-plan.ts';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';
import type { Current } from '../../data/store/generation/current.ts';
import type { LastPublication } from '../../data/store/generation/last-publication.ts';
import { counted, percent, span } from '../view/wording.ts';
import type { Depth } from './installation.ts';

export interface Alarm {
  name: string;
  says: string;
  /** What to do. */
  mend: string;
  /** Where to look. */
  path: string;
}

export interface Seen {
  /** Undefined while Redis does not answer. */
  depths: readonly Depth[] | undefined;
  published: Current | undefined;
  /** The last that succeeded, also where it had nothing new to publish. */
  lastPublication: LastPublication | undefined;
  /** Entries that the ledger has. */
  entries: number;
  /** When the last of them was recorded. */
  lastRecordedAt: string | undefined;
  health: ReaderHealth | undefined;
  plan: Pick<CadencePlan, 'isWithinBudget'>;
  /** Sources whose pages were read by other readers than those of now. */
  olderReaders: number;
  publishMaxWaitMs: number;
}

/** A publication is late when what was written has waited several times as long as it ever should. */
const LATE_FACTOR = 5;
/** The same of a publication that takes long, and of the rest after it. */
const LATE_CYCLES = 2;
const LEAST_LATE_MS = 5 * 60_000;

export function alarmsOf(seen: Seen, now: Date): Alarm[] {
  return [...queueAlarms(seen.depths), ...publicationAlarms(seen, now), ...readerAlarms(seen), ...planAlarms(seen)];
}

function queueAlarms(depths: readonly Depth[] | undefined): Alarm[] {
  if (depths === undefined)
    return [
      {
        name: 'redis_away',
        says: 'Redis does not answer: nothing is checked and nothing can be asked for.',
        mend: 'See that it runs; npm start brings its own, else look at REDIS_URL.',
        path: '/queues',
      },
    ];
  return depths.flatMap(({ name, workers, isPaused, counts }): Alarm[] => [
    ...(workers === 0
      ? [
          {
            name: 'no_worker',
            says: `Nobody takes jobs of the queue ${name}.`,
            mend:
              name === 'crawl'
                ? 'Start a crawler (crawler/visit/worker.ts).'
                : 'Start the verifier (verifier/worker/main.ts).',
            path: '/queues',
          },
        ]
      : []),
    ...(isPaused
      ? [
          {
            name: 'queue_paused',
            says: `The queue ${name} is paused.`,
            mend: 'Somebody paused it by hand; resume it.',
            path: '/queues',
          },
        ]
      : []),
    ...(name === 'verify' && (counts.failed ?? 0) > 0
      ? [
          {
            name: 'verify_failed',
            says: `${counted(counts.failed ?? 0, 'job')} of the verifier failed for good.`,
            mend: 'Each is evidence of a bug, or was handed over too late: read its reason.',
            path: '/queues/queue/verify?status=failed',
          },
        ]
      : []),
  ]);
}

function publicationAlarms(
  { published, lastPublication, entries, lastRecordedAt, publishMaxWaitMs }: Seen,
  now: Date,
): Alarm[] {
  if (published === undefined)
    return [
      {
        name: 'nothing_published',
        says: 'Nothing was ever published.',
        mend: 'The verifier publishes at its start: read its log.',
        path: '/',
      },
    ];
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

function readerAlarms({ health, olderReaders }: Seen): Alarm[] {
  return [
    ...(health?.alarms ?? []).map(({ name, reader, since, sources, of }) => ({
      name,
      says:
        name === 'reader_collapsed'
          ? `The reader ${reader} finds nothing any more on ${sources} of ${counted(of, 'source')} since ${since?.version === undefined ? since?.day : `version ${since.version}`}.`
          : `${sources} of ${counted(of, 'source')} have no reader left that finds prices (${percent(sources / of)}).`,
      mend: 'A reader that we broke, or a shape of page that vendors left: look at the sources that it lost.',
      path: '/readers',
    })),
    ...(olderReaders > 0
      ? [
          {
            name: 'older_readers',
            says: `${counted(olderReaders, 'source')} were last read by other readers than those of now.`,
            mend: 'Read the archive again: npm run replay -- --apply.',
            path: '/readers',
          },
        ]
      : []),
  ];
}

function planAlarms({ plan }: Seen): Alarm[] {
  return plan.isWithinBudget
    ? []
    : [
        {
          name: 'budget_short',
          says: 'CHECKS_PER_DAY is less than the longest waits need: every source waits longer than it may.',
          mend: 'Raise CHECKS_PER_DAY, or give fewer sources a daily cadence.',
          path: '/budget',
        },
      ];
}
