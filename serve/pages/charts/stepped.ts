/** Steps as lines of SVG: level where an amount held, upright where it changed, dashed where nobody looked. Pure. */
import { type Html, html } from '../../../web/html.ts';
import { type Axis, place } from './axis.ts';
import type { Interval, Step } from './past.ts';

export interface Plane {
  x: Axis<string>;
  /** Of an amount, in pixels from the top. */
  y(step: Step): number;
  /** Of the line between two steps: its class. */
  upright?(from: Step, to: Step): string | undefined;
}

/** What a chart draws of one line of steps; those that touch one another are joined by an upright. */
export function stepLines(steps: readonly Step[], { x, y, upright }: Plane): Html {
  return html`${steps.map((step, index) => {
    const before = steps[index - 1];
    const isNext = before !== undefined && before.to === step.from;
    return html`${isNext && line({ x1: x.at(step.from), x2: x.at(step.from), y1: y(before), y2: y(step), kind: upright?.(before, step) })}${level(step, { x, y })}`;
  })}`;
}

function level(step: Step, { x, y }: Plane): (Html | false)[] {
  const at = place(y(step));
  return [
    ...step.seen.map((interval) => ({ ...interval, kind: undefined })),
    ...unseenOf(step).map((interval) => ({ ...interval, kind: 'dashed' })),
  ].map(({ from, to, kind }) => line({ x1: x.at(from), x2: x.at(to), y1: at, y2: at, kind }));
}

/** What lies between the sightings, and from the last one to the end. */
function unseenOf({ seen, to }: Step): Interval[] {
  return seen
    .map((interval, index) => ({ from: interval.to, to: seen[index + 1]?.from ?? to }))
    .filter((interval) => interval.from < interval.to);
}

interface Line {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
  kind?: string | undefined;
}

/** A sighting of no length is a dot, which the caller's marks show: no line is drawn of it. */
function line({ x1, x2, y1, y2, kind }: Line): Html | false {
  if (x1 === x2 && y1 === y2) return false;
  return html`<line${kind !== undefined && html` class="${kind}"`} x1="${x1}%" x2="${x2}%" y1="${place(y1)}" y2="${place(y2)}"/>`;
}
