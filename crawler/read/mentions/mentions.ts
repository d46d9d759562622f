/**
 * What a page mentions that readers of prices ask about: amounts of money with their terms, and words that stand in
 * place of an amount. Gathered once for all readers.
 */
import { codeIn, type Locale } from '../money/currency.ts';
import { localeOf } from '../money/locale.ts';
import type { Money } from '../money/money.ts';
import {
  type Document,
  isCell,
  type Line,
  lastAtOrBefore,
  nearest,
  type PageElement,
  runAt,
  type Span,
} from '../page/document.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { anyMeans, lettersBeside, type Matcher, means, type Phrase } from '../vocabulary/phrases.ts';
import { isLabel, isSumOfYear, labelBefore, periodSaid, strikeOf } from './between-amounts.ts';
import { languagesOn, matcherOn } from './matcher.ts';
import { moneyOn } from './page-money.ts';
import { takeStateTerms } from './state-terms.ts';
import { areTerms, billingSaid, JOINT, type Terms, termsAround, termsOfWords } from './terms.ts';

/** An amount of money. `money.isUnclear`: its digits can't be told, and it only keeps its place. */
export interface AmountMention extends Span {
  money: Money;
  terms: Terms;
  line: Line;
  element: PageElement;
  /** Letters of its line that neither it nor the words of its terms account for. */
  talk: number;
}

/** Words in place of an amount. */
export interface WordMention extends Span {
  kind: 'free' | 'contact';
  line: Line;
  element: PageElement;
}

export interface Mentions {
  locale: Locale;
  languages: string[];
  match: Matcher;
  /** In the order of the page, unclear ones too. */
  amounts: AmountMention[];
  readonly words: readonly WordMention[];
  /** The page says of its prices somewhere that they are monthly, and that they are yearly. */
  readonly says: { monthly: boolean; yearly: boolean };
}

const MAX_WORDS = 4000;
const MAX_LINE = 90;
const MAX_AFTER = 150;
const MAX_BEFORE = 90;
const MAX_LINES_AFTER = 3;
const MAX_TALK_LINE = 400;
/** Elements from an amount up to its cell. */
const MAX_IN_CELL = 12;

/** Words in place of amounts, and what the page says of its prices, are looked for once somebody asks. */
export function gatherMentions(document: Document, url: string): Mentions {
  const locale = localeOf(document, url);
  const match = matcherOn(document);
  const amounts = amountsIn(document, locale, match);
  let words: WordMention[] | undefined;
  let says: Mentions['says'] | undefined;
  return {
    locale,
    languages: languagesOn(document),
    match,
    amounts,
    get words() {
      words ??= wordsIn(document, match, amounts);
      return words;
    },
    get says() {
      says ??= saidOfPrices(document, match, amounts);
      return says;
    },
  };
}

const MONTHLY = ['month', 'monthly', 'billedMonthly'] as const;
const YEARLY = ['yearly', 'billedYearly'] as const;

function saidOfPrices(
  { lines, visible }: Document,
  match: Matcher,
  amounts: readonly AmountMention[],
): Mentions['says'] {
  const phrases = lines
    .filter(({ start, end }) => end - start <= MAX_LINE)
    .flatMap(({ start, end }) => match(visible.slice(start, end)));
  const has = (concepts: readonly Concept[]) => anyMeans(phrases, ...concepts);
  return {
    monthly: amounts.some(({ terms }) => terms.per === 'month') || has(MONTHLY),
    yearly: amounts.some(({ terms }) => terms.per === 'year' || terms.billing === 'annual') || has(YEARLY),
  };
}

