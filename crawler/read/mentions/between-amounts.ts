/** Of which of two amounts the words between them speak. */
import type { Amount } from '../../../data/money.ts';
import type { Document, PageElement, Span } from '../page/document.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { anyMeans, lettersBeside, type Matcher, means, type Phrase } from '../vocabulary/phrases.ts';

const PARTS = ['|', '·', '•', ';', ',', '、'];

interface Between {
  visible: string;
  match: Matcher;
  /** The words before the first of two amounts. */
  head: string;
  /** The line above, where it says for how long the first is. */
  label: string;
}

/** Where the words that introduce the next amount begin: those of its own line, or behind a sign that parts the two. */
export function labelBefore({ visible, match, head, label }: Between, from: number, to: number): number {
  const between = visible.slice(from, to);
  // "$10 a month, billed monthly or $8 …": what stands before it is said of the first.
  const or = match(between).findLast((phrase) => means(phrase, 'or'))?.start ?? -1;
  const part = or >= 0 ? or : Math.max(...PARTS.map((sign) => between.lastIndexOf(sign)));
  const line = between.lastIndexOf('\n');
  if (part > line) return from + part;
  if (line >= 0 && /^\s*[\p{L}\p{N}]/u.test(between.slice(line))) return from + line;
  // "Monthly", "$10", "Yearly", "$100", each in a line of its own.
  const next = otherLabel(between, match, label);
  if (next >= 0) return from + next;
  const introduced = introduction(between, match, head);
  return introduced > line ? from + introduced : to;
}

/** What is crossed out with an amount, where its terms are among it: those of the next amount stand outside. */
export function strikeOf({ visible }: Document, element: PageElement, money: Span): PageElement | undefined {
  if (!element.struck) return undefined;
  let strike = element;
  while (strike.parent?.struck === true) strike = strike.parent;
  return /\p{L}/u.test(visible.slice(money.end, strike.end)) ? strike : undefined;
}

/** Where the last line begins that says another length of time than the label of the first amount. */
function otherLabel(between: string, match: Matcher, label: string): number {
  if (label === '') return -1;
  const known = lengthsIn(label, match);
  const lines = between.split('\n');
  const last = lines.findLastIndex(
    (words, at) => at > 0 && !leadsWithPer(words, match) && lengthsIn(words, match).difference(known).size > 0,
  );
  return last < 0 ? -1 : lines.slice(0, last).join('\n').length;
}

/** "/ month", "par mois": said of what stands above, where "month" alone may head what follows. */
export function leadsWithPer(words: string, match: Matcher): boolean {
  const [, first = ''] = /^\s*(\/|\S{1,12})/.exec(words) ?? [];
  return anyMeans(match(first), 'per');
}

const LENGTHS: readonly Concept[] = ['quarter', 'week', 'day', 'once'];

/** The words are lengths of time, and nothing else. */
export function isLabel(words: string, match: Matcher): boolean {
  const phrases = match(words);
  const isLength = (phrase: Phrase) => lengthsOf(phrase).length > 0;
  return (
    phrases.some(isLength) &&
    phrases.every((phrase) => means(phrase, 'per') || isLength(phrase)) &&
    lettersBeside(words, phrases) === 0
  );
}

/** The lengths of time that phrases say where they are all of the words. */
function lengthsIn(words: string, match: Matcher): ReadonlySet<string> {
  const phrases = match(words);
  return new Set(lettersBeside(words, phrases) > 0 ? [] : phrases.flatMap(lengthsOf));
}

function lengthsOf(phrase: Phrase): string[] {
  const period = periodOf(phrase);
  return period === undefined ? LENGTHS.filter((concept) => means(phrase, concept)) : [period];
}

/**
 * Where the phrase right before the next amount begins, if it is said of that one: "Monthly $10 / annual $100", "$10 (yearly
 * $100)", "$10 plus $5", "$10 / month. Yearly: $100".
 */
function introduction(between: string, match: Matcher, head: string): number {
  const last = match(between).at(-1);
  const gap = between.slice(last?.end);
  if (last === undefined || /[\p{L}\p{N})）]/u.test(gap)) return -1;
  const period = periodOf(last);
  const led = period && periodBefore(head, match);
  const isOther = led !== undefined && period !== led;
  const isBracketed = period !== undefined && !isBilled(last) && /[(（]\s?$/.test(between.slice(0, last.start));
  const isBeside = means(last, 'more', 'equivalent');
  return isOther || isBracketed || isBeside || gap.includes(':') ? last.start : -1;
}

/** The sum may be that of a year, paid at once. */
export function isSumOfYear(sum: Amount, month: Amount): boolean {
  const months = Number(sum) / Number(month);
  return months >= 5 && months <= 13;
}

type Period = 'month' | 'year';

const isBilled = (phrase: Phrase) => means(phrase, 'billedMonthly', 'billedYearly');

/** The month or the year that a phrase says. */
export function periodOf(phrase: Phrase): Period | undefined {
  if (means(phrase, 'month', 'monthly', 'billedMonthly')) return 'month';
  return means(phrase, 'year', 'yearly', 'billedYearly') ? 'year' : undefined;
}

/** The one period that phrases say which say nothing else. */
export function periodSaid(phrases: readonly Phrase[]): Period | undefined {
  const [period, ...more] = new Set(phrases.filter(({ meanings }) => !meanings.has('per')).map(periodOf));
  return more.length === 0 ? period : undefined;
}

/** The period that the last phrase says, where nothing but signs follow it. */
function periodBefore(words: string, match: Matcher): Period | undefined {
  const last = match(words).at(-1);
  return last === undefined || /[\p{L}\p{N}]/u.test(words.slice(last.end)) ? undefined : periodOf(last);
}
