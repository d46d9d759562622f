/** The money in a page's text, with what only the elements of an amount tell: its cents, and which dollar it is. */
import { dollarNamed, type Locale } from '../money/currency.ts';
import { type Money, seeMoney } from '../money/money.ts';
import { type Document, runAt } from '../page/document.ts';
import { layoutOf, withCents } from './digits.ts';

/** In the order of the page, also amounts whose digits can't be told. */
export function moneyOn(document: Document, locale: Locale): Money[] {
  return seeMoney(document.visible, locale, layoutOf(document)).map((money) =>
    currencyOfElement(document, withCents(document, money)),
  );
}

/** Longer than this, an element around an amount holds more than that. */
const MAX_AROUND = 8;
const MAX_CLASS = 200;

/** `<span class="price nzd">$65</span>`: which of the dollars it is, where the amount itself leaves it open. */
function currencyOfElement(document: Document, money: Money): Money {
  if (document.visible[money.start] !== '$' || /\p{L}/u.test(document.visible.slice(money.start, money.end)))
    return money;
  const element = runAt(document, money.start)?.element;
  if (element === undefined || element.end - element.start > money.end - money.start + MAX_AROUND) return money;
  const { class: classes = '', 'data-currency': code = '' } = element.attribs;
  const words = `${code} ${classes}`;
  if (words.length < 4 || words.length > MAX_CLASS) return money;
  const currency = dollarNamed(words);
  return currency === undefined ? money : { ...money, currency, currencyAssumed: false };
}
