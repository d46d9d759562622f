/** What a person may point at on a page: amounts, their terms, names of plans, words in place of a price. */
import type { Amount, Currency } from '../../../data/money.ts';
import type { Billing, Per } from '../../../data/reading.ts';
import { chosenGroups } from '../offers/offers.ts';
import type { Page } from '../offers/page.ts';
import type { Span } from '../page/document.ts';

export interface Candidate extends Span {
  kind: 'amount' | 'name' | 'free' | 'contact' | 'term';
  amount?: Amount;
  currency?: Currency;
  per?: Per;
  billing?: Billing;
  unit?: string;
}

const MAX_CANDIDATES = 2_000;

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
  const names = chosenGroups(page).flatMap(({ offers }) => offers.flatMap(({ candidates }) => candidates));
  const heads = page.document.lines.filter(({ heading, start, end }) => heading > 1 && end - start <= 60);
  found.push(...[...names, ...heads].map(({ start, end }) => ({ kind: 'name' as const, start, end })));
  const ordered = found.sort((a, b) => a.start - b.start || RANKS[a.kind] - RANKS[b.kind]);
  const kept: Candidate[] = [];
  for (const each of ordered)
    if (each.start >= (kept.at(-1)?.end ?? 0) && kept.length < MAX_CANDIDATES) kept.push(each);
  return kept;
}

const RANKS: Record<Candidate['kind'], number> = { amount: 0, free: 1, contact: 1, name: 2, term: 3 };
