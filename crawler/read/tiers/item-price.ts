/** "Dedicated IP: $30", "Early bird tickets from $299": amounts of which their own line says what else they are for. */

import { talkIn } from '../mentions/matcher.ts';
import type { Document } from '../page/document.ts';
import type { AmountSignal } from './amounts.ts';
import { fragmentOf } from './fragments.ts';

/** Why such an amount is no price of the tier above it. */
export const OF_ITEM = 'for what its line names';

/** Of a sentence before an amount: what no name of an item goes beyond. */
const MAX_LEAD = 120;
/** Letters beside the terms of a price that make a name. */
const MIN_ITEM = 10;
/** The line speaks of paying, or of plans, or goes on from what was said before. */
const OF_PRICE =
  /(?<!\p{L})(?:pay\w*|pric\w+|costs?|rates?|tiers?|editions?|packages?|subscri\w+|licen[cs]es?|memberships?|it(?:['’]s| is)|equivalent\w*|equals?|effective\w*|bill\w*|charge[ds]?|normal\w*|regular\w*|was|were|now|today|instead|preis\w*|umgerechnet|kost\w*|paket\w*|tarif\w*|prix|formule|forfait|abo\w*|precio\w*|cuesta|plan\w*|prezz\w*|cost[aeo]|preç\w*|cust[ao]s?|prijs\w*|betaal\w*|pris\w*|cen\w*|цен\w*|стоимость|тариф\w*)(?!\p{L})|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/iu;

/** Whether what stands before the amount in its sentence names something else than the tier, of this name if it has one. */
export function isOfItem(document: Document, signal: AmountSignal, tier = ''): boolean {
  const { start, line, room } = signal;
  if (start - Math.max(line.start, room.start) < MIN_ITEM) return false;
  const own = fragmentOf(document, signal).start;
  const lead = document.visible.slice(Math.max(line.start, room.start, own, start - MAX_LEAD), start);
  if (lead.length < MIN_ITEM) return false;
  const sentence = lead.split(/[.!?]\s/).at(-1) ?? lead;
  return (
    talkIn(document, sentence) >= MIN_ITEM &&
    !OF_PRICE.test(sentence) &&
    (tier === '' || !sentence.toLowerCase().includes(tier.toLowerCase()))
  );
}
