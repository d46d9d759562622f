/** One chart of the starting price: steps by source, points that lead to their evidence, and events on the time axis. */
import { compareAmounts, plainNumber } from '../../../data/money.ts';
import type { Snapshot } from '../../../data/record.ts';
import { type Html, html } from '../../../web/html.ts';
import { label } from '../../record/vendor-text.ts';
import { evidencePath } from '../parts/proof.ts';
import { dayText, perUnit, roundedText } from '../parts/wording.ts';
import { type Axis, amountAxis, timeAxis } from './axis.ts';
import { amountGrid, baseline, keyLine, keyMark, logarithmic, type Mark, mark, text } from './drawing.ts';
import { datasetOf, mainLine, presentOf, stepLines } from './intervals.ts';
import { billedText } from './price-strip.ts';
import { comparableRuns, type Start, startsOf } from './starting-price.ts';

export const RANGES = ['1y', '3y', 'all'] as const;
export type Range = (typeof RANGES)[number];
const YEARS: Readonly<Record<Range, number>> = { '1y': 1, '3y': 3, all: Number.POSITIVE_INFINITY };
const YEAR_MS = 365.25 * 86_400_000;

/** Pixels. The readout of the point in focus is above the plot, the lane of events below it. */
const READOUT = 42;
const PLOT = 150;
const LANE = 22;
const FOOT = 24;
/** Points and events that are links, the last ones: each is a stop of the keyboard. */
const MOST_LINKS = 24;
const MOST_LETTERS = 50;

/** Prices of one source on the same terms. */
export interface StartLine {
  /** Absent for our own observations. */
  dataset: string | undefined;
  /** "per user a month, billed annually". */
  terms: string;
  steps: readonly Start[];
}

export interface StartHistory {
  /** All of one currency; first that of the latest price, of ours or else of the latest dataset. */
  lines: readonly StartLine[];
  from: string;
  to: string;
}

export interface ChartEvent {
  at: string;
  words: string;
  path: string;
}

/** Undefined where no paid monthly price is known. */
export function startHistory(snapshots: readonly Snapshot[], now: Date): StartHistory | undefined {
  const to = presentOf(snapshots, now);
  const main = mainLine(snapshots);
  const last = startsOf(main, to).at(-1);
  if (last === undefined || main[0] === undefined) return undefined;
  const { currency } = last.start;
  const own = datasetOf(main[0]);
  const lines = [...Map.groupBy(snapshots, datasetOf)].flatMap(([dataset, group]) =>
    linesOf(
      dataset,
      startsOf(group, to).filter(({ start }) => start.currency === currency),
    ),
  );
  const first = lines.find(({ dataset, terms }) => dataset === own && terms === termsOf(last));
  const from = lines.flatMap(({ steps }) => steps.map((step) => step.from)).sort()[0] ?? to;
  return { lines: [...lines].sort((a, b) => Number(b === first) - Number(a === first)), from, to };
}

function linesOf(dataset: string | undefined, steps: readonly Start[]): StartLine[] {
  return [...Map.groupBy(steps, termsOf)].map(([terms, alike]) => ({ dataset, terms, steps: alike }));
}

/** Billed monthly, and billed in a way that is not stated, are different terms. */
function termsOf({ start: { billing, price } }: Start): string {
  return `${perUnit(price.unit)}a month, ${billedText(billing)}`;
}

/** Ranges that show less than all. */
export function rangesOf({ from, to }: StartHistory): Range[] {
  const years = (Date.parse(to) - Date.parse(from)) / YEAR_MS;
  const shorter = RANGES.filter((range) => YEARS[range] < years);
  return shorter.length === 0 ? [] : [...shorter, 'all'];
}

export function within(history: StartHistory, range: Range): StartHistory {
  const begin = Date.parse(history.to) - YEARS[range] * YEAR_MS;
  if (begin <= Date.parse(history.from)) return history;
  const from = new Date(begin).toISOString();
  const lines = history.lines.map((line) => ({ ...line, steps: line.steps.filter(({ to }) => to > from) }));
  return { ...history, lines: lines.filter(({ steps }) => steps.length > 0), from };
}

interface Figures {
  low: Start;
  high: Start;
  last: Start;
}

/** Of the first line. */
export function figuresOf({ lines: [main] }: StartHistory): Figures | undefined {
  const sorted = (main?.steps ?? []).toSorted((a, b) => compareAmounts(a.amount, b.amount));
  const [low, high, last] = [sorted[0], sorted.at(-1), main?.steps.at(-1)];
  return low === undefined || high === undefined || last === undefined ? undefined : { low, high, last };
}

/** "$8.75 per user a month, billed monthly". */
function stepText(step: Start): string {
  return `${roundedText(step.amount, step.start.currency)} ${termsOf(step)}`;
}

