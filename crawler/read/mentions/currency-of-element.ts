/** Which of the dollars an amount is in, where only the name of its element tells. */
import { dollarNamed } from '../money/currency.ts';
import type { Money } from '../money/money.ts';
import { type Document, runAt } from '../page/document.ts';

/** Longer than this, an element around an amount holds more than that. */
const MAX_AROUND = 8;
const MAX_CLASS = 200;

/** `<span class="price nzd">$65</span>`: which of the dollars it is, where the amount itself leaves it open. */
export function currencyOfElement(document: Document, money: Money): Money {
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
