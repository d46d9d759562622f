/** What a person may point at on a page: amounts, their terms, names of plans, words in place of a price. */
import type { Amount, Currency } from '../../../data/money.ts';
import type { Billing, Per } from '../../../data/reading.ts';
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

/** In the order of the page; none overlaps another. */
export function candidatesOf(page: Page): Candidate[] {
  const { amounts, words } = page.mentions;
  const found: Candidate[] = amounts
    .filter(({ money }) => money.isUnclear !== true)
    .flatMap(({ start, end, money: { amount, currency }, terms: { per, billing, unit, reach } }) => [
      {
        ...{ kind: 'amount', start, end, amount, currency },
        ...(per !== undefined && { per }),
        ...(billing !== undefined && { billing }),
        ...(unit !== undefined && { unit }),
      },
      ...(reach > end ? [{ kind: 'term' as const, start: end, end: reach }] : []),
    ]);
  found.push(...words.map(({ kind, start, end }) => ({ kind, start, end })));
  found.push(...namesOn(page).map(({ start, end }) => ({ kind: 'name' as const, start, end })));
  const ordered = found.sort((a, b) => a.start - b.start || RANKS[a.kind] - RANKS[b.kind]);
  const kept: Candidate[] = [];
  for (const each of ordered)
    if (each.start >= (kept.at(-1)?.end ?? 0) && kept.length < MAX_CANDIDATES) kept.push(each);
  return kept;
}

/** What the readers consider as names, headings, and short lines around amounts. */
function namesOn(page: Page): Span[] {
  const { document, mentions } = page;
  const { lines, visible } = document;
  const groups = mentions.amounts.length > MAX_GROUPED ? [] : chosenGroups(page);
  const names = groups.flatMap(({ offers }) => offers.flatMap(({ candidates }) => candidates));
  const isAround = new Set<Line>();
  for (const { start } of mentions.amounts.slice(0, MAX_CANDIDATES)) {
    const at = lastAtOrBefore(lines, start);
    for (const line of lines.slice(Math.max(0, at - AROUND.before), at + AROUND.after)) isAround.add(line);
  }
  const isName = (line: Line) =>
    (line.heading > 1 || isAround.has(line)) &&
    line.end - line.start <= MAX_NAME &&
    /\p{L}/u.test(visible.slice(line.start, line.end));
  return [...names, ...lines.filter(isName)];
}

const RANKS: Record<Candidate['kind'], number> = { amount: 0, free: 1, contact: 1, name: 2, term: 3 };
