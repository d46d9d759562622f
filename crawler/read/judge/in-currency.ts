/** A reading of a page with several currencies, narrowed to one of them. Pure. */
import type { Currency } from '../../../data/money.ts';
import type { PageReading, Reading, ReadTier } from '../../../data/reading.ts';

/**
 * A plan with prices in other currencies alone is left out: what it costs in this one is not known. Without any price in the
 * currency nothing is read, for free and contact-us plans alone would say that nothing is published.
 */
export function inCurrency(reading: PageReading, currency: Currency): PageReading {
  const own = narrowed(reading, currency);
  const isPriced = own.models.length > 0 || own.tiers.some(({ prices }) => prices.length > 0);
  const { tiers, models } = isPriced ? own : { tiers: [], models: [] };
  return {
    ...reading,
    ...(reading.variant && { variant: { ...reading.variant, currency, currencies: isPriced ? [currency] : [] } }),
    tiers,
    models,
    readings: reading.readings.map((each) => ({ ...each, ...narrowed(each, currency) })),
    ...(reading.facts && {
      facts: reading.facts.filter((fact) => !('currency' in fact) || fact.currency === currency),
    }),
  };
}

function narrowed({ tiers, models }: Pick<Reading, 'tiers' | 'models'>, currency: Currency) {
  return {
    tiers: tiers.flatMap((tier) => tierIn(tier, currency)),
    models: models.filter((model) => model.currency === currency),
  };
}

function tierIn(tier: ReadTier, currency: Currency): ReadTier[] {
  const prices = tier.prices.filter((price) => price.currency === currency);
  return prices.length > 0 || tier.prices.length === 0 || tier.isFree || tier.isCustom ? [{ ...tier, prices }] : [];
}
