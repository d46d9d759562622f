/** What a team pays for each plan, by the same calculation as `calculateTco`. */

import type { Billing } from '../../../data/reading.ts';
import type { PricingRecord } from '../../../data/record.ts';
import { counted } from '../../../data/text/figures.ts';
import { roundedText } from '../../../data/text/price-text.ts';
import { type Html, html } from '../../../web/html.ts';
import type { ExclusionReason, TeamCost } from '../../cost/cost-shape.ts';
import { countingOf } from '../../cost/offer.ts';
import { costForTeam } from '../../cost/tier-choice.ts';
import { isUnpriced } from '../../interface/problem.ts';
import { atLeast, sumText } from '../calculators/cost-lines.ts';

export interface Team {
  seats: number;
  billing: Billing;
}

/** Whether any price depends on the number of seats. */
export function isPricedBySeat({ tiers }: Pick<PricingRecord, 'tiers'>): boolean {
  return tiers.some(
    ({ prices, includedUnits }) =>
      prices.length > 0 && (includedUnits !== undefined || prices.some(({ unit }) => countingOf(unit) === 'seats')),
  );
}

/** Nothing where no price is known; the reason where the known price gives no sum for that many seats. */
export function teamTotal(record: PricingRecord, tier: string, team: Team): Html | false {
  const cost = costOf(record, tier, team);
  if (cost === undefined) return false;
  const { total, seats, currency } = cost;
  const people = counted(seats, 'seat');
  const reason = total.excludes.flatMap((each) => NO_TOTAL[each.reason] ?? [])[0];
  if (reason !== undefined && (currency !== undefined || total.term === undefined))
    return html`<p class="for-team quiet">No total for ${people}: ${reason}.</p>`;
  if (total.term === undefined || currency === undefined) return false;
  return html`<p class="for-team">${people}: ${sums(cost)}${note(cost, team)} <a href="${calculatorPath(record.slug, tier, team)}">Calculation</a></p>`;
}

/** A sum that leaves one of these out says nothing about what the team pays. */
const NO_TOTAL: Partial<Record<ExclusionReason, string>> = {
  not_counted_from_seats: 'the plan is not priced per seat',
  unit_not_stated: 'the vendor does not state the unit of the price',
  included_not_stated: 'the number of included seats is not known',
  seats_beyond_included: 'the plan includes fewer seats, and the price of more is not known',
};

function costOf(record: PricingRecord, tier: string, team: Team): TeamCost | undefined {
  try {
    return costForTeam(record, { ...team, tier, termYears: 1 });
  } catch (error) {
    if (isUnpriced(error)) return undefined;
    throw error;
  }
}

function sums({ subscription, total, currency = 'USD' }: TeamCost): Html {
  const { monthly, annual } = subscription;
  const term = html`<strong>${atLeast(total)}${sumText(total.term ?? 0, currency)}</strong>`;
  if (monthly === undefined) return html`${term} once`;
  const year = total.term === annual ? 'a year' : 'in the first year, with one-time costs';
  return html`${term} ${year}, ${roundedText(String(monthly), currency)} a month`;
}

function note({ billing, subscription: { unitsCharged }, seats }: TeamCost, team: Team): string {
  const words = [
    billing === team.billing || billing === undefined
      ? ''
      : `, billed ${billing === 'annual' ? 'annually' : 'monthly'}`,
    unitsCharged !== undefined && unitsCharged > seats ? ` (minimum: ${unitsCharged})` : '',
  ];
  return `${words.join('')}.`;
}

function calculatorPath(slug: string, tier: string, { seats, billing }: Team): string {
  return `/calculators/tco?${new URLSearchParams({ product: slug, tier, seats: String(seats), billing })}`;
}