function amountsIn(document: Document, locale: Locale, match: Matcher): AmountMention[] {
  const { visible, lines } = document;
  const found = moneyOn(document, locale);
  const mentions: AmountMention[] = [];
  let behindStrike = 0;
  for (const [index, money] of found.entries()) {
    const at = lastAtOrBefore(lines, money.start);
    const line = lines[at];
    const element = runAt(document, money.start)?.element;
    if (line === undefined || element === undefined) continue;
    const [previous, next] = [mentions.at(-1), found[index + 1]];
    const cell = nearest(element, MAX_IN_CELL, isCell);
    const floor = Math.max(previous?.terms.reach ?? 0, behindStrike, cell?.start ?? 0);
    const before = beforeOf(document, { at, money, floor, match });
    const strike = strikeOf(document, element, money);
    behindStrike = strike?.end ?? 0;
    const reach = Math.min(afterOf(document, money, match), (strike ?? cell)?.end ?? visible.length);
    let after = reach;
    if (next !== undefined && next.start <= reach) {
      const head = visible.slice(before, money.start);
      const label = labelAbove(document, at, { mentions, match });
      after = labelBefore({ visible, match, head, label }, money.end, next.start);
    }
    const seams = seamsIn(document, before, after);
    const terms = termsAround({ text: visible, amount: money, before, after, match, seams });
    // "$500 set-up + $150 / month"
    const isPlus = terms.kind === 'extra' && previous?.terms.kind === 'fee';
    if (isPlus && /^\s?\+\s?$/.test(visible.slice(previous.terms.reach, money.start))) terms.kind = 'price';
    if (element.struck) terms.kind = 'was';
    const below = terms.per === undefined ? belowOrder(document, at, match) : undefined;
    if (below !== undefined)
      Object.assign(terms, termsOfWords(visible.slice(below.start, below.end), match), { reach: below.end });
    takeNextCell(terms, visible, { cell, match });
    if (previous !== undefined && BESIDE_IT.test(visible.slice(previous.terms.reach, money.start)))
      takeBilling(terms, money, previous);
    mentions.push({
      ...{ start: money.start, end: money.end, terms, line, element },
      money: withCode(money, visible.slice(money.end, terms.reach + CODE)),
      talk: talkAround(document, { line, money, reach: terms.reach, match }),
    });
  }
  takeStateTerms(document, mentions, match);
  return withSharedTerms(visible, withOneDollar(visible, mentions));
}

/** The words of the line above, if they say for how long an amount below is, and belong to no amount before. */
function labelAbove(
  { visible, lines }: Document,
  at: number,
  { mentions, match }: { mentions: readonly AmountMention[]; match: Matcher },
): string {
  const above = lines[at - 1];
  const floor = mentions.findLast(({ line }) => line !== lines[at])?.terms.reach ?? 0;
  if (above === undefined || above.start < floor || above.end - above.start > MAX_LINE / 2) return '';
  const words = visible.slice(above.start, above.end);
  return !isControl(above.element) && isLabel(words, match) ? words : '';
}

/** Behind the terms, " (AUD)". */
const CODE = 6;

/** "$5 /mo (USD)": the code stands among the terms. */
function withCode(money: Money, terms: string): Money {
  const code = money.currencyAssumed ? codeIn(terms) : undefined;
  return code === undefined ? money : { ...money, currency: code, currencyAssumed: false };
}

