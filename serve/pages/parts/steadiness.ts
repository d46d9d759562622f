/** How often and which way a product's prices moved, in sentences. */
import { counted } from '../../../data/text/figures.ts';
import type { PriceStability, PriceTrend } from '../../record/price-history.ts';
import { dayText } from './wording.ts';

export function stabilityText(stability: PriceStability): string {
  const { changesLast12Months: changes, unattributedLast12Months, observedDays, sufficient } = stability;
  if (unattributedLast12Months !== undefined)
    return 'Stability is not known: in the last 12 months prices changed together with the design of the vendor’s page.';
  if (!sufficient) {
    const observed = observedDays > 0 ? `: we observed the prices for ${counted(observedDays, 'day')}` : '';
    return `Not enough data to judge stability${observed}.`;
  }
  const apart = stability.medianDaysBetweenChanges;
  const often = apart === undefined ? '' : `, median ${apart} days apart`;
  const moved =
    changes === 0 ? 'No price changes' : `Price changes on ${changes === 1 ? 'one day' : `${changes} days`}`;
  return `${moved} in the last 12 months${often}.`;
}

/** With the trend of the starting price, where it is known. */
export function steadinessText(past: { priceStability: PriceStability; priceTrend: PriceTrend }): string {
  return [stabilityText(past.priceStability), ...trendText(past.priceTrend)].join(' ');
}

/** "Pro costs 20 % more than on 1 Feb 2024." */
function trendText({ direction, percent = 0, since = '', tierName = '' }: PriceTrend): string[] {
  if (direction === 'unknown') return [];
  const costs =
    direction === 'flat'
      ? 'the same as'
      : `${Math.abs(percent) || 'less than 0.1'} % ${direction === 'up' ? 'more' : 'less'} than`;
  return [`${tierName} costs ${costs} on ${dayText(since)}.`];
}
