/**
 * From recorded snapshots to intervals: each holds from its own start until the next one begins.
 *
 * Pure. A snapshot recorded later for the same start takes the place of the earlier one in what we say of the past,
 * except that an imported one never takes the place of what we observed.
 */
import type { Snapshot } from '../record.ts';

export type RecordedSnapshot = Omit<Snapshot, 'validTo'>;

/**
 * @param recorded in order of `validFrom`, then of recording
 * @param lastConfirmed the last observation in the half-open interval that supported what we state
 */
export function intervals(
  recorded: readonly RecordedSnapshot[],
  lastConfirmed: (from: string, to: string | undefined) => string | undefined,
): Snapshot[] {
  const standing: RecordedSnapshot[] = [];
  for (const snapshot of recorded) {
    const last = standing.at(-1);
    if (last === undefined || last.validFrom !== snapshot.validFrom) standing.push(snapshot);
    else if (last.origin === 'imported' || snapshot.origin !== 'imported') standing[standing.length - 1] = snapshot;
  }
  return standing.map((snapshot, index) => {
    const validTo = standing[index + 1]?.validFrom;
    const confirmed = lastConfirmed(snapshot.validFrom, validTo);
    const seen = confirmed !== undefined && confirmed > snapshot.lastSeenAt ? confirmed : snapshot.lastSeenAt;
    // A dataset's last sighting can lie past the point where something else is known to have begun.
    const lastSeenAt = validTo !== undefined && seen > validTo ? validTo : seen;
    return { ...snapshot, lastSeenAt, ...(validTo !== undefined && { validTo }) };
  });
}
