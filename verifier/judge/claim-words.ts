/** Whether a quote says that a tier is free, or unpublished. Independent of the readers, but for the dictionary. */
import { LANGUAGES } from '../../crawler/read/vocabulary/vocabulary.ts';
import { type Claim, claimWords } from '../../data/text/claim-words.ts';
import { amountsIn, moneyLines, supportOf } from './stated-amounts.ts';

/** Languages written without spaces between words. */
const UNSPACED = new Set(['ja', 'ko', 'th', 'zh']);

/** A trial of a paid plan, and the English suffix "-free", say nothing of a free tier. */
const NOT_FREE =
  /free(?:[\s-]+\d+[\s-]*(?:day|week|month)s?)?[\s-]+trial|\p{L}-free(?!\p{L})|(?:day|week|month)s?[\s-]+free/giu;
const FREE = new RegExp(`${said('free')}|${phrasesOf('free')}`, 'iu');
const CUSTOM = new RegExp(said('custom'), 'iu');
const CONTACT = new RegExp(phrasesOf('contact'), 'iu');

function said(claim: Claim): string {
  const sources = claimWords(claim).map(({ language, pattern, uses }) =>
    UNSPACED.has(language) || uses.includes('stem') ? pattern : `(?<!\\p{L})(?:${pattern})(?!\\p{L})`,
  );
  return sources.join('|');
}

/** The phrases of the readers’ vocabulary, with no digit before them: "0 zł" is not said by "10 zł". */
function phrasesOf(concept: 'free' | 'contact'): string {
  const anyOf = (isSpaced: boolean) =>
    [...LANGUAGES]
      .filter(([language]) => UNSPACED.has(language) !== isSpaced)
      .flatMap(([, { concepts }]) => (concepts[concept] ?? []).map(patternOf))
      .join('|');
  return `(?<!\\p{N}[.,]?)(?:(?<![\\p{L}\\p{M}])(?:${anyOf(true)})(?![\\p{L}\\p{M}])|${anyOf(false)})`;
}

/** Of a phrase's signs, `(a|b|)` means the same in a pattern; `#` is a number, `*` a word, and `word*` one that starts so. */
function patternOf(phrase: string): string {
  return phrase
    .replace(/[.+?^${}[\]\\/]/g, '\\$&')
    .replaceAll('*', '\\p{L}*')
    .replaceAll('#', '\\d+')
    .replace(/[\s'’-]+/g, "[\\s'’-]*");
}

export function saysFree(quote: string): boolean {
  return FREE.test(quote.replace(NOT_FREE, ' ')) || supportOf(quote, '0.00') !== undefined;
}

export function saysCustom(quote: string): boolean {
  return CUSTOM.test(quote) || CONTACT.test(quote);
}

/** Whether a text speaks of a price on request; a link to a contact form, as each page has one, does not count. */
export function mentionsCustom(text: string): boolean {
  return CUSTOM.test(text);
}

/** Whether a text speaks of anything free, or prints an amount of zero; a trial of a paid plan does not count. */
export function mentionsFree(text: string): boolean {
  return (
    FREE.test(text.replace(NOT_FREE, ' ')) || moneyLines(text).some((line) => supportOf(line, '0.00') !== undefined)
  );
}

/** Whether a text prints an amount of money. */
export function mentionsMoney(text: string): boolean {
  return moneyLines(text).some((line) => amountsIn(line).size > 0);
}
