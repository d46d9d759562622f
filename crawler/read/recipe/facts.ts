/** What was read of a page, as facts that a person can confirm or correct. */
import { defined } from '../../../data/defined.ts';
import type { Evidence, PageReading, ReadTier } from '../../../data/reading.ts';
import type { Place, TaughtFacts, TaughtPlan } from '../../../data/recipe.ts';

/** A reading without plans has no facts; `TaughtFacts` asks for one at least. */
export function factsOf({ tiers }: Pick<PageReading, 'tiers'>): TaughtFacts {
  return { plans: tiers.map(planOf), ignored: [] };
}

function planOf({ name, isFree, isCustom, prices, evidence }: ReadTier): TaughtPlan {
  const stateAt = evidence && placeOf(evidence);
  return {
    name,
    ...(isFree && { isFree: true as const }),
    ...(isCustom && { isCustom: true as const }),
    ...defined({ stateAt }),
    prices: prices
      .filter(({ kind }) => kind === 'list')
      .map(({ amount, currency, per, billing, unit, evidence: proof }) => {
        return { amount, currency, per, ...defined({ billing, unit, at: placeOf(proof) }) };
      }),
  };
}

/** The quote's place, where it is of the page's text. */
function placeOf({ scope, textStart, textEnd }: Evidence): Place | undefined {
  return scope === 'text' ? { start: textStart, end: textEnd } : undefined;
}
