/**
 * From recorded snapshots to intervals: each holds from its own start until the next one of its line begins.
 *
 * Pure. What we observed is one line, what each dataset states is another: no dataset ends an interval of ours, none
 * of ours is said by a dataset. A dataset's interval that began before ours did ends where ours begins, since from
 * there on we looked ourselves. In a line, a snapshot recorded later for the same start takes the earlier one's place;
 * an empty one of a dataset withdraws it.
 */
import { datasetName, type Snapshot } from '../../record.ts';
import { inOrder } from '../../text/order.ts';

export type RecordedSnapshot = Omit<Snapshot, 'validTo'>;

/** Two sightings further apart have a gap between them: the slowest cadence is monthly, and a visit may fail. */
export const GAP_DAYS = 45;

type Gap = NonNullable<Snapshot['gaps']>[number];

/**
 * In order of `validFrom`; of one start, ours first.
 *
 * @param recorded in order of `validFrom`, then of recording
 * @param lastConfirmed the last observation in the half-open interval that supported what we state
 * @param gaps between such observations of the product
 */
export function intervals(
  recorded: readonly RecordedSnapshot[],
  lastConfirmed: (from: string, to: string | undefined) => string | undefined,
  gaps: readonly Gap[] = [],
): Snapshot[] {
  const lines = Map.groupBy(recorded, lineOf);
  const ours = standingOf(lines.get(OURS) ?? []);
  const begin = ours[0]?.validFrom;
  return [...lines]
    .flatMap(([line, snapshots]) => {
      const standing = line === OURS ? ours : standingOf(snapshots);
      return standing.map((snapshot, index) => {
        const next = standing[index + 1]?.validFrom;
        if (line === OURS) return withGaps(ended(snapshot, next, lastConfirmed(snapshot.validFrom, next)), gaps);
        const isBefore = begin !== undefined && snapshot.validFrom < begin;
        return ended(snapshot, isBefore && (next === undefined || next > begin) ? begin : next);
      });
    })
    .sort((a, b) => inOrder(a.validFrom, b.validFrom) || inOrder(lineOf(a), lineOf(b)));
}

function ended(snapshot: RecordedSnapshot, validTo: string | undefined, confirmed = ''): Snapshot {
  const seen = inOrder(confirmed, snapshot.lastSeenAt) > 0 ? confirmed : snapshot.lastSeenAt;
  // A dataset's last sighting can lie past the point where something else is known to have begun.
  const lastSeenAt = validTo !== undefined && seen > validTo ? validTo : seen;
  return { ...snapshot, lastSeenAt, ...(validTo !== undefined && { validTo }) };
}

/** What lies behind its last sighting is no gap within it. */
function withGaps(snapshot: Snapshot, gaps: readonly Gap[]): Snapshot {
  const own = gaps.filter(({ from, to }) => from >= snapshot.validFrom && to <= snapshot.lastSeenAt);
  return own.length === 0 ? snapshot : { ...snapshot, gaps: own };
}

/** Ours sorts before any dataset's name. */
const OURS = '';

function lineOf({ origin, imported }: RecordedSnapshot): string {
  return origin === 'imported' ? datasetName(imported?.dataset ?? 'unnamed') : OURS;
}

/**
 * What held at an instant: what we observed, else what datasets say, each in its own words, the newest first. They may
 * disagree.
 */
export function standingAt(snapshots: readonly Snapshot[], instant: string): Snapshot[] {
  const held = snapshots.filter(
    ({ validFrom, validTo }) => validFrom <= instant && (validTo === undefined || validTo > instant),
  );
  const ours = held.filter((snapshot) => lineOf(snapshot) === OURS);
  return ours.length > 0 ? ours : held.toReversed();
}

/** The last of ours; else the last of any dataset. */
export function latestOf(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.findLast((snapshot) => lineOf(snapshot) === OURS) ?? snapshots.at(-1);
}

/** Those whose place a later recording took, and what withdrew a dataset's. */
export function superseded<T extends RecordedSnapshot>(recorded: readonly T[]): T[] {
  const standing = new Set([...Map.groupBy(recorded, lineOf).values()].flatMap((line) => standingOf(line)));
  return recorded.filter((snapshot) => !standing.has(snapshot));
}

/**
 * What we said of the past at an earlier time, from all that is published of it. When each of them had last been seen by
 * then is known only where it was not seen again since; elsewhere its own start is all that is sure.
 */
export function intervalsKnownBy(published: readonly Snapshot[], recordedBy: string): Snapshot[] {
  const known = published
    .filter(({ recordedAt }) => recordedAt <= recordedBy)
    .toSorted((a, b) => inOrder(a.validFrom, b.validFrom) || inOrder(a.recordedAt, b.recordedAt) || order(a) - order(b))
    .map(({ validTo: _, superseded: __, gaps, ...snapshot }): RecordedSnapshot => {
      if (snapshot.lastSeenAt > recordedBy) return { ...snapshot, lastSeenAt: snapshot.validFrom };
      return gaps === undefined ? snapshot : { ...snapshot, gaps };
    });
  return intervals(known, () => undefined);
}

/** Of two that were recorded at once, the one that was superseded came first. */
function order({ superseded }: Snapshot): number {
  return superseded === true ? 0 : 1;
}

/** Of one line. */
function standingOf<T extends RecordedSnapshot>(recorded: readonly T[]): T[] {
  const standing: T[] = [];
  for (const snapshot of recorded) {
    const isAgain = standing.at(-1)?.validFrom === snapshot.validFrom;
    standing.splice(isAgain ? -1 : standing.length, isAgain ? 1 : 0, snapshot);
  }
  return standing.filter(({ origin, tiers, rates }) => origin !== 'imported' || tiers.length + rates.length > 0);
}
