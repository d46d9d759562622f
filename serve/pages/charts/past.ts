/**
 * What a drawing of the past is made of: an amount over an interval, with the parts of it in which somebody looked. Pure.
 *
 * A change is a step at the instant at which it was first seen. Between two sightings further apart than `GAP_DAYS`, and
 * from the last one on, nobody knows.
 */
import type { Amount } from '../../../data/money.ts';
import { datasetName, type Snapshot } from '../../../data/record.ts';
import { latestOf } from '../../../data/store/ledger/snapshot-intervals.ts';

export interface Interval {
  from: string;
  to: string;
}

export interface Step extends Interval {
  /** By the month, where it is a price for time; zero of what is free. */
  amount: Amount;
  /** In order, within the step and apart from one another; what lies between them was not looked at. */
  seen: readonly Interval[];
}

/** Of a snapshot, what its place in time and its line follow from. */
export interface Held {
  validFrom: string;
  validTo?: string | undefined;
  lastSeenAt: string;
  gaps?: readonly Interval[] | undefined;
  origin: Snapshot['origin'];
  imported?: Snapshot['imported'] | undefined;
}

/** Where the past ends: now, or the last sighting where that is later. */
export function presentOf(snapshots: readonly Held[], now: Date): string {
  return [now.toISOString(), ...snapshots.map(({ lastSeenAt }) => lastSeenAt)].sort().at(-1) ?? now.toISOString();
}

/** What we observed; of a product that we never did, what the dataset says that was read last. */
export function mainLine(snapshots: readonly Snapshot[]): Snapshot[] {
  const latest = latestOf(snapshots);
  return latest === undefined ? [] : snapshots.filter((snapshot) => lineOf(snapshot) === lineOf(latest));
}

/** Whose line of snapshots it is of: a dataset's name, or nothing for our own. */
export function lineOf({ origin, imported }: Pick<Held, 'origin' | 'imported'>): string | undefined {
  return origin === 'imported' ? datasetName(imported?.dataset ?? 'a dataset') : undefined;
}

/** @param present where a snapshot ends that still holds */
export function intervalOf({ validFrom, validTo }: Held, present: string): Interval {
  return { from: validFrom, to: validTo ?? present };
}

/** The parts of a snapshot's interval that its sightings speak for. */
export function seenOf({ validFrom, lastSeenAt, gaps = [] }: Held): Interval[] {
  const begins = [validFrom, ...gaps.map(({ to }) => to)];
  const ends = [...gaps.map(({ from }) => from), lastSeenAt];
  return begins.map((from, index) => ({ from, to: ends[index] ?? lastSeenAt }));
}

/** One step where the amount is the same on both sides of a snapshot's end. */
export function joined<Each extends Step>(steps: readonly Each[], isSame: (a: Each, b: Each) => boolean): Each[] {
  const result: Each[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (last !== undefined && last.to === step.from && isSame(last, step)) {
      result[result.length - 1] = { ...last, to: step.to, seen: [...last.seen, ...step.seen] };
    } else result.push(step);
  }
  return result;
}
