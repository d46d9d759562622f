/** Lines of prices over time, with points that lead to their evidence and labels that do not overlap. */
import { plainNumber } from '../../../data/money.ts';
import { datasetName } from '../../../data/record.ts';
import { type Html, html } from '../../../web/html.ts';
import { evidencePath } from '../parts/proof.ts';
import { dayText } from '../parts/wording.ts';
import { type AmountAxis, type Axis, place } from './axis.ts';
import { anchorAt, type Mark, mark, point, text } from './drawing.ts';
import type { StatedStep } from './facts.ts';
import { type Interval, stepLines } from './intervals.ts';
import type { Line } from './panels.ts';

/** Of the steps, the last ones. */
const MOST_IN_WORDS = 6;

/** Of a line. */
const MOST_POINTS = 60;

/** Pixels of a narrow chart and of a letter, by which labels are kept apart. */
const NARROW = 270;
export const LETTER = 7;
export const LINE_HEIGHT = 13;

const SHAPES: readonly Mark[] = ['dot', 'square', 'triangle', 'cross', 'star', 'wye'];
const COLOURS = 4;

interface Style {
  shape: Mark;
  /** CSS classes: the colour, and `told` for a dataset. */
  kind: string;
}

/** Twelve styles differ; shape and colour change together. */
export function styleAt(index: number, { dataset }: Pick<Line, 'dataset'>): Style {
  const kind = `line c${(index % COLOURS) + 1}${dataset === undefined ? '' : ' told'}`;
  return { shape: SHAPES[index % SHAPES.length] ?? 'dot', kind };
}

export interface Axes {
  x: Axis<string>;
  y: AmountAxis;
}

interface Drawn extends Axes {
  /** The plan or model. */
  name: string;
  style: Style;
  /** Where a price without a quote leads. */
  table: string;
  /** Changes that are not the vendor's, or of unknown cause. */
  doubtful: readonly string[];
}

/** The last point is a tab stop without script; the earliest of many marks are no links. */
export function drawnLine({ steps }: Line, { name, style, x, y, table, doubtful }: Drawn): Html {
  const at = ({ amount }: { amount: string }) => y.at(plainNumber(amount));
  const upright = ({ from }: Interval) => (doubtful.includes(from) ? 'corrected' : undefined);
  const points = steps.map((step, index) => {
    const place = { x: x.at(step.from), y: at(step) };
    if (index < steps.length - MOST_POINTS) return mark(style.shape, { ...place, kind: 'mark' });
    return point({
      ...place,
      shape: style.shape,
      words: `${name}: ${step.words}, from ${dayText(step.from)}. ${sourceText(step)}`,
      to: step.evidence === undefined ? table : evidencePath(step.evidence),
      isStop: index === steps.length - 1,
    });
  });
  return html`<g class="${style.kind}">${stepLines(steps, { x, y: at, upright })}${points}</g>\n`;
}

function sourceText({ imported, research, evidence }: StatedStep): string {
  if (imported !== undefined) return `Dataset: ${datasetName(imported.dataset)}`;
  if (evidence === undefined && research !== undefined) return `Entered by ${research.by}`;
  return 'Read on the vendor’s page';
}

/** A line across the plot where something happened to all lines. */
export function upright(kind: string, x: number, { head, foot }: { head: number; foot: number }): Html {
  return html`<g class="${kind}"><line x1="${x}%" x2="${x}%" y1="${head}" y2="${foot}"/>${mark('times', { x, y: foot, kind: 'mark' })}</g>`;
}

export function today(x: number, foot: number): Html {
  return html`<g class="today"><line x1="${x}%" x2="${x}%" y1="0" y2="${foot}"/>${text('today', { x, y: 10, dx: -4, anchor: 'end', kind: 'aside' })}</g>`;
}

/** An interval without an amount: free, or on request. */
export function band({ from, to }: Interval, { words, x, y }: { words: string; x: Axis<string>; y: number }): Html {
  const [begin, end] = [x.at(from), x.at(to)];
  const isWide = ((end - begin) / 100) * NARROW > LETTER * words.length;
  const isLeft = !isWide && begin > 50;
  return html`<line x1="${begin}%" x2="${end}%" y1="${y + 7}" y2="${y + 7}"/>${text(words, { x: begin, y: y + 11, dx: isLeft ? -6 : 6, anchor: isLeft ? 'end' : 'start' })}`;
}

interface Wanted {
  at: number;
  /** Pixels from the top of what it labels. */
  above: number;
  words: string;
}

/** Those that do not overlap an earlier one. */
export function labelsThatFit(wanted: readonly Wanted[]): Html[] {
  const placed: { left: number; right: number; top: number }[] = [];
  return wanted.flatMap(({ at, above, words }) => {
    const top = above - 7;
    const anchor = at > 80 ? 'end' : anchorAt(at);
    const width = words.length * LETTER;
    const left = (at / 100) * NARROW - width * { start: 0, middle: 0.5, end: 1 }[anchor];
    const right = left + width;
    const overlaps = placed.some(
      (other) => left < other.right && other.left < right && Math.abs(top - other.top) < LINE_HEIGHT,
    );
    if (overlaps) return [];
    placed.push({ left, right, top });
    return [text(words, { x: at, y: place(Math.max(top, 10)), anchor })];
  });
}

export function lineInWords({ dataset, steps }: Line): string {
  const shown = steps.slice(-MOST_IN_WORDS);
  const left = steps.length - shown.length;
  const words = shown.map((step) => `${step.words} from ${dayText(step.from)}`).join('; ');
  return `${dataset === undefined ? '' : `According to ${dataset}: `}${left > 0 ? `after ${left} earlier prices, ` : ''}${words}.`;
}
