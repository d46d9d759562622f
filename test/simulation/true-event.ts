/** Whether an invented vendor did what an event of the log says. Pure. */
import type { Change } from '../../data/change.ts';
import { nameKey } from '../../data/text/name-key.ts';
import type { Truth } from '../vendor-web/offer.ts';

type Side = NonNullable<Change['before']>;

/** What was sold at the last visit that confirmed the record, and what is sold at this one. */
export interface Sold {
  before: Truth;
  now: Truth;
}

export function isTrueEvent({ type, before, after }: Change, sold: Sold): boolean {
  switch (type) {
    case 'price_changed':
    case 'currency_changed':
    case 'unit_changed':
      return asks(sold.before, before) && asks(sold.now, after) && !asks(sold.now, before);
    case 'tier_added':
      return !has(sold.before, after) && has(sold.now, after);
    case 'tier_removed':
      return has(sold.before, before) && !has(sold.now, before);
    case 'tier_renamed':
      return has(sold.before, before) && has(sold.now, after) && !has(sold.now, before) && !has(sold.before, after);
    case 'free_tier_added':
      return !isFree(sold.before, after) && isFree(sold.now, after);
    case 'free_tier_removed':
      return isFree(sold.before, before) && !isFree(sold.now, before);
    default:
      // Of the others, nothing is claimed of the vendor.
      return false;
  }
}

function tierOf({ tiers }: Truth, { name = '' }: Side = {}) {
  return tiers.find((tier) => nameKey(tier.name) === nameKey(name));
}

function has(truth: Truth, side: Side | undefined): boolean {
  return tierOf(truth, side) !== undefined;
}

function isFree(truth: Truth, side: Side | undefined): boolean {
  return tierOf(truth, side)?.isFree === true;
}

/** Without an amount, the tier is sold by contact. */
function asks(truth: Truth, side: Side | undefined): boolean {
  const tier = tierOf(truth, side);
  if (tier === undefined || side === undefined) return false;
  if (side.amount === undefined) return tier.isCustom;
  return tier.prices.some(
    ({ amount, currency, billing, per }) =>
      Number(amount) === Number(side.amount) &&
      currency === side.currency &&
      billing === side.billing &&
      per === side.per,
  );
}
