/** What a page says of the rates of a table or a list from outside it: headings and the words above. */

import { defined } from '../../../data/defined.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { currencyOf, isWordy, type Locale, MARK, prefixOf } from '../money/currency.ts';
import { type Document, type Line, lastAtOrBefore, within } from '../page/document.ts';
import { label } from '../page/label.ts';
import type { Mentions, Page } from './cell.ts';
import { type Manner, mannerOf, orderIn, type RateField } from './kinds.ts';

import { tokensIn, type Unit, unitAround } from './unit.ts';
import { says } from './words.ts';

export interface Surroundings {
  /** The headings that it stands under, nearest first: each of a higher rank than the last. */
  headings: string[];
  /** What stands between its heading and itself. */
  under: string;
  units: Unit[];
  currency: string | undefined;
  order: RateField[] | undefined;
  manner: Manner;
}

/** Characters before a table or a list that may speak of it. */
const WORDS_ABOVE = 500;
const HEADINGS_WITHIN = 6000;
const MAX_NOTE = 160;
const MAX_PARAGRAPH = 2000;
const MAX_STATEMENTS = 200;

/** @param from where the words begin that may speak of it: the end of the table before */
export function surroundingsOf(page: Page, start: number, from: number): Surroundings {
  const { document, locale } = page;
  const lines = headingLines(document, start);
  const headings = lines.map((line) => wordsOf(document, line));
  const above = document.visible.slice(Math.max(from, start - WORDS_ABOVE), start);
  const under = above.slice(Math.max(0, above.lastIndexOf(headings[0] ?? '')));
  const line = under.trimEnd().split('\n').at(-1) ?? '';
  // Another unit right above refuses all; a sentence on other amounts does not.
  const last = line.length > MAX_NOTE || /[\p{Sc}/]/u.test(line) ? '' : line;
  const [heading = '', ...higher] = headings;
  const intros = lines.slice(1).map((line) => introBelow(page, line));
  const said = [unitAround(last), loose(under), unitAround(heading), loose(above)];
  const words = [under, above, ...headings, ...intros];
  return {
    headings,
    under,
    units: [...said, ...[...higher, ...intros].map(loose), page.unit],
    currency: words.map((each) => currencyNamed(each, locale)).find((code) => code !== undefined),
    order: orderIn(under) ?? orderIn(above),
    manner: headings
      .slice(0, 2)
      .map(mannerOf)
      .find((manner) => manner !== undefined),
  };
}

/** Words that may speak of other amounts too refuse none. */
function loose(words: string): Unit {
  return { ...unitAround(words), isOther: false };
}

export function headingsAbove(document: Document, start: number): string[] {
  return headingLines(document, start).map((line) => wordsOf(document, line));
}

function wordsOf({ visible }: Document, { start, end }: Line): string {
  return label(visible.slice(start, end), 120);
}

/** What stands between a heading and the first heading or table below it: it holds for all of them. */
function introBelow({ document, grids }: Page, { start, end }: Line): string {
  const { lines, visible } = document;
  const to = Math.min(grids[lastAtOrBefore(grids, start) + 1]?.start ?? end, end + WORDS_ABOVE);
  const below = within(lines, { start: end, end: to }).find(({ heading }) => heading > 0);
  return visible.slice(end, below?.start ?? to);
}

function headingLines(document: Document, start: number): Line[] {
  const headings: Line[] = [];
  let rank = 7;
  for (let index = lastAtOrBefore(document.lines, start - 1); index >= 0 && rank > 1; index -= 1) {
    const line = document.lines[index];
    if (line === undefined || start - line.start > HEADINGS_WITHIN) break;
    if (line.heading === 0 || line.heading >= rank) continue;
    rank = line.heading;
    headings.push(line);
  }
  return headings;
}

/** The currency that a mark or a code beside no number means: "($ / 1M tokens)", "元/百万 tokens". */
export function currencyNamed(words: string, locale: Locale): string | undefined {
  for (const { 0: mark, index } of words.slice(0, WORDS_ABOVE).matchAll(MARK)) {
    if (isWordy(mark, locale)) continue;
    const found = currencyOf({ mark, prefix: prefixOf(words, index) }, locale, true);
    // Bare yen and yuan look alike.
    const isOpen = /[¥￥]/.test(mark) && found?.assumed === true && !/^(?:zh|ja)\b/.test(locale.lang);
    if (found !== undefined && !isOpen) return found.currency;
  }
  return undefined;
}

/** "puffin-2 (per 1M tokens)" */
const BEHIND = /[(（] ?(?:per|\/|pro|par|por|每) ?[^()（）]{2,30}[)）]\W{0,3}$/i;

/** "All prices are per 1M tokens": of two sayings at odds none counts. */
export function unitOfPage({ lines, visible }: Document, { amounts }: Mentions): Unit {
  const factors = new Set<number>();
  let isTokens = false;
  let last: Line | undefined;
  let statements = 0;
  for (const index of tokensIn(visible)) {
    const line = lines[lastAtOrBefore(lines, index)];
    if (line === undefined || line === last) continue;
    if (statements > MAX_STATEMENTS) break;
    last = line;
    const amount = amounts[lastAtOrBefore(amounts, line.end)];
    if (line.end - line.start > MAX_PARAGRAPH) continue;
    statements += 1;
    for (const sentence of visible.slice(line.start, line.end).split(/[.!?]\s|。/)) {
      if (
        !says(sentence, 'price', 'code', 'billing') &&
        !/^\W*(?:per|每|単位)|\p{Sc}/iu.test(sentence.slice(0, 24)) &&
        !BEHIND.test(sentence)
      )
        continue;
      const unit = unitAround(sentence);
      isTokens ||= unit.isTokens;
      if (unit.factor !== undefined && unit.isTokens && (amount === undefined || amount.end <= line.start))
        factors.add(unit.factor);
    }
  }
  return { isTokens, isOther: false, ...defined({ factor: onlyOf(factors) }) };
}
