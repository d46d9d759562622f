/** The health of the readers: coverage, emptiness, and sudden collapse. Pure. */
import { ALARMS } from '../../config/alarms.ts';
import { defined } from '../../data/defined.ts';
import type { Alarm, ReaderCounts, ReaderFigures, ReaderHealth } from '../../data/pipeline/reader-health.ts';

const DAY_MS = 86_400_000;

/**
 * Over the last days that have visits, by their clock, so that the figures of an unchanged ledger stay the same.
 *
 * @param lastVisit of all; where there is none, the losses of every day count
 */
export function healthAt(lastVisit: string | undefined, countsSince: (day: string) => ReaderCounts): ReaderHealth {
  const since = lastVisit && new Date(Date.parse(lastVisit) - ALARMS.days * DAY_MS).toISOString().slice(0, 10);
  return readerHealth(countsSince(since ?? ''));
}

export function readerHealth(counts: ReaderCounts): ReaderHealth {
  const { sources, agreement, emptied } = counts;
  return {
    sources,
    agreement,
    emptied,
    readers: counts.readers.map(
      ({ reader, known, finding, emptied }): ReaderFigures => ({
        reader,
        known,
        finding,
        coverage: share(finding, sources),
        emptiness: share(known - finding, known),
        emptied,
      }),
    ),
    alarms: [...collapses(counts), ...emptiness(counts)],
  };
}

/** One alarm a reader; an alarm of a version is not repeated for its days. */
function collapses({ losses }: ReaderCounts): Alarm[] {
  const alarming = losses.filter(
    ({ sources, of }) => sources >= ALARMS.collapsedSources && share(sources, of) >= ALARMS.collapsedShare,
  );
  return [...Map.groupBy(alarming, ({ reader }) => reader)].flatMap(([reader, found]): Alarm[] => {
    const [worst] = found.toSorted(
      (a, b) => Number(b.version !== undefined) - Number(a.version !== undefined) || b.sources - a.sources,
    );
    if (worst === undefined) return [];
    const { version, day, sources, of } = worst;
    const since = defined({ version, day });
    return [{ name: 'reader_collapsed', reader, since, sources, of }];
  });
}

function emptiness({ sources: of, agreement: { none: sources } }: ReaderCounts): Alarm[] {
  return sources >= ALARMS.emptiedSources && share(sources, of) >= ALARMS.emptiedShare
    ? [{ name: 'sources_emptied', sources, of }]
    : [];
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
