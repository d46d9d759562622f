/** What the lines of a page say of the page itself, in any language: by the phrases that stand for such pages. */
import { memoized } from '../../../data/text/memoized.ts';
import type { PageConcept } from '../vocabulary/concepts.ts';
import { anyMeans, lettersBeside } from '../vocabulary/phrases.ts';
import { findOfPage } from '../vocabulary/vocabulary.ts';

/** Letters before a phrase that begins a line ("Oops!"), and letters that a line may hold beside it. */
const MAX_BEFORE = 10;
const MAX_BESIDE = 24;
const MAX_NEAR = 90;
/** Letters beside a phrase that is a whole line. */
const MAX_OTHER = 3;
/** A phrase as long as this says it wherever it stands. */
const LONG = 20;
const MAX_LINE = 300;

/** The lines of a page are asked about one concept after another; a whole page is asked once. */
const phrasesInLine = memoized(findOfPage);
const phrasesIn: typeof findOfPage = (words) => (words.length > MAX_LINE ? findOfPage(words) : phrasesInLine(words));

/** The line begins with such a phrase, or says little else. */
export function isSaid(concept: PageConcept, words: string): boolean {
  return phrasesIn(words).some(({ start, end, meanings }) => {
    if (!meanings.has(concept)) return false;
    const beside = lettersBeside(words, [{ start, end }]);
    if (beside <= MAX_BESIDE) return true;
    return beside <= MAX_NEAR && (end - start >= LONG || lettersBeside(words.slice(0, start), []) <= MAX_BEFORE);
  });
}

/** The line holds such a phrase, whatever else it says. */
export function isMentioned(concept: PageConcept, words: string): boolean {
  return anyMeans(phrasesIn(words), concept);
}

/** The line begins with such a phrase. */
export function isLed(concept: PageConcept, words: string): boolean {
  const [first] = phrasesIn(words);
  return first?.meanings.has(concept) === true && lettersBeside(words.slice(0, first.start), []) === 0;
}

/** The line is such a phrase and nothing else, but for a few letters. */
export function isWhole(concept: PageConcept, words: string): boolean {
  const own = phrasesIn(words).filter(({ meanings }) => meanings.has(concept));
  return own.length > 0 && lettersBeside(words, own) <= MAX_OTHER;
}
