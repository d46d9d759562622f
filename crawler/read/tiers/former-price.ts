/** A former price that only the names of two elements tell: "full-price" beside "discounted-price". */
import { Decimal } from 'decimal.js';
import type { Money } from '../money/money.ts';
import type { Terms } from '../money/term.ts';
import type { PageElement, Span } from '../page/document.ts';

interface Stated extends Span {
  money: Money;
  terms: Terms;
  element: PageElement;
}

const FORMER =
  /(?:^|[\s_-])(?:full|old|regular|original|was|list|former|previous|normal|before|base|strike|compare(?:[_-]at)?)[_-]?(?:price|amount|cost)(?:$|[\s_-])/i;
const NOW =
  /(?:^|[\s_-])(?:discount(?:ed)?|sales?|promo(?:tional)?|special|offer|reduced|new|now|current|final|deal)[_-]?(?:price|amount|cost)(?:$|[\s_-])/i;
/** Between the two, in units of text. */
const MAX_GAP = 3;

/** With the former ones marked as struck, under the terms of the amount that is asked instead. */
export function withFormerPrices<Signal extends Stated>(signals: readonly Signal[]): Signal[] {
  return signals.map((signal, index) => {
    const next = signals[index + 1];
    if (next === undefined || !isFormer(signal, next)) return signal;
    const { per: _per, billing: _billing, unit: _unit, ...own } = signal.terms;
    const { per, billing, unit } = next.terms;
    const under = {
      ...(per !== undefined && { per }),
      ...(billing !== undefined && { billing }),
      ...(unit !== undefined && { unit }),
      ...(per === undefined && billing === undefined && { refusal: 'a former price without a period' }),
    };
    return { ...signal, terms: { ...own, ...under, isStruck: true } };
  });
}

function isFormer(one: Stated, next: Stated): boolean {
  if (next.start - one.end > MAX_GAP || one.element === next.element) return false;
  if (!FORMER.test(classOf(one)) || !NOW.test(classOf(next)) || FORMER.test(classOf(next))) return false;
  return one.money.currency === next.money.currency && new Decimal(one.money.amount).gt(next.money.amount);
}

const classOf = ({ element }: Stated) => (element.attribs.class ?? '').slice(0, 200);
