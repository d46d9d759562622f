/** Headings that tell several ranges of plans on one page apart. */
import { isCode } from '../money/currency.ts';
import type { Concept } from '../vocabulary/concepts.ts';
import { lettersBeside, means, type Phrase } from '../vocabulary/phrases.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';

const MAX_LENGTH = 30;
/** Words about plans that name none. */
const COMMON: readonly Concept[] = ['planWord', 'notName', 'sectionPlan', 'lead'];

/** "Self-hosted" and "Business plans" name ranges; "Pricing", "Billed yearly", "Save 20%" and "CAD" name none. */
export function namesRange(heading: string): boolean {
  if (heading.length > MAX_LENGTH || /\d/.test(heading) || isCode(heading)) return false;
  const phrases = matchAny(heading).filter((phrase) => !means(phrase, 'tier', 'size'));
  const isCommon = ({ meanings }: Phrase) =>
    [...meanings].every((meaning) => meaning.includes(':') || COMMON.includes(meaning as Concept));
  const common = phrases.filter((phrase) => means(phrase, ...COMMON));
  return phrases.every(isCommon) && lettersBeside(heading, common) > 0;
}
