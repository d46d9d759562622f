/** What a person may point at on a page: amounts, their terms, names of plans, words in place of a price. */
import { defined } from '../../../data/defined.ts';
import type { Amount, Currency } from '../../../data/money.ts';
import type { Billing, Per } from '../../../data/reading.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import { chosenGroups } from '../offers/offers.ts';
import type { Page } from '../offers/page.ts';
import { type Line, lastAtOrBefore, type Span } from '../page/document.ts';

export interface Candidate extends Span {
  kind: 'amount' | 'name' | 'free' | 'contact' | 'term';
  amount?: Amount;
  currency?: Currency;
  per?: Per;
  billing?: Billing;
  unit?: string;
}

export const MAX_CANDIDATES = 2_000;
/** On a page with more amounts, its groups of offers take too long for a person who waits. */
const MAX_GROUPED = 600;
/** Lines above and below an amount. */
const AROUND = { before: 8, after: 4 };
const MAX_NAME = 60;

/** In the order of the page; none overlaps another. A name ends where an amount begins. */
export function candidatesOf(page: Page): Candidate[] {
  const { mentions, document } = page;
  const words = mentions.words.map(({ kind, start, end }) => ({ kind, start, end }));
  const amounts = mentions.amounts.filter(({ money }) => money.isUnclear !== true).flatMap(amountOf);
  const stated = apart([...amounts, ...words]);
  const names = namesOn(page).flatMap((span) => nameBeside(span, stated, document.visible));
  return apart([...stated, ...apart(names)]).slice(0, MAX_CANDIDATES);
}

/** An amount, and the words of its terms. */
function amountOf({ start, end, money, terms: { per, billing, unit, reach } }: AmountMention): Candidate[] {
  const terms = defined({ per, billing, unit });
  const { amount, currency } = money;
  const term = { kind: 'term' as const, start: end, end: reach, ...terms };
  return [{ kind: 'amount', start, end, amount, currency, ...terms }, ...(reach > end ? [term] : [])];
}

function apart(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const each of candidates.toSorted((a, b) => a.start - b.start || RANKS[a.kind] - RANKS[b.kind]))
    if (each.start >= (kept.at(-1)?.end ?? 0)) kept.push(each);
  return kept;
}

/** What of the span stands before any other candidate. */
function nameBeside({ start, end }: Span, stated: readonly Candidate[], visible: string): Candidate[] {
  const at = lastAtOrBefore(stated, start);
  if ((stated[at]?.end ?? 0) > start) return [];
  const words = visible.slice(start, Math.min(end, stated[at + 1]?.start ?? end)).trimEnd();
  const bare = words.trimStart();
  const from = start + words.length - bare.length;
  return /\p{L}/u.test(bare) ? [{ kind: 'name', start: from, end: from + bare.length }] : [];
}

/** What the readers consider as names, headings, and short lines around amounts. */
function namesOn(page: Page): Span[] {
  const { document, mentions } = page;
  const { lines } = document;
  const groups = mentions.amounts.length > MAX_GROUPED ? [] : chosenGroups(page);
  const names = groups.flatMap(({ offers }) => offers.flatMap(({ candidates }) => candidates));
  const isAround = new Set<Line>();
  for (const { start } of mentions.amounts.slice(0, MAX_CANDIDATES)) {
    const at = lastAtOrBefore(lines, start);
    for (const line of lines.slice(Math.max(0, at - AROUND.before), at + AROUND.after)) isAround.add(line);
  }
  const isName = (line: Line) => (line.heading > 1 || isAround.has(line)) && line.end - line.start <= MAX_NAME;
  return [...names, ...lines.filter(isName)];
}

const RANKS: Record<Candidate['kind'], number> = { amount: 0, free: 1, contact: 1, name: 2, term: 3 };
