/** What the tests of costs for a team ask, and what they look at. */
import type { Price, Tier } from '../../../data/record.ts';
import type { TeamCost } from '../../../serve/cost/cost-shape.ts';
import { costForTeam, type Wanted } from '../../../serve/cost/tier-choice.ts';
import { price, record, tier } from '../../builders.ts';

export const EVIDENCE = 'ev_00000000000000000001';
export const OTHER_EVIDENCE = 'ev_00000000000000000002';
export type Asked = Partial<Wanted>;
export type More = Partial<Parameters<typeof record>[0]>;

export function costOf(tiers: Tier[], wanted: Asked = {}, more: More = {}): TeamCost {
  return costForTeam(record({ tiers, ...more }), { seats: 1, billing: 'monthly', termYears: 1, ...wanted });
}

/** The figures of a cost side by side: `total` is that of the subscription, `sum` that of all. */
export function figuresOf(cost: TeamCost) {
  return { ...cost, sum: cost.total, ...cost.subscription, reasons: cost.total.excludes.map(({ reason }) => reason) };
}

/** Of one tier with these prices. */
export const of = (prices: Price[], more: Partial<Tier> = {}) => [tier({ prices, ...more })];

export const overage = {
  kind: 'overage',
  tier: 'pro',
  amount: '4.00',
  currency: 'USD',
  per: 'month',
  unit: 'seat',
  evidence: EVIDENCE,
} as const;

/** A price without a unit. */
export function unitless(amount: string): Price {
  const { unit: _, ...bare } = price({ amount });
  return bare;
}

export const flat = unitless('50.00');
