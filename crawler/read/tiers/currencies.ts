/** One price in several currencies, side by side: "€29 / $33 / £25 per month". What follows the last is said of all. */

import { isDollar } from '../money/currency.ts';
import type { Money } from '../money/money.ts';
import type { Terms } from '../money/term.ts';

/** More letters than this between two amounts join nothing. */
const MAX_GAP = 8;
const JOINT = /^[ \n]{0,2}(?:[/|·•,]|(?:or|oder|ou|o|eller|и|или)(?= ))?[ \n]{0,2}$/iu;

/** For every amount in such a row, how many stand in it before and after. */
export function rowsOfCurrencies(text: string, found: readonly Money[]): Map<Money, { before: number; after: number }> {
  const places = new Map<Money, { before: number; after: number }>();
  let row: Money[] = [];
  const close = () => {
    if (row.length > 1)
      for (const [before, money] of row.entries()) places.set(money, { before, after: row.length - 1 - before });
    row = [];
  };
  for (const money of found) {
    const before = row.at(-1);
    const isNext =
      before !== undefined &&
      money.start - before.end <= MAX_GAP &&
      row.every(({ currency }) => currency !== money.currency) &&
      JOINT.test(text.slice(before.end, money.start));
    if (!isNext || money.isUnclear === true) close();
    if (money.isUnclear !== true) row.push(money);
  }
  close();
  return places;
}

/** The terms of the amount that ends the row, as those of one that stands `by` units before it. */
export function termsOfRow(terms: Terms, by: number): Terms {
  const { until } = terms;
  return {
    ...terms,
    reach: terms.reach + by,
    ...(until !== undefined && { until: { ...until, start: until.start + by, end: until.end + by } }),
  };
}

/**
 * "$2.00 per user (AUD)" and in the next line "$2,000 a month": where each amount whose terms say which of the dollars
 * it is (`said`) says the same one, and no other dollar is written, it is that of all that leave it open.
 */
export function withOneDollar<Signal extends { money: Money }>(
  text: string,
  signals: readonly Signal[],
  said: ReadonlySet<string>,
): readonly Signal[] {
  const [currency, ...more] = said;
  if (currency === undefined || more.length > 0) return signals;
  const isOther = ({ money }: Signal) =>
    !money.currencyAssumed && money.currency !== currency && isDollar(money.currency);
  if (signals.some(isOther)) return signals;
  return signals.map((signal) =>
    signal.money.currencyAssumed && text.slice(signal.money.start, signal.money.end).includes('$')
      ? { ...signal, money: { ...signal.money, currency } }
      : signal,
  );
}
