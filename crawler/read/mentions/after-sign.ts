/** Periods behind an amount and a sign that the words of the page's languages do not tell: "39 € / mes", "$3/m". */
import type { Per } from '../../../data/reading.ts';
import type { Matcher } from '../vocabulary/phrases.ts';
import { saysOnly } from '../vocabulary/vocabulary.ts';

/** Each period with the concepts that say it. */
export const PERIODS = [
  ['month', ['month', 'monthly']],
  ['year', ['year', 'yearly']],
  ['week', ['week']],
  ['day', ['day']],
] as const;

const AFTER_SIGN = /^\s?\/ ?(\p{L}{2,12})(?![\p{L}\p{N}])/u;
const SHORT_MONTH = /^\s?\/ ?m(?=[ )]{0,3}(?:\n|$))/u;
/** What a minute or a metre costs. */
const IS_SMALL = /(?<!\d)0[.,]\d/;

/** The period, and how far into the words behind the amount it reaches. */
export function periodAfterSign(
  amount: string,
  tail: string,
  match: Matcher,
): { per: Per; length: number } | undefined {
  const short = IS_SMALL.test(amount) ? undefined : SHORT_MONTH.exec(tail)?.[0];
  if (short !== undefined) return { per: 'month', length: short.length };
  // On an English page the word is nothing in its languages, and a period in another.
  const [words, word = ''] = AFTER_SIGN.exec(tail) ?? [];
  if (words === undefined || match(word).length > 0) return undefined;
  const per = PERIODS.find(([, concepts]) => concepts.some((concept) => saysOnly(word, concept)))?.[0];
  return per === undefined ? undefined : { per, length: words.length };
}
