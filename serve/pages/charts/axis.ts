/**
 * Maps instants and amounts to positions with few, round ticks. Horizontal positions are percent, vertical ones pixels,
 * so charts scale without scaling their text.
 */
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { type Currency, toAmount } from '../../../data/money.ts';
import { shortMoneyText } from '../../../data/text/price-text.ts';
import { MONTHS } from '../parts/wording.ts';

export interface Tick {
  at: number;
  text: string;
}

export interface Axis<Value> {
  /** Percent from the left, or pixels from the top. */
  at(value: Value): number;
  ticks: readonly Tick[];
}

/** `log` where small amounts would coincide on a linear scale. */
export interface AmountAxis extends Axis<number> {
  scale: 'linear' | 'log';
}

const DAY_MS = 86_400_000;
/** As many as fit on a narrow screen. */
const MOST_YEARS = 6;
const MOST_DAYS = 5;
/** From this quotient of the largest and smallest paid amount on, the scale is logarithmic. */
const LOG_FROM = 40;
/** Pixels or percent between zero and the start of a logarithmic axis. */
const ZERO_WIDTH = 12;

/** Two decimals are finer than a pixel. */
export function place(value: number): number {
  return Math.round(value * 100) / 100;
}

/** From 0 to 100 percent, over a day at least. */
export function timeAxis(from: string, to: string): Axis<string> {
  const begin = Date.parse(from);
  const scale = scaleUtc([begin, Math.max(Date.parse(to), begin + DAY_MS)], [0, 100]).clamp(true);
  return {
    at: (instant) => place(scale(Date.parse(instant))),
    ticks: timeTicks(scale).map((tick) => ({ at: place(scale(tick)), text: timeText(tick) })),
  };
}

/** By the first day of each month. @param months in order */
export function monthAxis<Of extends { month: string }>(months: readonly Of[]): Axis<Of> {
  const instantOf = (of: Of | undefined) => `${of?.month ?? '1970-01'}-01T00:00:00.000Z`;
  const { at, ticks } = timeAxis(instantOf(months[0]), instantOf(months.at(-1)));
  return { at: (of) => at(instantOf(of)), ticks };
}

/** d3 treats the count as a hint: it may give too many of a unit and one alone of the next. */
function timeTicks(scale: { ticks(count: number): Date[] }): Date[] {
  const offers = [5, 4, 3, 2].map((wish) => scale.ticks(wish).filter((tick) => tick.getTime() % DAY_MS === 0));
  const fitting = offers.find((ticks) => ticks.length <= (ticks.every(isYear) ? MOST_YEARS : MOST_DAYS)) ?? [];
  const [most = []] = offers;
  return fitting.length === 1 && most.length > 1 ? most.filter((_, index) => index % 2 === 0) : fitting;
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

/** From `start` (the least amount) to `end`. A linear axis begins at zero. */
export function amountAxis(
  amounts: readonly number[],
  { start, end, currency, most = 4 }: { start: number; end: number; currency: Currency; most?: number },
): AmountAxis {
  const tick = (amount: number, at: number): Tick => ({
    at: place(at),
    text: shortMoneyText(toAmount(String(amount)), currency),
  });
  const paid = amounts.filter((amount) => amount > 0);
  const [least, greatest] = [Math.min(...paid), Math.max(...paid)];
  if (paid.length === 0) return { scale: 'linear', at: () => start, ticks: [tick(0, start)] };
  const linear = scaleLinear([0, greatest], [start, end]).nice(most).clamp(true);
  if (greatest / least < LOG_FROM) {
    return {
      scale: 'linear',
      at: (amount) => place(linear(amount)),
      ticks: linear.ticks(most).map((amount) => tick(amount, linear(amount))),
    };
  }
  const hasZero = paid.length < amounts.length;
  const begin = hasZero ? start + Math.sign(end - start) * ZERO_WIDTH : start;
  const log = scaleLog([least, greatest], [begin, end]).clamp(true);
  const round = log.ticks().filter((amount) => /^[0.]*[125][0.]*$/.test(String(amount)));
  const powers = round.filter((amount) => String(amount).includes('1'));
  const ticks = (powers.length > 2 ? powers : round).map((amount) => tick(amount, log(amount)));
  return {
    scale: 'log',
    at: (amount) => (amount > 0 ? place(log(amount)) : start),
    ticks: hasZero ? [tick(0, start), ...ticks] : ticks,
  };
}
