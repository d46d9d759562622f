/**
 * Words for a free tier, or one without a published price ("custom"), by language (ISO 639-1), beside the phrases of the
 * vocabulary (crawler/read/vocabulary), to which a new language is added. Readers and the verifier's check share this
 * dictionary, each with its own code. Every entry is the source of a regular expression with its uses:
 *
 * - `line`: a line of a page that consists of it makes the claim
 * - `rate`: stands in a cell of a rate table
 * - `quote`: read from no line, and enough for the verifier; `stem`: the same within a longer word
 */
import stated from './claim-words.json' with { type: 'json' };

export type Claim = 'free' | 'custom';

interface ClaimWords {
  language: string;
  pattern: string;
  uses: readonly string[];
}

const BY_CLAIM: Record<Claim, Record<string, Record<string, string>>> = stated;

export function claimWords(claim: Claim): ClaimWords[] {
  return Object.entries(BY_CLAIM[claim]).flatMap(([language, words]) =>
    Object.entries(words).map(([pattern, uses]) => ({ language, pattern, uses: uses.split(' ') })),
  );
}

/** Alternation of all words of one use, as the source of a regular expression. */
export function anyOfUse(claim: Claim, use: 'line' | 'rate'): string {
  return claimWords(claim)
    .filter(({ uses }) => uses.includes(use))
    .map(({ pattern }) => pattern)
    .join('|');
}
