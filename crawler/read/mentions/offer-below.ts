/** Whether a line below an amount offers another billing or tells for whom it is, or says how the amount is billed. */
import type { Span } from '../page/document.ts';
import { anyMeans, lettersBeside, type Matcher, means, type Phrase } from '../vocabulary/phrases.ts';

/** Letters of a line below that are not of its billing: "Annual, flat". */
const MAX_BESIDE_BILLING = 4;

/** "$10 / month" and below it "Annual billing: 10% off", "Annual contract required for support": what else one may choose. */
export function isOfferBelow(tail: string, { start, end }: Span, match: Matcher): boolean {
  const isSaid = (word: string) => anyMeans(match(word), 'billed');
  if (!tail.slice(0, start).includes('\n') || tail.slice(start, end).split(/\s/).some(isSaid)) return false;
  const from = start - (/[^\n.;()|·•–—]{0,150}$/.exec(tail.slice(0, start))?.[0].length ?? 0);
  const clause = tail.slice(from, end) + (/^[^\n.;()|·•–—]{0,150}/.exec(tail.slice(end))?.[0] ?? '');
  const phrases = match(clause);
  const isSaving = clause.includes('%') || anyMeans(phrases, 'save', 'off', 'free', 'notFree');
  return isSaving || lettersBeside(clause, phrases) > MAX_BESIDE_BILLING;
}

/** "For a small team" below "$15 / month": for whom it is, and not what one pays for each of; "per" alone is. */
export function isTagline(tail: string, phrase: Phrase): boolean {
  return means(phrase, 'per') && means(phrase, 'lead') && tail.slice(phrase.start, phrase.end).includes(' ');
}