const BESIDE_IT = /^[ (:]{0,3}$/;

/** "$10 / month billed annually at $120": what stands between the two is said of both. */
function takeBilling(terms: Terms, { amount }: Money, { money, terms: { per, billing } }: AmountMention): void {
  if (terms.per !== undefined || terms.billing !== undefined || billing === undefined) return;
  terms.billing = billing;
  if (per !== 'month' || billing !== 'annual') return;
  if (isSumOfYear(amount, money.amount)) terms.per = 'year';
  else terms.kind = 'figure';
}

/** "$19", "Buy now", "per month": the line of terms below the one that orders what the amount buys. */
function belowOrder({ lines, visible }: Document, at: number, match: Matcher): Line | undefined {
  const [order, below] = lines.slice(at + 1, at + 3);
  if (order === undefined || below === undefined || order.end - order.start > MAX_LINE / 2) return undefined;
  const [asked = '', words = ''] = [order, below].map(({ start, end }) => visible.slice(start, end));
  const actions = match(asked).filter((phrase) => means(phrase, 'action'));
  const isOrder = isControl(order.element) || lettersBeside(asked, actions) === 0;
  return isOrder && areTerms(words, match) ? below : undefined;
}

/** "| $299 / month | Billed annually |", "| $4 | per user per month |": what the next cell says, and nothing else. */
function takeNextCell(
  terms: Terms,
  visible: string,
  { cell, match }: { cell: PageElement | undefined; match: Matcher },
): void {
  const { start, end } = cell?.next ?? { start: -1, end: -1 };
  if (start < 0 || end - start > MAX_LINE / 2) return;
  const words = visible.slice(start, end);
  const phrases = match(words);
  if (/\p{N}/u.test(words) || lettersBeside(words, phrases) > 0) return;
  const billing = terms.billing ?? billingSaid(phrases);
  const { per, unit } =
    terms.per === undefined && phrases[0]?.meanings.has('per') === true ? termsOfWords(words, match) : terms;
  if (billing !== undefined) terms.billing = billing;
  if (per !== undefined) terms.per = per;
  if (unit !== undefined) terms.unit = unit;
}

/** The words before an amount: of its line, and where there are none, of a short line of nothing but phrases above. */
function beforeOf(
  { visible, lines }: Document,
  { at, money, floor, match }: { at: number; money: Span; floor: number; match: Matcher },
): number {
  const { start } = lines[at] as Line;
  const from = Math.max(start, floor, money.start - MAX_BEFORE);
  const above = lines[at - 1];
  if (above === undefined || above.start < floor || above.heading > 0 || above.end - above.start > MAX_LINE / 2)
    return from;
  const head = visible.slice(start, money.start);
  if (/\p{N}/u.test(head) || lettersBeside(head, match(head)) > 0) return from;
  const words = visible.slice(above.start, above.end);
  const phrases = match(words);
  const isTerms =
    phrases.length > 0 && phrases.every((phrase) => !means(phrase, 'tier') && means(phrase, ...TERMS_ABOVE));
  const isPeriod = periodSaid(phrases) !== undefined && !isControl(above.element);
  return (isTerms || isPeriod) && lettersBeside(words, phrases) <= 3 ? above.start : from;
}

const TERMS_ABOVE = [
  'once',
  'from',
  'was',
  'save',
  'upTo',
  'setup',
  'more',
  'limit',
  'first',
  'then',
  'billedYearly',
  'billedMonthly',
] as const;

/** Where the words about an amount end: with its line, or a few short ones below it. */
function afterOf({ lines, visible }: Document, money: Span, match: Matcher): number {
  const at = lastAtOrBefore(lines, money.end - 1);
  const own = lines[at] as Line;
  let { end } = own;
  for (const line of lines.slice(at + 1, at + 1 + MAX_LINES_AFTER)) {
    const words = visible.slice(line.start, line.end).trim();
    if (words.length > MAX_LINE || /\S/.test(visible.slice(end, line.start)) || isControl(line.element)) break;
    const isHeading = line.heading > 0 && (own.heading === 0 || line.heading <= own.heading);
    const isItem = line.element.name === 'li' && own.element.name !== 'li';
    if ((isHeading || isItem) && !areTerms(words, match)) break;
    ({ end } = line);
  }
  return Math.min(end, money.end + MAX_AFTER, visible.length);
}

const WORD = /[\p{L}\p{N}]/u;

/** Where elements meet with nothing between two words: to the eye they stand apart. */
function seamsIn({ runs, visible }: Document, start: number, end: number): number[] {
  const seams: number[] = [];
  for (let at = lastAtOrBefore(runs, start) + 1; at < runs.length; at += 1) {
    const seam = runs[at]?.start ?? end;
    if (seam >= end) break;
    if (WORD.test(visible[seam - 1] ?? '') && WORD.test(visible[seam] ?? '')) seams.push(seam);
  }
  return seams;
}

const CONTROLS = new Set(['button', 'label', 'option', 'select']);

/** What a visitor may choose: no terms of the amount above. */
function isControl(element: PageElement): boolean {
  const isOne = ({ name, role }: PageElement) => CONTROLS.has(name) || role === 'switch' || role === 'tab';
  return nearest(element, 3, isOne) !== undefined;
}

function talkAround(
  { visible }: Document,
  { line, money, reach, match }: { line: Line; money: Span; reach: number; match: Matcher },
): number {
  const start = Math.max(line.start, money.start - MAX_TALK_LINE / 2);
  const end = Math.min(line.end, money.end + MAX_TALK_LINE / 2);
  const before = visible.slice(start, money.start);
  const after = visible.slice(Math.min(reach, end), end);
  return lettersBeside(before, match(before)) + lettersBeside(after, match(after));
}

/** Two amounts that a switch shows in turn stand in one place, or differ by little. */
function areStates(one: AmountMention, two: AmountMention, text: string): boolean {
  const ratio = Number(one.money.amount) / Number(two.money.amount);
  return ratio !== 1 && (text.slice(one.end, two.start) === '' || (ratio >= 0.5 && ratio <= 2));
}

/** "$2 per user (AUD)", and below "$2,000 a month": where one dollar alone is named, all are that one. */
function withOneDollar(text: string, mentions: AmountMention[]): AmountMention[] {
  const isSign = ({ start, end }: Span) => text.slice(start, end).includes('$');
  const named = new Set(
    mentions.filter((each) => isSign(each) && !each.money.currencyAssumed).map(({ money }) => money.currency),
  );
  const [currency, ...more] = named;
  if (currency === undefined || more.length > 0) return mentions;
  for (const each of mentions) if (each.money.currencyAssumed && isSign(each)) each.money = { ...each.money, currency };
  return mentions;
}

/** "€29 / $33 per month", and a switch's two amounts above "per month": what follows the last is said of all. */
function withSharedTerms(text: string, mentions: AmountMention[]): AmountMention[] {
  for (let at = mentions.length - 2; at >= 0; at -= 1) {
    const [one, next] = [mentions[at] as AmountMention, mentions[at + 1] as AmountMention];
    // "$24 for the first year, then $30"
    const isThen = next.terms.kind === 'then' && next.start - one.end < MAX_LINE;
    if (isThen && (next.terms.unit === undefined || next.terms.unit === one.terms.unit))
      next.terms = { ...(one.terms.per !== undefined && { per: one.terms.per }), ...next.terms };
    if (one.terms.reach !== one.end || !JOINT.test(text.slice(one.end, next.start))) continue;
    const isOther = one.money.currency !== next.money.currency;
    if (!isOther && !areStates(one, next, text)) continue;
    if (isOther && next.terms.kind === 'price') next.terms.kind = one.terms.kind;
    if (isOther && one.terms.isFloor === true) next.terms.isFloor = true;
    if (next.terms.kind !== 'price' || next.terms.reach === next.end) continue;
    const { kind: _kind, reach: _reach, billing, ...terms } = next.terms;
    one.terms = { ...terms, ...(isOther && billing !== undefined && { billing }), ...one.terms };
  }
  return mentions;
}

function wordsIn(document: Document, match: Matcher, amounts: readonly AmountMention[]): WordMention[] {
  const { visible, lines } = document;
  const words: WordMention[] = [];
  for (const line of lines) {
    if (line.end - line.start > MAX_LINE || line.struck || words.length >= MAX_WORDS) continue;
    const text = visible.slice(line.start, line.end);
    const amount = amounts[lastAtOrBefore(amounts, line.end)];
    if (amount !== undefined && amount.end > line.start) continue;
    const seams = seamsIn(document, line.start, line.end).map((seam) => seam - line.start);
    const phrases = match(text, seams);
    const said = insteadOfAmount(text, phrases);
    if (said === undefined) continue;
    const start = line.start + said.phrase.start;
    const end = line.start + said.phrase.end;
    words.push({ kind: said.kind, start, end, line, element: runAt(document, start)?.element ?? line.element });
  }
  return words;
}

/** Letters that may stand beside the words for "free" in the place of a price: "Free for small teams". */
const MAX_BESIDE = 14;
/** What may be said beside them: for how long, of which plan. */
const BESIDE: readonly Concept[] = [
  'month',
  'year',
  'per',
  'once',
  'tier',
  'planWord',
  'from',
  'contact',
  'monthly',
  'labelPrice',
];

/** The words in place of a price, at the start of the line, or at its end behind a sign that sets them off. */
export function insteadOfAmount(
  text: string,
  phrases: readonly Phrase[],
): { kind: 'free' | 'contact'; phrase: Phrase } | undefined {
  if (/[?？]\s*$/.test(text) || anyMeans(phrases, 'notFree', 'trial')) return undefined;
  const free = phrases.find(({ meanings }) => meanings.has('free'));
  const contact = phrases.find(({ meanings }) => meanings.has('contact'));
  const phrase = free ?? contact;
  if (phrase === undefined) return undefined;
  const before = text.slice(0, phrase.start);
  const covered = phrases.filter((each) => each === phrase || means(each, ...BESIDE));
  const leads = phrases.filter((each) => means(each, 'labelPrice', 'from', 'per'));
  const isFirst = lettersBeside(before, leads) === 0;
  const isSetOff = /[:：–—|(·-]\s*$/.test(before) && /^[^\p{L}\p{N}]*$/u.test(text.slice(phrase.end));
  if (!isSetOff && (!isFirst || lettersBeside(text, covered) > MAX_BESIDE)) return undefined;
  return { kind: phrase === free ? 'free' : 'contact', phrase };
}
