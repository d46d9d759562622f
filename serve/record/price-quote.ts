/** The words that one displayed price was read from, and no other price's. */
import type { Currency } from '../../data/money.ts';
import { monthlyPrice } from '../../data/prices/starting-price.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { EvidenceId } from '../../data/record.ts';
import type { RateView, TierView } from './shape.ts';

/**
 * Of a tier's price by the month; of a free or contact-sales tier, the words that say so.
 *
 * @param currency the record's, which the tier's price is displayed in
 */
export function tierEvidence(tier: TierView, currency: Currency | undefined): EvidenceId | undefined {
  if (tier.isFree || tier.isCustom) return tier.evidence;
  return currency === undefined ? undefined : monthlyPrice(tier, currency)?.price.evidence;
}

type RateField = (typeof RATE_FIELDS)[number][0];

/** Undefined where the record does not tell which of several quotes states this rate. */
export function rateEvidence(rate: RateView, field: RateField): EvidenceId | undefined {
  const [first, ...others] = rate.evidence;
  if (others.length === 0) return first;
  const stated = RATE_FIELDS.map(([name]) => name).filter((name) => rate[name] !== undefined);
  if (stated.length !== rate.evidence.length) return undefined;
  return rate.evidence[stated.indexOf(field)];
}
