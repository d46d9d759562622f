/**
 * Amounts whose currency is an icon: `115 <i class="fa fa-rub"></i>`, `<i class="bi bi-currency-rupee"></i> 499`.
 *
 * To the text, the number stands alone. The source proves both: the number and the icon's tag beside it, with nothing
 * between them.
 */
import { PERIOD_WORDS } from '../../../data/text/number-grammar.ts';
import { onlyOf } from '../../../data/text/only.ts';
import type { Locale } from '../money/currency.ts';
import { findMoney, type Money } from '../money/money.ts';
import { type Document, lastAtOrBefore, type PageElement, type Span } from '../page/document.ts';

/** What icon fonts call the signs of currencies. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ rub: '₽', ruble: '₽', rouble: '₽', inr: '₹', rupee: '₹', 'indian-rupee': '₹', usd: '$', dollar: '$' },
  ...{ eur: '€', euro: '€', gbp: '£', try: '₺', 'turkish-lira': '₺', krw: '₩', won: '₩', ils: '₪', shekel: '₪' },
};
const ICON = new RegExp(
  `(?:^|[\\s-])(?:fa|bi|la|ti|glyphicon)-(?:currency-)?(${Object.keys(MARKS).join('|')})(?:-sign)?(?=\\s|$)`,
);
const MAX_CLASSES = 200;

const BEFORE_ICON = /(?<![\p{L}\p{N}.,])(\d[\d., ]{0,13}(?<! ))\s{0,40}$/u;
const BEHIND_ICON = new RegExp(
  `^(<[^<>]{1,300}>\\s{0,9}</\\w{1,8}>\\s{0,40})(\\d[\\d., ]{0,13}(?<! ))(?=\\s{0,40}(?:<|/ ?\\p{L}|(?:${PERIOD_WORDS})(?!\\p{L})))`,
  'iu',
);
const [MAX_BEFORE, MAX_BEHIND] = [60, 420];

/** The amounts, in the order of the page, without those that overlap `known` ones. */
export function withIconMoney(document: Document, known: readonly Money[], locale: Locale): Money[] {
  const found = document.icons.flatMap(({ element, at }): Money[] => {
    const mark = markOf(element);
    const place = mark && (placeBefore(document, element, at) ?? placeBehind(document, element, at));
    if (!place) return [];
    const { span, source, number } = place;
    const amount = onlyOf(findMoney(/[$£]/.test(mark) ? `${mark}${number}` : `${number} ${mark}`, locale));
    const isNew = !known.some(({ start, end }) => start < span.end && span.start < end);
    return amount !== undefined && isNew ? [{ ...amount, ...span, source }] : [];
  });
  return found.length === 0 ? [...known] : [...known, ...found].sort((a, b) => a.start - b.start);
}

function markOf({ attribs }: PageElement): string | undefined {
  return MARKS[ICON.exec((attribs.class ?? '').slice(0, MAX_CLASSES))?.[1] ?? ''];
}

interface Place {
  number: string;
  /** Of the number in the text. */
  span: Span;
  /** Of the number and the icon in the source. */
  source: Span;
}

function placeBefore({ source, visible }: Document, { sourceStart }: PageElement, at: number): Place | undefined {
  const [words = '', number = ''] =
    BEFORE_ICON.exec(source.slice(Math.max(0, sourceStart - MAX_BEFORE), sourceStart)) ?? [];
  const span = { start: at - number.length, end: at };
  if (number === '' || visible.slice(span.start, span.end) !== number) return undefined;
  const end = source.indexOf('>', sourceStart) + 1;
  return { number, span, source: { start: sourceStart - words.length, end } };
}

function placeBehind({ source, visible, runs }: Document, { sourceStart }: PageElement, at: number): Place | undefined {
  const [, tag = '', number = ''] = BEHIND_ICON.exec(source.slice(sourceStart, sourceStart + MAX_BEHIND)) ?? [];
  const { start } = runs[lastAtOrBefore(runs, at) + 1] ?? { start: -1 };
  if (number === '' || start < at || visible.slice(start, start + number.length) !== number) return undefined;
  const span = { start, end: start + number.length };
  return { number, span, source: { start: sourceStart, end: sourceStart + tag.length + number.length } };
}
