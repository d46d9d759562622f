/**
 * The past of one tier or model: a step for each change, dashes where nobody looked, our corrections and what is only
 * announced apart from what the vendor did, datasets' lines apart from ours. Pure.
 */
import { plainNumber } from '../../../data/money.ts';
import { moneyText, rounded } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { dayText } from '../parts/wording.ts';
import { type AmountAxis, type Axis, amountAxis, place, timeAxis } from './axis.ts';
import { amountGrid, anchorAt, baseline, keyMark, type Mark, mark, picture, text } from './drawing.ts';
import type { Line, Panel, Stated } from './panels.ts';
import type { Interval } from './past.ts';
import { stepLines } from './stepped.ts';

/** Of the part that has amounts; less where all is free. */
const PLOT = 112;
const FLAT_PLOT = 26;
/** Above it, for the words of the highest step. */
const HEAD = 18;
/** Of the strip that says when a price existed and was not published. */
const LANE = 20;
const FOOT = 24;
/** Steps that are put into words of each line, the last ones. */
const MOST_IN_WORDS = 6;

/** A narrow screen's drawing, for which words have to keep apart: pixels across, and of a letter. */
const NARROW = 270;
const LETTER = 7;
const LINE_HEIGHT = 13;

const SHAPES: readonly Mark[] = ['dot', 'square', 'triangle', 'cross', 'star', 'wye'];
const COLOURS = 4;

interface Style {
  shape: Mark;
  /** Class of its group: a colour, and hollow signs and a thin line for what a dataset says. */
  kind: string;
}

/** What has a sign of its own wherever it stands, unless another line of the panel has it. */
const USUAL: Readonly<Record<string, number>> = {
  'billed monthly': 0,
  'by the month': 0,
  input: 0,
  'billed annually': 1,
  output: 1,
  free: 2,
};

