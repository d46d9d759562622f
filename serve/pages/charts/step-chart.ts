/**
 * The history of one tier or model, with marks for our corrections, changes of unknown cause and announcements. Lines of datasets are thin
 * with hollow marks.
 */
import { plainNumber } from '../../../data/money.ts';
import { type Html, html } from '../../../web/html.ts';
import { dayText, roundedText } from '../parts/wording.ts';
import { type AmountAxis, amountAxis, timeAxis } from './axis.ts';
import { amountGrid, baseline, keyMark, logarithmic, mark, picture } from './drawing.ts';
import { FREE } from './facts.ts';
import type { Interval } from './intervals.ts';
import {
  type Axes,
  band,
  drawnLine,
  labelsThatFit,
  lineInWords,
  type Style,
  styleAt,
  today,
  upright,
} from './lines.ts';
import type { Line, Panel } from './panels.ts';

/** Pixels; less where all is free. */
const PLOT = 112;
const FLAT_PLOT = 26;
const HEAD = 18;
/** Height of the strip for prices that were not published. */
const LANE = 20;
const FOOT = 24;

/** Usual marks, unless another line has taken them. */
const USUAL: Readonly<Record<string, number>> = {
  'billed monthly': 0,
  'monthly price, billing not stated': 0,
  'input tokens': 0,
  'billed annually': 1,
  'output tokens': 1,
  [FREE]: 2,
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
  return new Map(lines.map((line) => [styleKey(line), styleAt(indices.get(line.manner) ?? 0, line)]));
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
  const { name, lines, onRequest, announced, currency = 'USD' } = panel;
  const styles = stylesOf(lines);
  const amounts = [...lines.flatMap(({ steps }) => steps), ...announced].map(({ amount }) => plainNumber(amount));
  const plot = plotHeight(amounts);
  const head = plot === PLOT ? HEAD : 4;
  const foot = head + plot + (onRequest.length > 0 ? LANE + 2 : 0);
  const x = timeAxis(span.from, span.to);
  const y = amountAxis(amounts, { start: head + plot, end: head, currency, most: 3 });
  const isLog = y.scale === 'log';
  const doubtful = [...panel.corrections, ...panel.unattributed];
  return picture({
    kind: 'steps',
    hasPoints: lines.length > 0,
    height: foot + FOOT + (isLog ? 14 : 0),
    title: `${product}, ${panel.name}: prices from ${dayText(span.from)} to ${dayText(span.to)}`,
    description: described(panel, y),
    drawn: html`${plot > 0 && amountGrid(y.ticks)}${baseline(x.ticks, { y: foot, isInside: false })}
${panel.corrections.map((at) => upright('correction', x.at(at), { head, foot }))}
${panel.unattributed.map((at) => upright('redesign', x.at(at), { head, foot }))}
${span.to > present && today(x.at(present), foot)}
${lines.map((line) => drawnLine(line, { name, style: styles.get(styleKey(line)) ?? styleAt(0, line), doubtful, x, y }))}
${amountLabels(panel, { x, y })}
${announced.map(({ from, amount }) => mark('diamond', { x: x.at(from), y: y.at(plainNumber(amount)), kind: 'announced' }))}
${onRequest.length > 0 && html`<g class="lane">${onRequest.map((step) => band(step, { words: 'Contact sales', x, y: head + plot + 4 }))}</g>`}
${isLog && logarithmic(foot + FOOT + 7)}`,
  });
}

function plotHeight(amounts: readonly number[]): number {
  if (amounts.length === 0) return 0;
  return amounts.some((amount) => amount > 0) ? PLOT : FLAT_PLOT;
}

/** The latest first. */
function amountLabels({ lines, announced, currency = 'USD' }: Panel, { x, y }: Axes): Html[] {
  const wanted = [...lines.flatMap(({ steps }) => steps), ...announced]
    .filter(({ amount }) => plainNumber(amount) > 0)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return labelsThatFit(
    wanted.map(({ from, amount }) => ({
      at: x.at(from),
      above: y.at(plainNumber(amount)),
      words: roundedText(amount, currency),
    })),
  );
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
    ...unattributed.map((at) => `Changed with a redesign on ${dayText(at)}, cause unknown.`),
    ...announced.map(({ from, words }) => `Announced: ${words} from ${dayText(from)}.`),
    ...(isCurrent ? [] : ['No longer listed.']),
    'Dashed: not checked.',
    ...(scale === 'log' ? ['Logarithmic scale.'] : []),
  ].join(' ');
}
