/** Comparable starting prices as dots: the spread of a category, and one product in it. */

import { compareAmounts, plainNumber } from '../../../data/money.ts';
import { counted } from '../../../data/text/figures.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { Sample, Terms } from '../../record/market.ts';
import { label } from '../../record/vendor-text.ts';
import { dayText, perUnit } from '../parts/wording.ts';
import { amountAxis, place, type Tick } from './axis.ts';
import { anchorAt, baseline, logarithmic, mark, picture, text } from './drawing.ts';

/** Percent within which prices share a column of dots. */
const COLUMN = 2.6;
/** Pixels between dots; less where a column is high. */
const DOT = 9;
/** Least percent between two labels. */
const APART = 27;
/** Pixels for labels. */
const HEAD = 30;
const FOOT = 24;
/** Least and greatest height, in dots. */
const LEAST_HIGH = 4;
const MOST_HIGH = 18;

interface Shown {
  category: string;
  marked?: { slug: string; name: string };
}

export function priceStrip(sample: Sample, { category, marked }: Shown): Html {
  const { starts, currency } = sample;
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
${own && upright('own', at(own.amount), foot)}
${endLabels(sample, at, foot)}
${isLog && logarithmic(foot + FOOT + 7)}
${own && marked && ownMark({ x: at(own.amount), foot, words: `${label(marked.name, 24)} ${roundedText(own.amount, currency)}` })}`,
  });
}

const BILLED = { monthly: 'billed monthly', annual: 'billed annually' } as const;

export function billedText(billing: Terms['billing']): string {
  return billing === undefined ? 'billing not stated' : BILLED[billing];
}

/** "9 vendors, prices of 2 Jan 2026 to 21 Nov 2026: 8 read from vendors’ pages, others by owner/name." */
export function sampleWords({
  vendors,
  oldest,
  newest,
  sources: { vendorPages, datasets },
}: Pick<Sample, 'vendors' | 'oldest' | 'newest' | 'sources'>): string {
  const others = datasets.length === 0 ? '' : `, others by ${datasets.map((each) => label(each)).join(', ')}`;
  const days = oldest === newest ? dayText(oldest) : `${dayText(oldest)} to ${dayText(newest)}`;
  return `${counted(vendors, 'vendor')}, prices of ${days}: ${vendorPages} read from vendors’ pages${others}.`;
}

/** "per user a month, billed annually, in USD". */
export function termsText({ currency, billing, unit }: Terms): string {
  return `${perUnit(unit)}a month, ${billedText(billing)}, in ${currency}`;
}

interface Column {
  x: number;
  count: number;
}

/** Wilkinson's dot plot: positions within one width of the first form a column at the middle one. */
function columnsOf(places: readonly number[]): Column[] {
  const columns: number[][] = [];
  for (const x of places.toSorted((a, b) => a - b)) {
    const last = columns.at(-1);
    if (last?.[0] !== undefined && x - last[0] < COLUMN) last.push(x);
    else columns.push([x]);
  }
  return columns.map((xs) => ({ x: xs[Math.floor(xs.length / 2)] ?? 0, count: xs.length }));
}

/** A dashed line with round caps: many dots in one element. */
function column({ x, count, step, foot }: Column & { step: number; foot: number }): Html {
  const lowest = foot - DOT / 2 - 1;
  return html`<line x1="${x}%" x2="${x}%" y1="${place(lowest)}" y2="${place(lowest - (count - 1) * step - 0.01)}" stroke-dasharray="0 ${place(step)}"/>`;
}

function upright(kind: string, x: number, foot: number): Html {
  return html`<line class="${kind}" x1="${x}%" x2="${x}%" y1="${HEAD}" y2="${foot}"/>`;
}

function ownMark({ x, foot, words }: { x: number; foot: number; words: string }): Html {
  return html`${text(words, { x, y: 11, anchor: anchorAt(x, 35), kind: 'strong own' })}${mark('diamond', { x, y: foot - DOT / 2 - 1, kind: 'own' })}`;
}

/** The median of a sufficient sample; lowest and highest where they do not overlap it. */
function endLabels(
  { min, median, max, currency, sufficient }: Sample,
  at: (amount: string) => number,
  foot: number,
): Html {
  const middle = at(median);
  const named = (name: string, amount: string) => {
    const words = `${name} ${roundedText(amount, currency)}`;
    return text(words, { x: at(amount), y: HEAD - 3, anchor: anchorAt(at(amount)), kind: 'aside' });
  };
  const isSpread = compareAmounts(min, max) < 0;
  if (!sufficient)
    return html`${named(isSpread ? 'lowest' : 'all', min)}${at(max) - at(min) > APART && named('highest', max)}`;
  return html`${upright('median', middle, foot)}
${named(isSpread ? 'median' : 'all', median)}
${isSpread && middle - at(min) > APART && named('lowest', min)}
${isSpread && at(max) - middle > APART && named('highest', max)}`;
}

function thinned(ticks: readonly Tick[]): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) if (kept.length === 0 || tick.at - (kept.at(-1)?.at ?? 0) >= APART / 1.5) kept.push(tick);
  return kept;
}

function described({ starts, currency, min, median, max, sufficient }: Sample, marked: Shown['marked']): string {
  const money = (amount: string) => roundedText(amount, currency);
  const own = starts.find(({ slug }) => slug === marked?.slug);
  const orders = own === undefined ? [] : starts.map(({ amount }) => compareAmounts(amount, own.amount));
  const [cheaper, dearer] = [orders.filter((order) => order < 0).length, orders.filter((order) => order > 0).length];
  return [
    starts.length === 1
      ? `One product: ${money(min)}.`
      : `${starts.length} products: from ${money(min)} to ${money(max)}${sufficient ? `, median ${money(median)}` : ''}.`,
    own && marked
      ? ` ${marked.name} starts at ${money(own.amount)}. Cheaper products: ${cheaper}; more expensive ones: ${dearer}.`
      : '',
    sufficient ? '' : ' Too few vendors for a median.',
  ].join('');
}
