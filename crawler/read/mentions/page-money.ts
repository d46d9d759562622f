/** The money in a page's text, with what only the elements of an amount tell: cents, and the states of a switch. */
import type { Locale } from '../money/currency.ts';
import { findMoney, type Money, seeMoney } from '../money/money.ts';
import { type Document, lastAtOrBefore, type PageElement, type Span, type TextRun } from '../page/document.ts';
import { billingState } from './billing-state.ts';
import { layoutOf, withCents } from './digits.ts';
import { withIconMoney } from './icon-money.ts';

/** In the order of the page, also amounts whose digits can't be told. */
export function moneyOn(document: Document, locale: Locale): Money[] {
  const found = seeMoney(document.visible, locale, layoutOf(document)).flatMap(
    (money) => ofStates(document, money, locale) ?? withCents(document, money),
  );
  return withIconMoney(document, found, locale);
}

const NUMBER = /^\d[\d.,]{0,9}$/;
/** Letters between a sign and its number, or two numbers. */
const MAX_APART = 2;

/** `$<b class="monthly">29</b><b class="annual">23</b>`: behind one sign, an amount for each state of a switch. */
function ofStates(document: Document, money: Money, locale: Locale): Money[] | undefined {
  const { runs, visible } = document;
  const wordsOf = ({ start, end }: TextRun) => visible.slice(start, end);
  const isNumber = (run: TextRun | undefined): run is TextRun => run !== undefined && NUMBER.test(wordsOf(run));
  const first = lastAtOrBefore(runs, money.start);
  const at = isNumber(runs[first]) ? first : first + 1;
  const [one, other] = [runs[at], runs[at + 1]];
  if (!isNumber(one) || !isNumber(other)) return undefined;
  if (one.start > money.end + MAX_APART || other.start > one.end + MAX_APART) return undefined;
  const { parent } = one.element;
  if (one.element === other.element || parent === null || parent !== other.element.parent) return undefined;
  const states = [one, other].map(({ element }) => billingState(element, parent));
  if (!states.includes('monthly') || !states.includes('annual')) return undefined;
  const sign = visible.slice(money.start, one.start).trim();
  const found = [one, other].flatMap((run): Money[] => {
    const [amount] = findMoney(`${sign}${wordsOf(run)}`, locale);
    const source = sourceOf(document, run.element, wordsOf(run));
    if (amount === undefined || source === undefined) return [];
    return [{ ...amount, start: run.start, end: run.end, source }];
  });
  return found.length === 2 ? found : undefined;
}

/** The tag and the number: `<b class="annual">23`. */
function sourceOf({ source }: Document, { sourceStart: start }: PageElement, number: string): Span | undefined {
  const [tag] = /^<[^<>]{1,300}>\s{0,99}/.exec(source.slice(start, start + 400)) ?? [];
  const at = start + (tag?.length ?? 0);
  return tag !== undefined && source.startsWith(number, at) ? { start, end: at + number.length } : undefined;
}
