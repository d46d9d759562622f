/**
 * From instants and amounts to places in a drawing, with few and round ticks. Pure.
 *
 * Across, a drawing is measured in percent and downwards in pixels: so it takes any width while its letters keep their
 * size. Numbers here are for drawing only; what is written is the exact amount.
 */
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { type Currency, toAmount } from '../../../data/money.ts';
import { moneyText } from '../../../data/text/price-text.ts';
import { MONTHS } from '../parts/wording.ts';

export interface Tick {
  at: number;
  text: string;
}

export interface Axis<Value> {
  /** Where a value lies: percent from the left, or pixels from the top. */
  at(value: Value): number;
  ticks: readonly Tick[];
}

/** `log` where the amounts span so much that the small ones would lie on one another; a drawing has to say so. */
export interface AmountAxis extends Axis<number> {
  scale: 'linear' | 'log';
}

const DAY_MS = 86_400_000;
/** As many as stand side by side on a narrow screen: years, and the longer names of months and days. */
const MOST_YEARS = 6;
const MOST_DAYS = 5;
/** From this quotient of the largest and the smallest paid amount on, a linear axis says little of the small ones. */
const LOG_FROM = 40;
/** Zero has no logarithm: so many pixels or percent before the axis begins are its place. */
const ZERO_WIDTH = 12;

/** Two decimals are finer than a pixel of any screen. */
export function place(value: number): number {
  return Math.round(value * 100) / 100;
}

/** From 0 to 100 percent; an interval of less than a day is given one. */
export function timeAxis(from: string, to: string): Axis<string> {
  const begin = Date.parse(from);
  const scale = scaleUtc([begin, Math.max(Date.parse(to), begin + DAY_MS)], [0, 100]).clamp(true);
  return {
    at: (instant) => place(scale(Date.parse(instant))),
    ticks: timeTicks(scale).map((tick) => ({ at: place(scale(tick)), text: timeText(tick) })),
  };
}

/** The number of ticks that is asked for is a wish to d3. */
function timeTicks(scale: { ticks(count: number): Date[] }): Date[] {
  for (const wish of [5, 4, 3, 2]) {
    const ticks = scale.ticks(wish).filter((tick) => tick.getTime() % DAY_MS === 0);
    if (ticks.length <= (ticks.every(isYear) ? MOST_YEARS : MOST_DAYS)) return ticks;
  }
  return [];
}

function isYear(tick: Date): boolean {
  return tick.getUTCMonth() === 0 && tick.getUTCDate() === 1;
}

/** "2024" at the turn of a year, "Mar 2024" of a month, "14 Mar" within one. */
function timeText(tick: Date): string {
  const year = String(tick.getUTCFullYear());
  if (isYear(tick)) return year;
  const month = MONTHS[tick.getUTCMonth()] ?? '';
  return tick.getUTCDate() === 1 ? `${month} ${year}` : `${tick.getUTCDate()} ${month}`;
}

/**
 * From the amounts that it has to hold to the places from `start` (of the least) to `end`. A linear one begins at zero,
 * so that a price twice as high lies twice as far; so does a logarithmic one that has to hold a zero.
 */
export function amountAxis(
  amounts: readonly number[],
  { start, end, currency, most = 4 }: { start: number; end: number; currency: Currency; most?: number },
): AmountAxis {
  const paid = amounts.filter((amount) => amount > 0);
  const [least, greatest] = [Math.min(...paid), Math.max(...paid)];
  if (paid.length === 0) return { scale: 'linear', at: () => start, ticks: [tickOf(0, start, currency)] };
  const linear = scaleLinear([0, greatest], [start, end]).nice(most).clamp(true);
  if (greatest / least < LOG_FROM) {
    return {
      scale: 'linear',
      at: (amount) => place(linear(amount)),
      ticks: linear.ticks(most).map((amount) => tickOf(amount, linear(amount), currency)),
    };
  }
  const hasZero = paid.length < amounts.length;
  const begin = hasZero ? start + Math.sign(end - start) * ZERO_WIDTH : start;
  const log = scaleLog([least, greatest], [begin, end]).clamp(true);
  const round = log.ticks().filter((amount) => /^[0.]*[125][0.]*$/.test(String(amount)));
  const powers = round.filter((amount) => String(amount).includes('1'));
  const ticks = (powers.length > 2 ? powers : round).map((amount) => tickOf(amount, log(amount), currency));
  return {
    scale: 'log',
    at: (amount) => (amount > 0 ? place(log(amount)) : start),
    ticks: hasZero ? [tickOf(0, start, currency), ...ticks] : ticks,
  };
}

function tickOf(amount: number, at: number, currency: Currency): Tick {
  return { at: place(at), text: moneyText(toAmount(String(amount)), currency) };
}
