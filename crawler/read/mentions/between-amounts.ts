/** Of which of two amounts the words between them speak. */
import type { Concept } from '../vocabulary/concepts.ts';
import { lettersBeside, type Matcher, type Phrase } from '../vocabulary/phrases.ts';

/** "$10 a month, billed monthly or $8 …": what stands before it is said of the first. */
const OR = /(?<!\p{L})(?:or|oder|ou|o|eller|lub|или|або|veya|または)(?!\p{L})/giu;
const PARTS = ['|', '·', ';', ',', '、'];

interface Between {
  visible: string;
  match: Matcher;
  /** The words before the first of two amounts. */
  head: string;
}

/** Where the words that introduce the next amount begin: those of its own line, or behind a sign that parts the two. */
export function labelBefore({ visible, match, head }: Between, from: number, to: number): number {
  const between = visible.slice(from, to);
  const or = [...between.matchAll(OR)].at(-1)?.index ?? -1;
  const part = or >= 0 ? or : Math.max(...PARTS.map((sign) => between.lastIndexOf(sign)));
  const line = between.lastIndexOf('\n');
  if (part > line) return from + part;
  if (line >= 0 && /^\s*[\p{L}\p{N}]/u.test(between.slice(line))) return from + line;
  // "Monthly", "$10", "Yearly", "$100", each in a line of its own.
  const above = between.trimEnd().lastIndexOf('\n');
  if (above >= 0 && head.includes('\n') && saysPeriod(head, match) && saysPeriod(between.slice(above), match))
    return from + above;
  const introduced = introduction(between, match, head);
  return introduced > line ? from + introduced : to;
}

/** The words are for a period and nothing else. */
function saysPeriod(words: string, match: Matcher): boolean {
  const phrases = match(words);
  return phrases.some((phrase) => periodOf(phrase) !== undefined) && lettersBeside(words, phrases) === 0;
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
  const isBeside = last.meanings.has('more') || last.meanings.has('equivalent');
  return isOther || isBracketed || isBeside || gap.includes(':') ? last.start : -1;
}

type Period = 'month' | 'year';

const isBilled = ({ meanings }: Phrase) => meanings.has('billedMonthly') || meanings.has('billedYearly');

function periodOf({ meanings }: Phrase): Period | undefined {
  const says = (...concepts: Concept[]) => concepts.some((each) => meanings.has(each));
  if (says('month', 'monthly', 'billedMonthly')) return 'month';
  return says('year', 'yearly', 'billedYearly') ? 'year' : undefined;
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
