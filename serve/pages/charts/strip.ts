/** Starting prices that can be compared, as dots on a line of money: where the market lies, and one product in it. Pure. */
import { type Currency, compareAmounts, plainNumber } from '../../../data/money.ts';
import { moneyText, rounded } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { Sample, Terms } from '../../record/market.ts';
import { label } from '../../record/vendor-text.ts';
import { perUnit } from '../parts/wording.ts';
import { amountAxis, place, type Tick } from './axis.ts';
import { anchorAt, baseline, mark, picture, text } from './drawing.ts';

/** Percent across within which prices lie in one column of dots. */
const COLUMN = 2.6;
/** From one dot of a column to the next, in pixels; less where a column is high. */
const DOT = 9;
/** Least percent across between two words on one line. */
const APART = 27;
/** Above the dots and beneath them, for words. */
const HEAD = 30;
const FOOT = 24;
/** In dots: so that a chart of few is not flat, and one of many not endless. */
const LEAST_HIGH = 4;
const MOST_HIGH = 18;

interface Shown {
  /** Of which the prices are, as in "CRM". */
  category: string;
  /** The one that the reader looks at. */
  marked?: { slug: string; name: string };
}

/**
 * For the page of a product: `priceStrip(sample, { category: 'CRM', marked: { slug, name } })`, where `sample` is
 * `sampleOn(store.market, record.category, record.positioning)` (serve/record/market.ts). With nothing marked it is the
 * spread of a category's prices. As high as its highest column, 94 px at least.
 */
export function priceStrip(sample: Sample, { category, marked }: Shown): Html {
  const { starts, currency, min, median, max } = sample;
  const axis = amountAxis(
    starts.map(({ amount }) => plainNumber(amount)),
    { start: 1.5, end: 98.5, currency, most: 5 },
  );
  const at = (amount: string) => axis.at(plainNumber(amount));
  const columns = columnsOf(starts.map(({ amount }) => at(amount)));
  const highest = Math.max(LEAST_HIGH, ...columns.map(({ count }) => count));
  const step = DOT * Math.min(1, MOST_HIGH / highest);
  const foot = HEAD + place(step * highest) + 4;
  const isLog = axis.scale === 'log';
  const own = marked && starts.find(({ slug }) => slug === marked.slug);
  return picture({
    kind: 'strip',
    height: foot + FOOT + (isLog ? 14 : 0),
    title: `Starting prices in ${category}: ${termsText(sample)}`,
    description: `${described(sample, marked)}${isLog ? ' Logarithmic scale.' : ''}`,
    drawn: html`${baseline(thinned(axis.ticks), { y: foot, isInside: true })}
<g class="dots">${columns.map(({ x, count }) => column({ x, count, step, foot }))}</g>
${own && html`<line class="own" x1="${at(own.amount)}%" x2="${at(own.amount)}%" y1="${HEAD}" y2="${foot}"/>`}
${ends({ min, median, max, currency, at, foot })}
${isLog && text('logarithmic scale', { x: 100, y: foot + FOOT + 7, anchor: 'end', kind: 'aside' })}
${own && marked && ownMark({ x: at(own.amount), foot, words: `${label(marked.name, 24)} ${moneyText(rounded(own.amount, currency), currency)}` })}`,
  });
}

/** "per user a month, billed annually, in USD". */
export function termsText({ currency, billing, unit }: Terms): string {
  return `${perUnit(unit)}a month, billed ${billing === 'annual' ? 'annually' : 'monthly'}, in ${currency}`;
}

interface Column {
  x: number;
  count: number;
}

/** Wilkinson's dot plot: from the left, what lies within one width of the first is one column, at the middle one. */
function columnsOf(places: readonly number[]): Column[] {
  const columns: number[][] = [];
  for (const x of places.toSorted((a, b) => a - b)) {
    const last = columns.at(-1);
    if (last?.[0] !== undefined && x - last[0] < COLUMN) last.push(x);
    else columns.push([x]);
  }
  return columns.map((xs) => ({ x: xs[Math.floor(xs.length / 2)] ?? 0, count: xs.length }));
}

/** One dashed line whose dashes are its round ends: as many dots, in one element. */
function column({ x, count, step, foot }: Column & { step: number; foot: number }): Html {
  const lowest = foot - DOT / 2 - 1;
  return html`<line x1="${x}%" x2="${x}%" y1="${place(lowest)}" y2="${place(lowest - (count - 1) * step - 0.01)}" stroke-dasharray="0 ${place(step)}"/>`;
}

function ownMark({ x, foot, words }: { x: number; foot: number; words: string }): Html {
  return html`${text(words, { x, y: 11, anchor: x < 35 ? 'start' : x > 65 ? 'end' : 'middle', kind: 'strong own' })}${mark('diamond', { x, y: foot - DOT / 2 - 1, kind: 'own' })}`;
}

interface Ends extends Pick<Sample, 'min' | 'median' | 'max'> {
  currency: Currency;
  at(amount: string): number;
  foot: number;
}

/** The median always; the ends where they do not stand in its way. */
function ends({ min, median, max, currency, at, foot }: Ends): Html {
  const middle = at(median);
  const words = (name: string, amount: string) => `${name} ${moneyText(rounded(amount, currency), currency)}`;
  const isSpread = compareAmounts(min, max) < 0;
  return html`<line class="median" x1="${middle}%" x2="${middle}%" y1="${HEAD}" y2="${foot}"/>
${text(words(isSpread ? 'median' : 'all', median), { x: middle, y: HEAD - 3, anchor: anchorAt(middle), kind: 'aside' })}
${isSpread && middle - at(min) > APART && text(words('least', min), { x: at(min), y: HEAD - 3, anchor: anchorAt(at(min)), kind: 'aside' })}
${isSpread && at(max) - middle > APART && text(words('most', max), { x: at(max), y: HEAD - 3, anchor: anchorAt(at(max)), kind: 'aside' })}`;
}

/** Ticks whose words do not touch. */
function thinned(ticks: readonly Tick[]): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) if (kept.length === 0 || tick.at - (kept.at(-1)?.at ?? 0) >= APART / 1.5) kept.push(tick);
  return kept;
}

function described({ starts, currency, min, median, max, sufficient }: Sample, marked: Shown['marked']): string {
  const money = (amount: string) => moneyText(rounded(amount, currency), currency);
  const own = starts.find(({ slug }) => slug === marked?.slug);
  const cheaper = starts.filter(({ amount }) => own && compareAmounts(amount, own.amount) < 0).length;
  const dearer = starts.filter(({ amount }) => own && compareAmounts(amount, own.amount) > 0).length;
  return [
    starts.length === 1
      ? `One product: ${money(median)}.`
      : `${starts.length} products: from ${money(min)} to ${money(max)}, median ${money(median)}.`,
    own && marked && ` ${marked.name} starts at ${money(own.amount)}: ${cheaper} cost less, ${dearer} cost more.`,
    !sufficient && ' So few say little.',
  ]
    .filter((words) => typeof words === 'string')
    .join('');
}
