/**
 * The currency of a product's headline price: the one that most of its paid tiers are quoted in, or for a product
 * without such tiers, most of its rates. Nothing is converted.
 */
import type { Currency } from '../money.ts';
import type { Rate, Tier } from '../record.ts';

/** Of currencies with equal counts, the one that comes first on the page. Absent when nothing is priced. */
export function recordCurrency(tiers: readonly Tier[], rates: readonly Rate[]): Currency | undefined {
  const paid = tiers.filter(({ isFree, isCustom }) => !isFree && !isCustom);
  const quoted = paid.flatMap(({ prices }) => [
    ...new Set(prices.filter(({ kind }) => kind === 'list').map(({ currency }) => currency)),
  ]);
  return mostFrequent(quoted) ?? mostFrequent(rates.map(({ currency }) => currency));
}

/** Of several, the one that comes first. */
export function mostFrequent(currencies: readonly Currency[]): Currency | undefined {
  const groups = [...Map.groupBy(currencies, (currency) => currency)];
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}
