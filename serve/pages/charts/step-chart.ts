/**
 * The history of one tier or model, with marks for our corrections, changes of unknown cause and announcements. Lines of datasets are thin
 * with hollow marks.
 */
import { plainNumber } from '../../../data/money.ts';
import { type Html, html } from '../../../web/html.ts';
import { dayText, roundedText } from '../parts/wording.ts';
import { type AmountAxis, type Axis, amountAxis, place, timeAxis } from './axis.ts';
import { amountGrid, anchorAt, baseline, keyMark, logarithmic, type Mark, mark, picture, text } from './drawing.ts';
import { type Interval, stepLines } from './intervals.ts';
import type { Line, Panel, StatedStep } from './panels.ts';

/** Pixels; less where all is free. */
const PLOT = 112;
const FLAT_PLOT = 26;
const HEAD = 18;
/** Height of the strip for prices that were not published. */
const LANE = 20;
const FOOT = 24;
/** Of the steps, the last ones. */
const MOST_IN_WORDS = 6;

/** Pixels of a narrow chart and of a letter, by which labels are kept apart. */
const NARROW = 270;
const LETTER = 7;
const LINE_HEIGHT = 13;

const SHAPES: readonly Mark[] = ['dot', 'square', 'triangle', 'cross', 'star', 'wye'];
const COLOURS = 4;

interface Style {
  shape: Mark;
  /** CSS classes: the colour, and `told` for a dataset. */
  kind: string;
}

/** Usual marks, unless another line has taken them. */
const USUAL: Readonly<Record<string, number>> = {
  'billed monthly': 0,
  'by the month': 0,
  input: 0,
  'billed annually': 1,
  output: 1,
  free: 2,
};

function stylesOf(lines: readonly Line[]): Map<string, Style> {
  const indices = new Map<string, number>();
  const isFree = (index: number) => ![...indices.values()].includes(index);
  for (const { manner } of lines) {
    if (indices.has(manner)) continue;
    const usual = USUAL[manner];
    const others = Array.from({ length: indices.size + 1 }, (_, index) => index + 3);
    indices.set(manner, (usual !== undefined && isFree(usual) ? usual : others.find(isFree)) ?? 0);
  }
  return new Map(
    lines.map((line) => {
      const index = indices.get(line.manner) ?? 0;
      const kind = `line c${(index % COLOURS) + 1}${line.dataset === undefined ? '' : ' told'}`;
      return [styleKey(line), { shape: SHAPES[index % SHAPES.length] ?? 'dot', kind }];
    }),
  );
}

function styleKey({ manner, dataset }: Line): string {
  return `${dataset === undefined ? '' : 'told '}${manner}`;
}

export interface Frame {
  /** Shared by all panels of the page. */
  span: Interval;
  present: string;
  product: string;
}

export function stepChart(panel: Panel, { span, present, product }: Frame): Html {
  const { lines, onRequest, announced, currency = 'USD' } = panel;
  const styles = stylesOf(lines);
  const amounts = [...lines.flatMap(({ steps }) => steps), ...announced].map(({ amount }) => plainNumber(amount));
  const plot = plotHeight(amounts);
  const head = plot === PLOT ? HEAD : 4;
  const foot = head + plot + (onRequest.length > 0 ? LANE + 2 : 0);
  const x = timeAxis(span.from, span.to);
  const y = amountAxis(amounts, { start: head + plot, end: head, currency, most: 3 });
  const isLog = y.scale === 'log';
  return picture({
    kind: 'steps',
    height: foot + FOOT + (isLog ? 14 : 0),
    title: `${product}, ${panel.name}: prices from ${dayText(span.from)} to ${dayText(span.to)}`,
    description: described(panel, y),
    drawn: html`${plot > 0 && amountGrid(y.ticks)}${baseline(x.ticks, { y: foot, isInside: false })}
${panel.corrections.map((at) => upright('correction', x.at(at), { head, foot }))}
${panel.unattributed.map((at) => upright('redesign', x.at(at), { head, foot }))}
${span.to > present && today(x.at(present), foot)}
${lines.map((line) => drawnLine(line, styles.get(styleKey(line)), { x, y, panel }))}
${amountLabels(panel, { x, y })}
${announced.map(({ from, amount }) => mark('diamond', { x: x.at(from), y: y.at(plainNumber(amount)), kind: 'announced' }))}
${onRequest.length > 0 && html`<g class="lane">${onRequest.map((step) => drawnOnRequest(step, x, head + plot + 4))}</g>`}
${isLog && logarithmic(foot + FOOT + 7)}`,
  });
}

function plotHeight(amounts: readonly number[]): number {
  if (amounts.length === 0) return 0;
  return amounts.some((amount) => amount > 0) ? PLOT : FLAT_PLOT;
}

