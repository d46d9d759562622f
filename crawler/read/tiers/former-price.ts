/** A former price that only the names of two elements tell: "full-price" beside "discounted-price". */
import { Decimal } from 'decimal.js';
import type { Money } from '../money/money.ts';
import type { PageElement, Span } from '../page/document.ts';
import type { SignalTerms } from './signal-terms.ts';

interface Stated extends Span {
  money: Money;
  terms: SignalTerms;
  element: PageElement;
}

const FORMER = /(?:^|[\s_-])(?:full|old|regular|original|was|former|previous)[_-]?(?:price|amount)(?:$|[\s_-])/i;
const NOW = /(?:^|[\s_-])(?:discount(?:ed)?|sales?|promo|special|new|now|current)[_-]?(?:price|amount)(?:$|[\s_-])/i;
/** Between the two, in units of text. */
const MAX_GAP = 3;

/** With the former ones marked as struck, under the terms of the amount that is asked instead. */
export function withFormerPrices<Signal extends Stated>(signals: readonly Signal[]): Signal[] {
  return signals.map((signal, index) => {
    const next = signals[index + 1];
    if (next === undefined || !isFormer(signal, next)) return signal;
    const { per, billing } = next.terms;
    return {
      ...signal,
      terms: {
        ...signal.terms,
        ...next.terms,
        reach: signal.terms.reach,
        isStruck: true,
        ...(per === undefined && billing === undefined && { refusal: 'a former price without a period' }),
      },
    };
  });
}

function isFormer(one: Stated, next: Stated): boolean {
  if (next.start - one.end > MAX_GAP || one.element === next.element) return false;
  const isNamedSo = FORMER.test(one.element.attribs.class ?? '') && NOW.test(next.element.attribs.class ?? '');
  return isNamedSo && new Decimal(one.money.amount).gt(next.money.amount);
}
