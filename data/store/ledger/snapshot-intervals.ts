/**
 * Intervals from recorded snapshots: each holds from its start until the next one of its line. Pure.
 *
 * Our observations are one line, each dataset is another. A dataset's interval that began before our first ends there. A
 * snapshot recorded later for the same start replaces the earlier one; an empty one of a dataset withdraws it. All of these
 * functions take the snapshots of one market.
 */
import { datasetName, type Snapshot } from '../../record.ts';
import { inOrder } from '../../text/order.ts';

export type RecordedSnapshot = Omit<Snapshot, 'validTo'>;

type Gap = NonNullable<Snapshot['gaps']>[number];

/**
 * By `validFrom`, ours first.
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
  const begin = ours.find(isStating)?.validFrom;
  return [...lines]
    .flatMap(([line, snapshots]) => {
      const standing = line === OURS ? ours : standingOf(snapshots);
      return standing.map((snapshot, index) => {
        const next = standing[index + 1]?.validFrom;
        if (line === OURS && !isStating(snapshot)) return ended(snapshot, next);
        if (line === OURS) return withGaps(ended(snapshot, next, lastConfirmed(snapshot.validFrom, next)), gaps);
        const isBefore = begin !== undefined && snapshot.validFrom < begin;
        return ended(snapshot, isBefore && (next === undefined || next > begin) ? begin : next);
      });
    })
    .sort((a, b) => inOrder(a.validFrom, b.validFrom) || inOrder(lineOf(a), lineOf(b)));
}

function ended(snapshot: RecordedSnapshot, validTo: string | undefined, confirmed = ''): Snapshot {
  const seen = inOrder(confirmed, snapshot.lastSeenAt) > 0 ? confirmed : snapshot.lastSeenAt;
  // A dataset's last sighting can be later than the end.
  const lastSeenAt = validTo !== undefined && seen > validTo ? validTo : seen;
  return { ...snapshot, lastSeenAt, ...(validTo !== undefined && { validTo }) };
}

function withGaps(snapshot: Snapshot, gaps: readonly Gap[]): Snapshot {
  const own = gaps.filter(({ from, to }) => from >= snapshot.validFrom && to <= snapshot.lastSeenAt);
  return own.length === 0 ? snapshot : { ...snapshot, gaps: own };
}

/** Ours sorts before any dataset's name. */
const OURS = '';

function lineOf({ origin, imported }: RecordedSnapshot): string {
  return origin === 'imported' ? datasetName(imported?.dataset ?? 'unnamed') : OURS;
}

/** The snapshots of an instant: ours, else those of all datasets, the newest first; an empty one of ours where no other is. */
export function standingAt(snapshots: readonly Snapshot[], instant: string): Snapshot[] {
  const held = snapshots.filter(
    ({ validFrom, validTo }) => validFrom <= instant && (validTo === undefined || validTo > instant),
  );
  const stating = held.filter(isStating);
  const ours = stating.filter((snapshot) => lineOf(snapshot) === OURS);
  if (ours.length > 0) return ours;
  return stating.length > 0 ? stating.toReversed() : held;
}

/** False of what was withdrawn. */
function isStating({ tiers, rates }: Pick<Snapshot, 'tiers' | 'rates'>): boolean {
  return tiers.length + rates.length > 0;
}

/** The last of ours; else the last of any dataset. */
export function latestOf(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.findLast((snapshot) => lineOf(snapshot) === OURS) ?? snapshots.at(-1);
}

/** Snapshots that later recordings replaced, and withdrawals by datasets. */
export function superseded<T extends RecordedSnapshot>(recorded: readonly T[]): T[] {
  const standing = new Set([...Map.groupBy(recorded, lineOf).values()].flatMap((line) => standingOf(line)));
  return recorded.filter((snapshot) => !standing.has(snapshot));
}

/**
 * The past as we stated it at an earlier time. A snapshot that was seen again since ends at its own start, since its last
 * sighting by then is unknown.
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

/** Of two recorded at the same time, the superseded one came first. */
function order({ superseded }: Snapshot): number {
  return superseded === true ? 0 : 1;
}

function standingOf<T extends RecordedSnapshot>(recorded: readonly T[]): T[] {
  const standing: T[] = [];
  for (const snapshot of recorded) {
    const isAgain = standing.at(-1)?.validFrom === snapshot.validFrom;
    standing.splice(isAgain ? -1 : standing.length, isAgain ? 1 : 0, snapshot);
  }
  return standing.filter((snapshot) => snapshot.origin !== 'imported' || isStating(snapshot));
}
