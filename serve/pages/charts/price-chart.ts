/**
 * Prices over time, with marks for our corrections, changes of unknown cause and announcements. Lines of datasets are
 * thin with hollow marks. Where it shows several plans, each is named at the end of its line.
 */

import { plainNumber } from '../../../data/money.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import { label } from '../../record/vendor-text.ts';
import { dayText } from '../parts/wording.ts';
import { amountAxis, place, type Tick, timeAxis } from './axis.ts';
import { amountGrid, baseline, keyLine, keyMark, logarithmic, mark, picture, point } from './drawing.ts';
import { type Interval, latest } from './intervals.ts';
import {
  type Axes,
  band,
  drawnLine,
  LETTER,
  LINE_HEIGHT,
  labelsThatFit,
  lineInWords,
  styleAt,
  today,
  upright,
} from './lines.ts';
import { amountsIn, type ChartEvent, lastStep, MOST_LETTERS, type Overview, type Series } from './overview.ts';
import type { Line } from './panels.ts';

/** Pixels. */
const PLOT = { severalPlans: 190, onePlan: 112 };
const HEAD = 18;
const FOOT = 24;
/** Height of a band. */
const LANE = 20;
const MOST_BANDS = 6;
/** The last ones: each is a stop of the keyboard. */
const MOST_EVENTS = 24;
/** Pixels of the narrowest plot. */
const NARROWEST = 230;
/** Letters that fit beside it. */
const MOST_BESIDE = 9;

export interface Frame {
  /** Shared by all charts of the page. */
  span: Interval;
  present: string;
  /** Where a price without a quote leads. */
  table: string;
}

/** @param caption "Acme, Pro: prices" */
export function priceChart(overview: Overview, caption: string, { span, present, table }: Frame): Html {
  const { series, currency, bands, events, isOnePlan } = overview;
  const lanes = [...Map.groupBy(bands, ({ words }) => words)].slice(0, MOST_BANDS);
  const amounts = amountsIn(overview);
  const base = HEAD + (amounts.length === 0 ? 0 : PLOT[isOnePlan ? 'onePlan' : 'severalPlans']);
  const under = base + (lanes.length > 0 ? LANE * lanes.length + 4 : 0);
  const foot = under + (events.length > 0 ? LANE : 0);
  const x = timeAxis(span.from, span.to);
  const y = amountAxis(amounts, { start: base, end: HEAD, currency });
  const isLog = y.scale === 'log';
  const lineUp = (kind: string, instants: readonly string[]) =>
    instants.map((at) => upright(kind, x.at(at), { head: HEAD, foot: base }));
  return picture({
    kind: isOnePlan ? 'steps' : 'steps overview',
    hasPoints: series.length > 0,
    height: foot + FOOT + (isLog ? 14 : 0),
    title: `${caption} from ${dayText(span.from)} to ${dayText(span.to)}`,
    description: described(overview, isLog),
    drawn: html`${base > HEAD && amountGrid(y.ticks)}${baseline(thinned(x.ticks), { y: foot, isInside: false })}
${lineUp('correction', markedIn(overview, 'corrections'))}${lineUp('redesign', markedIn(overview, 'unattributed'))}
${span.to > present && today(x.at(present), foot)}
${series.map((each, index) => drawnSeries(each, index, { x, y, table }))}
${!isOnePlan && endLabels(overview, { x, y }, { head: HEAD, foot: base })}${amountLabels(overview, { x, y })}
${lanes.length > 0 && html`<g class="lane">${lanes.map(([words, own], index) => own.map(({ step }) => band(step, { words, x, y: base + 4 + index * LANE })))}</g>`}
${events.length > 0 && html`<g class="events">${events.slice(-MOST_EVENTS).map((event) => drawnEvent(event, { x: x.at(event.at), y: under + LANE / 2 }))}</g>`}
${isLog && logarithmic(foot + FOOT + 7)}`,
  });
}

function drawnEvent({ at, words, path }: ChartEvent, place: { x: number; y: number }): Html {
  return point({ ...place, shape: 'diamond', words: `${words}, ${dayText(at)}`, to: path, isStop: true });
}

/** Instants, each once. */
function markedIn({ series }: Overview, as: 'corrections' | 'unattributed'): string[] {
  return [...new Set(series.flatMap((each) => each[as]))];
}

/** Ticks whose labels do not touch on a narrow screen. */
function thinned(ticks: readonly Tick[]): Tick[] {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ at, text }) => {
    const half = (text.length * LETTER * 50) / NARROWEST;
    if (at - half < end) return false;
    end = at + half + 2;
    return true;
  });
}

function drawnSeries({ plan, lines, announced, ...series }: Series, index: number, axes: Axes & { table: string }) {
  const { x, y } = axes;
  const doubtful = [...series.corrections, ...series.unattributed];
  return html`${lines.map((line) => drawnLine(line, { ...axes, name: plan, style: styleAt(index, line), doubtful }))}${announced.map(({ from, amount }) => mark('diamond', { x: x.at(from), y: y.at(plainNumber(amount)), kind: 'announced' }))}`;
}

