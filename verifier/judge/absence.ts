/**
 * What a reading of a page shows not to be there: a free plan, a public price, a paid plan. Pure.
 *
 * A plan that a reader missed is no absence. So an absence needs a complete reading (each plan has a price, is free or
 * says "contact sales", and nothing was refused) and a page whose words nowhere speak of what is said to be absent.
 */
import { isZero } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Absence, Tier } from '../../data/record.ts';
import { mentionsCustom, mentionsFree, mentionsMoney } from './claim-words.ts';

export function absencesOf({ tiers, rates }: Pick<Statement, 'tiers' | 'rates'>, text: string): Absence[] {
  const isComplete = tiers.length > 0 && tiers.every((tier) => tier.isFree || tier.isCustom || isPriced(tier));
  if (!isComplete) return [];
  const hasFree = tiers.some(({ isFree }) => isFree) || mentionsFree(text);
  const freePlan: Absence[] = hasFree ? [] : ['free_plan'];
  if (tiers.some(isPriced) || rates.length > 0) return freePlan;
  if (mentionsMoney(text)) return [];
  if (tiers.some(({ isCustom }) => isCustom)) return ['public_price', ...freePlan];
  return mentionsCustom(text) ? [] : ['paid_plan'];
}

function isPriced({ prices }: Tier): boolean {
  return prices.some(({ amount }) => !isZero(amount));
}
