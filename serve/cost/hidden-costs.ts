/**
 * What the known hidden costs come to for a team on one tier, exactly.
 *
 * Only costs that everybody pays are counted, such as a set-up fee. Optional ones have a sum of their own, to be added
 * where they are needed. Whatever the totals leave out has a reason.
 */
import type { Fact, HiddenCost, PricingRecord, Tier } from '../../data/record.ts';
import { label } from '../record/vendor-text.ts';
import { hiddenCostView } from '../record/view.ts';
import { EXCLUSION_DETAILS, type Exclusion, type ExclusionReason, type HiddenCostLine } from './cost-shape.ts';
import { type Exact, exact, sumText, ZERO } from './exact.ts';
import { countingOf } from './offer.ts';
import type { Terms } from './subscription.ts';

interface HiddenCharges {
  lines: HiddenCostLine[];
  /** Sums of the counted ones. */
  annual: Exact[];
  term: Exact[];
  /** The page says "from" the amount of a counted one. */
  isFloor: boolean;
  excludes: Exclusion[];
}

interface Bought extends Terms {
  tier: Tier;
  /** Of the subscription; undefined for a free tier. */
  currency: string | undefined;
}

export function hiddenChargesOf(
  { hiddenCosts, facts = [] }: Pick<PricingRecord, 'hiddenCosts' | 'facts'>,
  bought: Bought,
): HiddenCharges {
  const charges: HiddenCharges = { lines: [], annual: [], term: [], isFloor: false, excludes: [] };
  for (const cost of hiddenCosts) {
    const sums = sumsOf(cost, bought);
    const fact = facts.find(({ evidence }) => cost.evidence !== undefined && evidence === cost.evidence);
    const reason = reasonOf(cost, fact, bought) ?? (sums === undefined ? 'price_not_known' : undefined);
    charges.lines.push({
      ...hiddenCostView(cost),
      counted: reason === undefined,
      ...(sums !== undefined && { units: sums.units, annual: sumText(sums.annual), term: sumText(sums.term) }),
    });
    if (reason !== undefined) charges.excludes.push(exclusionOf(cost, reason));
    else if (sums !== undefined) {
      charges.annual.push(sums.annual);
      charges.term.push(sums.term);
      charges.isFloor ||= fact?.kind === 'setup_fee' && fact.isFloor === true;
    }
  }
  return charges;
}

/** Undefined without a public amount or a period, and for a unit that seats do not tell. */
function sumsOf(
  { kind, amount, per, unit }: HiddenCost,
  { seats, termYears }: Terms,
): { units: number; annual: Exact; term: Exact } | undefined {
  if (amount === undefined || kind === 'overage' || kind === 'minimum') return undefined;
  const counting = countingOf(unit);
  if (counting === 'other') return undefined;
  const units = counting === 'seats' ? seats : 1;
  const paid = exact(amount).times(units);
  if (per === 'once' || (kind === 'setup' && per === undefined)) return { units, annual: ZERO, term: paid };
  if (per !== 'month' && per !== 'year') return undefined;
  const annual = paid.times(per === 'month' ? 12 : 1);
  return { units, annual, term: annual.times(termYears) };
}

/** Why the cost is not counted; undefined where it is. */
function reasonOf(cost: HiddenCost, fact: Fact | undefined, { tier, currency }: Bought): ExclusionReason | undefined {
  if (fact?.kind === 'capability') {
    const state = fact.tiers.find((each) => each.tier === tier.id)?.state;
    return state === 'included' ? 'included' : 'upgrade';
  }
  const saidOf = fact !== undefined && 'tier' in fact ? fact.tier : undefined;
  if (saidOf === undefined ? tier.isFree : saidOf !== tier.id) return 'other_tier';
  if (fact?.kind === 'renewal' || cost.kind === 'minimum') return 'in_subscription';
  // Seats beyond the included ones are lines of the subscription, or left out of it.
  if (cost.kind === 'overage') return countingOf(cost.unit) === 'seats' ? 'in_subscription' : 'usage';
  if (cost.kind === 'sso' || cost.kind === 'audit') return 'upgrade';
  if (cost.kind !== 'setup') return 'optional';
  return cost.currency === undefined || cost.currency === currency ? undefined : 'other_currency';
}

function exclusionOf({ label: words, amount, currency, per, unit }: HiddenCost, reason: ExclusionReason): Exclusion {
  return { reason, label: label(words), detail: EXCLUSION_DETAILS[reason], amount, currency, per, unit };
}