export function sourceText({ start, imported, research }: Start, dataset: string | undefined): string {
  if (dataset !== undefined) return `dataset ${label(dataset)}`;
  if (imported !== undefined || research !== undefined)
    return research === undefined ? 'imported' : `entered by ${label(research.by)}`;
  return start.price.evidence === undefined ? 'the vendor’s page' : 'quote from the vendor’s page';
}

/** Where the source of a step is; undefined where it is no page of ours. */
export function sourcePath({ start, imported }: Start): string | undefined {
  return imported !== undefined || start.price.evidence === undefined ? undefined : evidencePath(start.price.evidence);
}

const SHAPES: readonly Mark[] = ['dot', 'square', 'triangle', 'star'];

function styleOf({ dataset }: StartLine, index: number): { shape: Mark; kind: string } {
  const shape = SHAPES[index % SHAPES.length] ?? 'dot';
  return { shape, kind: `line c${(index % SHAPES.length) + 1}${dataset === undefined ? '' : ' told'}` };
}

interface Drawn {
  product: string;
  /** Where a point leads that has no evidence. */
  otherwise: string;
  events: readonly ChartEvent[];
}

export function startChart({ lines, from, to }: StartHistory, { product, otherwise, events }: Drawn): Html {
  const currency = lines[0]?.steps.at(-1)?.start.currency ?? 'USD';
  const amounts = lines.flatMap(({ steps }) => steps.map(({ amount }) => plainNumber(amount)));
  const foot = READOUT + PLOT;
  const x = timeAxis(from, to);
  const y = amountAxis(amounts, { start: foot, end: READOUT, currency, most: 4 });
  const at = ({ amount }: Pick<Start, 'amount'>) => y.at(plainNumber(amount));
  const isLog = y.scale === 'log';
  const bottom = foot + (events.length > 0 ? LANE : 0);
  const title = `Starting price of ${product} from ${dayText(from)} to ${dayText(to)}`;
  const drawn = lines.map((line, index) => {
    const { shape, kind } = styleOf(line, index);
    const points = line.steps.map((step, at_) => {
      const place = { x: x.at(step.from < from ? from : step.from), y: at(step) };
      const drawing = mark(shape, { ...place, kind: 'mark' });
      if (at_ < line.steps.length - MOST_LINKS) return drawing;
      const words = [stepText(step), `from ${dayText(step.from)}, ${sourceText(step, line.dataset)}`];
      return point(drawing, { ...place, words, path: sourcePath(step) ?? otherwise });
    });
    return html`<g class="${kind}">${comparableRuns(line.steps).map((run) => stepLines(run, { x, y: at }))}${points}</g>`;
  });
  return html`<svg class="chart steps start" role="group" aria-label="${title}" width="100%" height="${bottom + FOOT + (isLog ? 14 : 0)}">
<g class="tip rest">${readout('Each point shows its date and leads to its source.', 12, 'aside')}</g>
${amountGrid(y.ticks)}${baseline(x.ticks, { y: bottom, isInside: true })}
${drawn}
${events.length > 0 && html`<g class="events">${events.slice(-MOST_LINKS).map((event) => drawnEvent(event, x, foot + LANE / 2))}</g>`}
${isLog && logarithmic(bottom + FOOT + 7)}</svg>`;
}

function drawnEvent({ at, words, path }: ChartEvent, x: Axis<string>, y: number): Html {
  const place = { x: x.at(at), y };
  return point(mark('diamond', { ...place, kind: 'mark' }), { ...place, words: [words, dayText(at)], path });
}

interface Point {
  x: number;
  y: number;
  /** Two lines. */
  words: readonly string[];
  path: string;
}

/** A link whose words are shown above the plot while it is pointed at or has the focus. */
function point(drawing: Html, { x, y, words: [first = '', second = ''], path }: Point): Html {
  const words = `${first}, ${second}`;
  return html`<a class="point" href="${path}" aria-label="${words}"><title>${words}</title><circle class="target" cx="${x}%" cy="${y}" r="12"/>${drawing}</a><g class="tip" aria-hidden="true">${readout(first, 12, 'strong')}${readout(second, 28, 'aside')}</g>`;
}

/** Begins at the left of the axis, and fits on a narrow screen. */
function readout(words: string, y: number, kind: string): Html {
  return text(label(words, MOST_LETTERS), { x: 0, y, dx: -44, anchor: 'start', kind });
}

/** Names the lines where there are several, and the dashes. */
export function startKey({ lines, to }: StartHistory): Html {
  const steps = lines.flatMap((line) => line.steps);
  const hasGaps = steps.some(({ seen, to: end }) => seen.length > 1 || (seen.at(-1)?.to ?? end) < end || end < to);
  return html`<ul class="key">${lines.map((line, index) => {
    const { shape, kind } = styleOf(line, index);
    const source = line.dataset === undefined ? 'the vendor’s page' : `dataset ${label(line.dataset)}`;
    return html`<li>${keyMark(shape, kind)} ${source}: ${line.terms}</li>`;
  })}${hasGaps && html`<li>${keyLine('dashed')} not checked; the price may have differed</li>`}</ul>`;
}
