/**
 * Prices over time as intervals with the parts that a reading confirmed. A change is a step at the instant of its first
 * sighting.
 */
import type { Amount } from '../../../data/money.ts';
import { datasetName, type Snapshot } from '../../../data/record.ts';
import { latestOf } from '../../../data/store/ledger/snapshot-intervals.ts';
import { type Html, html } from '../../../web/html.ts';
import { type Axis, place } from './axis.ts';

export interface Interval {
  from: string;
  to: string;
}

export interface Step extends Interval {
  /** Per month, for recurring prices; zero for a free tier. */
  amount: Amount;
  /** Nothing has ended it, even if its end is the last sighting of all. */
  isCurrent: boolean;
  /** In order and disjoint. The price was not checked between them. */
  seen: readonly Interval[];
}

export interface SnapshotTimes {
  validFrom: string;
  validTo?: string | undefined;
  lastSeenAt: string;
  gaps?: readonly Interval[] | undefined;
  origin: Snapshot['origin'];
  imported?: Snapshot['imported'] | undefined;
}

/** Now, or the last sighting if that is later. */
export function presentOf(snapshots: readonly SnapshotTimes[], now: Date): string {
  const end = now.toISOString();
  return latest([end, ...snapshots.map(({ lastSeenAt }) => lastSeenAt)]) ?? end;
}

export function latest(instants: readonly string[]): string | undefined {
  return instants.toSorted().at(-1);
}

/** Our own observations, or else the dataset that was read last. */
export function mainLine(snapshots: readonly Snapshot[]): Snapshot[] {
  const latest = latestOf(snapshots);
  return latest === undefined ? [] : snapshots.filter((snapshot) => datasetOf(snapshot) === datasetOf(latest));
}

/** Undefined for our own. */
export function datasetOf({ origin, imported }: Pick<SnapshotTimes, 'origin' | 'imported'>): string | undefined {
  return origin === 'imported' ? datasetName(imported?.dataset ?? 'a dataset') : undefined;
}

export function stepTimes(
  { validFrom, validTo, lastSeenAt, gaps = [] }: SnapshotTimes,
  present: string,
): Omit<Step, 'amount'> {
  const begins = [validFrom, ...gaps.map(({ to }) => to)];
  const ends = [...gaps.map(({ from }) => from), lastSeenAt];
  const seen = begins.map((from, index) => ({ from, to: ends[index] ?? lastSeenAt }));
  return { from: validFrom, to: validTo ?? present, isCurrent: validTo === undefined, seen };
}

/** Merges adjoining equal steps. */
export function joined<Each extends Step>(steps: readonly Each[], isSame: (a: Each, b: Each) => boolean): Each[] {
  const result: Each[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (last !== undefined && last.to === step.from && isSame(last, step)) {
      result[result.length - 1] = {
        ...last,
        to: step.to,
        isCurrent: step.isCurrent,
        seen: [...last.seen, ...step.seen],
      };
    } else result.push(step);
  }
  return result;
}

interface Plane {
  x: Axis<string>;
  /** Pixels from the top. */
  y(step: Step): number;
  /** A class. */
  upright?(step: Step): string | undefined;
}

/** Solid where the price was confirmed, dashed where it was not checked, vertical between adjoining steps. */
export function stepLines(steps: readonly Step[], { x, y, upright }: Plane): Html {
  const level = (step: Step, { from, to }: Interval, kind?: string) =>
    line({ x1: x.at(from), x2: x.at(to), y1: place(y(step)), y2: place(y(step)), kind });
  return html`${steps.map((step, index) => {
    const before = steps[index - 1];
    const at = x.at(step.from);
    return [
      before?.to === step.from && line({ x1: at, x2: at, y1: y(before), y2: y(step), kind: upright?.(step) }),
      step.seen.map((interval) => level(step, interval)),
      uncheckedOf(step).map((interval) => level(step, interval, 'dashed')),
    ];
  })}`;
}

function uncheckedOf({ seen, to }: Step): Interval[] {
  return seen
    .map((interval, index) => ({ from: interval.to, to: seen[index + 1]?.from ?? to }))
    .filter((interval) => interval.from < interval.to);
}

interface Line {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
  kind: string | undefined;
}

/** Nothing for a line of no length, which the mark shows. */
function line({ x1, x2, y1, y2, kind }: Line): Html | false {
  if (x1 === x2 && y1 === y2) return false;
  // Cards have no style sheet.
  const dashes = kind === 'dashed' && html` stroke-dasharray="3 4"`;
  return html`<line${kind !== undefined && html` class="${kind}"`}${dashes} x1="${x1}%" x2="${x2}%" y1="${place(y1)}" y2="${place(y2)}"/>`;
}
