/** "Dedicated IP: $30", "Early bird tickets from $299": amounts of which their own line says what else they are for. */

import { matcherOn, talkIn } from '../mentions/matcher.ts';
import type { Document } from '../page/document.ts';
import { anyMeans, type Meaning } from '../vocabulary/phrases.ts';
import type { AmountSignal } from './amounts.ts';

/** Why such an amount is no price of the tier above it. */
export const OF_ITEM = 'for what its line names';

/** Of a sentence before an amount: what no name of an item goes beyond. */
const MAX_LEAD = 120;
/** Letters beside the terms of a price that make a name. */
const MIN_ITEM = 10;
/** The line speaks of paying, or of plans, or goes on from what was said before. */
const OF_PRICE: readonly Meaning[] = ['labelPrice', 'planWord', 'sectionPlan', 'billed', 'equivalent', 'was'];

/** Whether what stands before the amount in its sentence names something else than the tier, of this name if it has one. */
export function isOfItem(document: Document, signal: AmountSignal, tier = ''): boolean {
  const { start, line, room } = signal;
  const lead = document.visible.slice(Math.max(line.start, room.start, start - MAX_LEAD), start);
  if (lead.length < MIN_ITEM) return false;
  const sentence = lead.split(/[.!?]\s/).at(-1) ?? lead;
  return (
    talkIn(document, withoutWords(sentence, tier)) >= MIN_ITEM &&
    !anyMeans(matcherOn(document)(sentence), ...OF_PRICE) &&
    (tier === '' || !sentence.toLowerCase().includes(tier.toLowerCase()))
  );
}

/** "Hosting from" over the price of "Garden Hosting": words that the tier's name has name nothing else. */
function withoutWords(sentence: string, tier: string): string {
  const own = new Set(tier.toLowerCase().split(/\s+/));
  return sentence
    .split(/\s+/)
    .filter((word) => !own.has(word.toLowerCase()))
    .join(' ');
}
