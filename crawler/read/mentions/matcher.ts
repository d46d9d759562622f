/** The phrases of a page's languages. */
import { type Document, oncePerPage } from '../page/document.ts';
import { CONCEPTS } from '../vocabulary/concepts.ts';
import { lettersBeside, type Matcher, type Phrase } from '../vocabulary/phrases.ts';
import { languagesOf, matcherFor } from '../vocabulary/vocabulary.ts';

/** The languages of the page beside English. */
export const languagesOn = oncePerPage(({ visible, lang }) => languagesOf(visible, lang));

export function matcherOn(document: Document): Matcher {
  return matcherFor(languagesOn(document));
}

/** Meanings of words around an amount, or in its place. */
const OF_AMOUNT: ReadonlySet<string> = new Set(CONCEPTS.slice(0, CONCEPTS.indexOf('action')));
const isOfAmount = ({ meanings }: Phrase) => [...meanings].some((each) => OF_AMOUNT.has(each) || each.includes(':'));

/** Letters of the words that say nothing of an amount's terms: many of them talk about a price rather than stating it. */
export function talkIn(document: Document, words: string): number {
  return lettersBeside(words, matcherOn(document)(words).filter(isOfAmount));
}