interface Axes {
  x: Axis<string>;
  y: AmountAxis;
}

function drawnLine(
  { steps }: Line,
  { shape, kind }: Style = { shape: 'dot', kind: 'line c1' },
  { x, y, panel }: Axes & { panel: Panel },
): Html {
  const at = (step: { amount: string }) => y.at(plainNumber(step.amount));
  const isVendors = (at: string) => !panel.corrections.includes(at) && !panel.unattributed.includes(at);
  const upright = ({ from }: Interval) => (isVendors(from) ? undefined : 'corrected');
  return html`<g class="${kind}">${stepLines(steps, { x, y: at, upright })}${steps.map((step) => mark(shape, { x: x.at(step.from), y: at(step), kind: 'mark' }))}</g>`;
}

function upright(kind: string, x: number, { head, foot }: { head: number; foot: number }): Html {
  return html`<g class="${kind}"><line x1="${x}%" x2="${x}%" y1="${head}" y2="${foot}"/>${mark('times', { x, y: foot, kind: 'mark' })}</g>`;
}

function today(x: number, foot: number): Html {
  return html`<g class="today"><line x1="${x}%" x2="${x}%" y1="0" y2="${foot}"/>${text('today', { x, y: 10, dx: -4, anchor: 'end', kind: 'aside' })}</g>`;
}

function drawnOnRequest({ from, to }: StatedStep, x: Axis<string>, y: number): Html {
  const [begin, end] = [x.at(from), x.at(to)];
  const isWide = ((end - begin) / 100) * NARROW > LETTER * 12;
  return html`<line x1="${begin}%" x2="${end}%" y1="${y + 7}" y2="${y + 7}"/>${isWide && text('contact sales', { x: begin, y: y + 11, dx: 6, anchor: 'start' })}`;
}

interface Box {
  left: number;
  right: number;
  top: number;
}

/** The latest first, where labels do not overlap. */
function amountLabels({ lines, announced, currency = 'USD' }: Panel, { x, y }: Axes): Html[] {
  const wanted = [...lines.flatMap(({ steps }) => steps), ...announced]
    .filter(({ amount }) => plainNumber(amount) > 0)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const placed: Box[] = [];
  return wanted.flatMap(({ from, amount }) => {
    const words = roundedText(amount, currency);
    const [at, top] = [x.at(from), y.at(plainNumber(amount)) - 7];
    const anchor = at > 80 ? 'end' : anchorAt(at);
    const width = words.length * LETTER;
    const left = (at / 100) * NARROW - width * { start: 0, middle: 0.5, end: 1 }[anchor];
    const box = { left, right: left + width, top };
    if (placed.some((other) => overlap(box, other))) return [];
    placed.push(box);
    return [text(words, { x: at, y: place(Math.max(top, 10)), anchor })];
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < LINE_HEIGHT;
}

export function legendOf({ lines }: Panel): Html {
  const styles = stylesOf(lines);
  const entries = [...Map.groupBy(lines, styleKey)].map(([key, alike]) => {
    const paid = alike.flatMap(({ unit }) => (unit === undefined || unit === 'flat' ? [] : `per ${unit}`));
    const datasets = new Set(alike.flatMap(({ dataset }) => dataset ?? []));
    const words = [alike[0]?.manner ?? '', ...new Set(paid)].join(', ');
    const { shape, kind } = styles.get(key) ?? { shape: 'dot', kind: '' };
    return html`<li>${keyMark(shape, kind)} ${words}${datasets.size > 0 && ` (${[...datasets].join(', ')})`}</li>`;
  });
  return html`<ul class="key">${entries}</ul>`;
}

function described(
  { lines, onRequest, announced, corrections, unattributed, isCurrent }: Panel,
  { scale }: AmountAxis,
): string {
  return [
    ...lines.map(lineInWords),
    ...onRequest.map(({ from }) => `Contact sales from ${dayText(from)}.`),
    ...corrections.map((at) => `Corrected by us on ${dayText(at)}.`),
    ...unattributed.map((at) => `Changed with a redesign on ${dayText(at)}, cause not known.`),
    ...announced.map(({ from, words }) => `Announced: ${words} from ${dayText(from)}.`),
    ...(isCurrent ? [] : ['No longer listed.']),
    'Dashed: not checked.',
    ...(scale === 'log' ? ['Logarithmic scale.'] : []),
  ].join(' ');
}

function lineInWords({ dataset, steps }: Line): string {
  const shown = steps.slice(-MOST_IN_WORDS);
  const left = steps.length - shown.length;
  const words = shown.map((step) => `${step.words} from ${dayText(step.from)}`).join('; ');
  return `${dataset === undefined ? '' : `As ${dataset} has it: `}${left > 0 ? `after ${left} earlier prices, ` : ''}${words}.`;
}
