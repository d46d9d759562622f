/** The money in a page's text, with the cents that only the elements of an amount tell. */
import type { Locale } from '../money/currency.ts';
import { type Money, seeMoney } from '../money/money.ts';
import type { Document } from '../page/document.ts';
import { layoutOf, withCents } from './digits.ts';

/** In the order of the page, also amounts whose digits can't be told. */
export function moneyOn(document: Document, locale: Locale): Money[] {
  return seeMoney(document.visible, locale, layoutOf(document)).map((money) => withCents(document, money));
}
