/** A cost as consumers read it: lines that add up, and what is left out with the reason. */
import * as z from 'zod';
import { Amount, Currency } from '../../data/money.ts';
import { Billing, Per, Unit } from '../../data/reading.ts';
import { EvidenceId, HiddenCost } from '../../data/record.ts';
import { Sum } from './exact.ts';

/** Units, their amount, and the time that they are paid for. */
export const CostLine = z.strictObject({
  kind: z.enum(['quoted', 'on_top', 'extra_seats', 'renewal']).meta({
    description:
      'quoted: the tier’s price; on_top: an additional price, such as a price per seat on top of a base price; extra_seats: seats beyond the included ones; renewal: the price from the second year.',
  }),
  label: z.string(),
  amount: Amount.meta({ description: 'Price of one unit, as the vendor states it.' }),
  currency: Currency,
  per: z.enum(['month', 'year', 'once']),
  unit: Unit.optional(),
  units: z.int().min(0),
  annual: Sum.meta({ description: 'Cost in the first year; 0 for one-time payments.' }),
  term: Sum.meta({ description: 'Cost over the whole term.' }),
  evidence: EvidenceId.optional(),
});
export type CostLine = z.infer<typeof CostLine>;

/** Why the totals leave out a cost, by the code of the reason. */
export const EXCLUSION_DETAILS = {
  usage: 'Usage cannot be derived from the number of seats',
  not_counted_from_seats: 'The quantity cannot be derived from the number of seats; one is counted if it is required',
  unit_not_stated: 'The unit of the price is not known; counted once for the whole team',
  included_not_stated: 'The number of included seats is not known; no additional seats are counted',
  seats_beyond_included: 'The price includes fewer seats; the price of additional seats is not known',
  alternative_price: 'Listed next to the counted price; its conditions are not known',
  one_time_alternative: 'One-time payment; whether it replaces or adds to the counted price is not known',
  other_period: 'Sold by the day or week; no monthly or annual price',
  other_currency: 'In another currency; currencies are not converted',
  other_tier: 'Applies to other tiers',
  upgrade: 'Requires an upgrade to a tier with this feature; request the cost of that tier',
  included: 'Included in the tier',
  optional: 'Optional; its amount is listed',
  in_subscription: 'Included in the subscription where it applies',
  price_not_known: 'The amount for a team is not known',
} as const;
export type ExclusionReason = keyof typeof EXCLUSION_DETAILS;

/** A cost that the totals leave out, and why. */
export const Exclusion = z.strictObject({
  reason: z.enum(Object.keys(EXCLUSION_DETAILS) as [ExclusionReason, ...ExclusionReason[]]),
  label: z.string(),
  detail: z.string().meta({ description: 'The reason as a sentence.' }),
  amount: Amount.optional(),
  currency: Currency.optional(),
  per: Per.optional(),
  unit: Unit.optional(),
});
export type Exclusion = z.infer<typeof Exclusion>;

const Subscription = z.strictObject({
  perUnitPerMonth: z.number().optional().meta({
    description: 'Monthly price of the tier; absent if it is not sold by the month or year.',
  }),
  unit: Unit.optional().meta({ description: 'What one price buys, if the page states it.' }),
  unitsCharged: z.int().optional().meta({ description: 'Number of paid units, including a minimum.' }),
  monthly: z.number().optional().meta({ description: 'A twelfth of `annual`; absent for one-time payments.' }),
  annual: z.number().optional().meta({ description: 'Cost of the first year; absent for one-time payments.' }),
  total: z.number().optional().meta({ description: 'Cost over the term, including one-time payments.' }),
  lines: z.array(CostLine).meta({ description: 'Lines that add up exactly to `annual` and `total`.' }),
});

export const HiddenCostLine = HiddenCost.extend({
  counted: z.boolean().meta({ description: 'Whether the totals include it; if not, `total.excludes` has the reason.' }),
  units: z.int().optional(),
  annual: Sum.optional().meta({ description: 'Cost for this team in a year, if it can be calculated.' }),
  term: Sum.optional(),
});
export type HiddenCostLine = z.infer<typeof HiddenCostLine>;

const Total = z.strictObject({
  annual: z
    .number()
    .optional()
    .meta({ description: 'Subscription and counted hidden costs in the first year; absent for one-time payments.' }),
  term: z.number().optional().meta({ description: 'The same over the term, including one-time payments.' }),
  complete: z.boolean().meta({
    description:
      'Whether the totals include all certain costs. If false, they are a minimum: a price has no known unit, does not cover all seats, depends on usage, or is a "from" price, or a set-up fee is not counted.',
  }),
  excludes: z.array(Exclusion),
});

/** What a team pays. Without a countable price there are no figures. */
export const TeamCost = z.strictObject({
  tier: z.string().meta({ description: 'Id of the tier.' }),
  tierName: z.string(),
  seats: z.int(),
  billing: Billing.optional().meta({
    description:
      'The billing used: the other one if the tier is not sold under the requested one. Absent if the tier is not sold by the month or year, or if unknown.',
  }),
  termYears: z.int(),
  currency: Currency.optional().meta({ description: 'Absent for a free tier.' }),
  subscription: Subscription,
  hiddenCosts: z.array(HiddenCostLine),
  total: Total,
  notes: z.array(z.string()).meta({ description: 'Assumptions behind the sum.' }),
});
export type TeamCost = z.infer<typeof TeamCost>;

/** Left out although they are surely paid: how much cannot be told from seats. */
const SURELY_PAID: ReadonlySet<ExclusionReason> = new Set([
  'usage',
  'not_counted_from_seats',
  'unit_not_stated',
  'included_not_stated',
  'seats_beyond_included',
  'other_period',
  // Only a set-up fee has one of these.
  'other_currency',
  'price_not_known',
]);

export function isSurelyPaid({ reason }: Exclusion): boolean {
  return SURELY_PAID.has(reason);
}