/** One for each manner of paying and who states it: what one pays for is said in words. */
function stylesOf(lines: readonly Line[]): Map<string, Style> {
  const indices = new Map<string, number>();
  const isFree = (index: number) => ![...indices.values()].includes(index);
  for (const { manner } of lines) {
    if (indices.has(manner)) continue;
    const usual = USUAL[manner];
    const others = Array.from({ length: indices.size + 4 }, (_, index) => index).slice(3);
    const index = usual !== undefined && isFree(usual) ? usual : others.find(isFree);
    indices.set(manner, index ?? 0);
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
  /** Of all panels that stand together, so that they can be read beneath one another. */
  span: Interval;
  /** Behind it lies what is announced. */
  present: string;
}

/** Whose past it is, in `product`, is said in the drawing's name. */
export function stepChart(panel: Panel, { span, present, product }: Frame & { product: string }): Html {
  const { lines, onRequest, announced, currency = 'USD' } = panel;
  const styles = stylesOf(lines);
  const amounts = [...lines.flatMap(({ steps }) => steps), ...announced].map(({ amount }) => plainNumber(amount));
  const plot = amounts.length === 0 ? 0 : amounts.some((amount) => amount > 0) ? PLOT : FLAT_PLOT;
  const head = plot === PLOT ? HEAD : 4;
  const lane = onRequest.length > 0 ? LANE : 0;
  const foot = head + plot + lane + (lane > 0 ? 2 : 0);
  const x = timeAxis(span.from, span.to);
  const y = amountAxis(amounts, { start: head + plot, end: head, currency, most: 3 });
  return picture({
    kind: 'steps',
    height: foot + FOOT + (y.scale === 'log' ? 14 : 0),
    title: `${product}, ${panel.name}: prices from ${dayText(span.from)} to ${dayText(span.to)}`,
    description: described(panel, y),
    drawn: html`${plot > 0 && amountGrid(y.ticks)}${baseline(x.ticks, { y: foot, isInside: false })}
${panel.corrections.map((at) => corrected(x.at(at), { head, foot }))}
${span.to > present && today(x.at(present), foot)}
${lines.map((line) => lineOf(line, styles.get(styleKey(line)), { x, y, panel }))}
${wordsOf(panel, { x, y })}
${announced.map(({ from, amount }) => mark('diamond', { x: x.at(from), y: y.at(plainNumber(amount)), kind: 'announced' }))}
${lane > 0 && html`<g class="lane">${onRequest.map((step) => laneOf(step, x, head + plot + 4))}</g>`}
${y.scale === 'log' && text('logarithmic scale', { x: 100, y: foot + FOOT + 7, anchor: 'end', kind: 'aside' })}`,
  });
}

interface Axes {
  x: Axis<string>;
  y: AmountAxis;
}

function lineOf(
  { steps }: Line,
  { shape, kind }: Style = { shape: 'dot', kind: 'line c1' },
  { x, y, panel }: Axes & { panel: Panel },
): Html {
  const at = (step: { amount: string }) => y.at(plainNumber(step.amount));
  const upright = (_: unknown, { from }: { from: string }) =>
    panel.corrections.includes(from) ? 'corrected' : undefined;
  return html`<g class="${kind}">${stepLines(steps, { x, y: at, upright })}${steps.map((step) => mark(shape, { x: x.at(step.from), y: at(step), kind: 'mark' }))}</g>`;
}

/** An upright through the panel, and a sign at its foot. */
function corrected(x: number, { head, foot }: { head: number; foot: number }): Html {
  return html`<g class="correction"><line x1="${x}%" x2="${x}%" y1="${head}" y2="${foot}"/>${mark('times', { x, y: foot, kind: 'mark' })}</g>`;
}

function today(x: number, foot: number): Html {
  return html`<g class="today"><line x1="${x}%" x2="${x}%" y1="0" y2="${foot}"/>${text('today', { x, y: 10, dx: -4, anchor: 'end', kind: 'aside' })}</g>`;
}

function laneOf({ from, to }: Stated, x: Axis<string>, y: number): Html {
  const [begin, end] = [x.at(from), x.at(to)];
  const isWide = ((end - begin) / 100) * NARROW > LETTER * 12;
  return html`<line x1="${begin}%" x2="${end}%" y1="${y + 7}" y2="${y + 7}"/>${isWide && text('contact sales', { x: begin, y: y + 11, dx: 6, anchor: 'start' })}`;
}

interface Box {
  left: number;
  right: number;
  top: number;
}

/** Amounts beside their steps, the latest first, where they do not lie on one another. */
function wordsOf({ lines, announced, currency = 'USD' }: Panel, { x, y }: Axes): Html[] {
  const wanted = [...lines.flatMap(({ steps }) => steps), ...announced]
    .filter(({ amount }) => plainNumber(amount) > 0)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const placed: Box[] = [];
  return wanted.flatMap(({ from, amount }) => {
    const words = moneyText(rounded(amount, currency), currency);
    const [at, top] = [x.at(from), y.at(plainNumber(amount)) - 7];
    const anchor = at > 80 ? 'end' : anchorAt(at);
    const width = words.length * LETTER;
    const middle = (at / 100) * NARROW;
    const left = anchor === 'start' ? middle : anchor === 'end' ? middle - width : middle - width / 2;
    const box = { left, right: left + width, top };
    if (placed.some((other) => overlap(box, other))) return [];
    placed.push(box);
    return [text(words, { x: at, y: place(Math.max(top, 10)), anchor })];
  });
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && Math.abs(a.top - b.top) < LINE_HEIGHT;
}

/** What the signs of a panel stand for: how one pays, for what, and who says so. */
export function keyOf({ lines }: Panel): Html {
  const styles = stylesOf(lines);
  const entries = [...Map.groupBy(lines, styleKey)].map(([key, alike]) => {
    const units = [
      ...new Set(alike.flatMap(({ unit }) => (unit === undefined || unit === 'flat' ? [] : `per ${unit}`))),
    ];
    const datasets = [...new Set(alike.flatMap(({ dataset }) => dataset ?? []))];
    const words = [alike[0]?.manner ?? '', ...units].join(', ');
    const { shape, kind } = styles.get(key) ?? { shape: 'dot', kind: '' };
    return html`<li>${keyMark(shape, kind)} ${words}${datasets.length > 0 && ` (${datasets.join(', ')})`}</li>`;
  });
  return html`<ul class="key">${entries}</ul>`;
}

function described({ lines, onRequest, announced, corrections, isCurrent }: Panel, { scale }: AmountAxis): string {
  const sentences = [
    ...lines.map((line) => lineInWords(line)),
    ...onRequest.map(({ from }) => `Contact sales from ${dayText(from)}.`),
    ...corrections.map((at) => `Corrected by us on ${dayText(at)}.`),
    ...announced.map(({ from, words }) => `Announced: ${words} from ${dayText(from)}.`),
    isCurrent ? '' : 'No longer listed.',
    'Dashed: nobody looked.',
    scale === 'log' ? 'Logarithmic scale.' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function lineInWords({ dataset, steps }: Line): string {
  const shown = steps.slice(-MOST_IN_WORDS);
  const left = steps.length - shown.length;
  const words = shown.map((step) => `${step.words} from ${dayText(step.from)}`).join('; ');
  return `${dataset === undefined ? '' : `As ${dataset} has it: `}${left > 0 ? `after ${left} earlier prices, ` : ''}${words}.`;
}
