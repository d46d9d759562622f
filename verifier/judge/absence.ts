/**
 * What a reading of a page shows not to be there: a free plan, a public price, a paid plan. Pure.
 *
 * A plan that a reader missed is no absence. So an absence needs a complete reading (each plan has a price, is free or
 * says "contact sales", and nothing was refused) and a page whose words nowhere speak of what is said to be absent.
 */
import { isZero } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Absence } from '../../data/record.ts';
import { mentionsFree, mentionsMoney, saysCustom } from './claim-words.ts';

export function absencesOf({ tiers, rates }: Pick<Statement, 'tiers' | 'rates'>, text: string): Absence[] {
  const isPriced = tiers.map(({ prices }) => prices.some(({ amount }) => !isZero(amount)));
  const isComplete = tiers.length > 0 && tiers.every(({ isFree, isCustom }, at) => isFree || isCustom || isPriced[at]);
  if (!isComplete) return [];
  const has = { free: tiers.some(({ isFree }) => isFree), custom: tiers.some(({ isCustom }) => isCustom) };
  if (isPriced.includes(true) || rates.length > 0) return has.free || mentionsFree(text) ? [] : ['free_plan'];
  if (mentionsMoney(text)) return [];
  if (has.custom) return has.free || mentionsFree(text) ? ['public_price'] : ['public_price', 'free_plan'];
  return saysCustom(text) ? [] : ['paid_plan'];
}