interface EndLabel {
  names: string[];
  price: string;
  /** Where the line ends, and where its label stands. */
  end: number;
  y: number;
}

/** Beside the plot, spread so that none overlaps; lines at one price share a label. */
function endLabels({ series, currency }: Overview, { y }: Axes, { head, foot }: { head: number; foot: number }): Html {
  const labels: EndLabel[] = [];
  for (const { name, isCurrent, lines } of series) {
    const step = lastStep({ lines });
    if (!isCurrent || step === undefined) continue;
    const end = y.at(plainNumber(step.amount));
    const same = labels.find((each) => each.end === end);
    if (same === undefined) labels.push({ names: [name], price: roundedText(step.amount, currency), end, y: end });
    else same.names.push(name);
  }
  labels.sort((a, b) => a.end - b.end);
  for (const [index, each] of labels.entries())
    each.y = Math.max(each.y, (labels[index - 1]?.y ?? Number.NEGATIVE_INFINITY) + LINE_HEIGHT, head);
  for (const [index, each] of [...labels.entries()].toReversed())
    each.y = Math.min(each.y, (labels[index + 1]?.y ?? foot + LINE_HEIGHT) - LINE_HEIGHT);
  return html`<g class="ends">${labels.map(endLabel)}</g>`;
}

function endLabel({ names: [first = '', ...others], price, end, y }: EndLabel): Html {
  const more = others.length > 0 ? ` +${others.length}` : '';
  return html`<svg x="100%" y="${end}" overflow="visible"><path d="M2 0L10 ${place(y - end)}"/></svg><text${price.length > MOST_BESIDE && html` class="long"`} x="100%" y="${place(y + 4)}" dx="13">${price}<tspan> ${label(first, MOST_LETTERS)}${more}</tspan></text>`;
}

/** Of lines that ended before today, and of changes; the latest first. */
function amountLabels({ series, currency, isOnePlan }: Overview, { x, y }: Axes): Html[] {
  const wanted = series.flatMap(({ name, lines, announced, isCurrent }) => {
    const own = lines.flatMap(({ steps }) => steps);
    const last = lastStep({ lines });
    return [...own, ...announced].map((step) => {
      const isEnd = !isOnePlan && !isCurrent && step === last;
      const money = roundedText(step.amount, currency);
      return { ...step, isEnd, words: isEnd ? `${label(name, MOST_LETTERS)} ${money}` : money };
    });
  });
  const sorted = wanted.toSorted((a, b) => Number(b.isEnd) - Number(a.isEnd) || Number(b.from > a.from) - 0.5);
  return labelsThatFit(
    sorted.map(({ from, amount, words }) => ({ at: x.at(from), above: y.at(plainNumber(amount)), words })),
  );
}

function described(overview: Overview, isLog: boolean): string {
  const { series, bands, left, isOnePlan } = overview;
  const announced = series.flatMap((each) => each.announced);
  return [
    ...series
      .filter(({ lines }) => lines.length > 0)
      .map(({ name, lines }) => `${isOnePlan ? '' : `${name}: `}${lines.map(lineInWords).join(' ')}`),
    ...bands.map(({ words, step }) => `${words} from ${dayText(step.from)}.`),
    ...markedIn(overview, 'corrections').map((at) => `Corrected by us on ${dayText(at)}.`),
    ...markedIn(overview, 'unattributed').map((at) => `Changed with a redesign on ${dayText(at)}, cause unknown.`),
    ...announced.map(({ from, words }) => `Announced: ${words} from ${dayText(from)}.`),
    ...(left > 0 ? [`${left} more are not drawn.`] : []),
    'Dashed: not checked.',
    ...(isLog ? ['Logarithmic scale.'] : []),
  ].join(' ');
}

/** The mark of each series; those that ended with their last day. */
export function chartKey({ series, left }: Overview): Html {
  const entries = series.map(({ name, lines, isCurrent }, index) => {
    const end = latest(lines.flatMap(({ steps }) => steps.map(({ to }) => to)));
    const { shape, kind } = styleAt(index, lines.find(({ dataset }) => dataset === undefined) ?? { dataset: 'any' });
    return html`<li>${keyMark(shape, kind)} ${name}${!isCurrent && end !== undefined && ` (until ${dayText(end)})`}</li>`;
  });
  return html`<ul class="key">${entries}</ul>${left > 0 && html`<p class="quiet">${left} more are not drawn; the CSV has all.</p>`}`;
}

export function gapsKey(lines: readonly Line[]): Html | false {
  const steps = lines.flatMap((line) => line.steps);
  const hasGaps = steps.some(({ seen, to }) => seen.length > 1 || (seen.at(-1)?.to ?? to) < to);
  return hasGaps && html`<li>${keyLine('dashed')} not checked; the price may have differed</li>`;
}
