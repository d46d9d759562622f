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
      'quoted: what the tier is quoted at; on_top: what comes with it, as so much a seat beside a base price; extra_seats: seats beyond the included ones; renewal: what the quoted price becomes from the second year on.',
  }),
  label: z.string(),
  amount: Amount.meta({ description: 'Of one unit, as the vendor states it.' }),
  currency: Currency,
  per: z.enum(['month', 'year', 'once']),
  unit: Unit.optional(),
  units: z.int().min(0),
  annual: Sum.meta({ description: 'In the first year; of what is paid once, nothing.' }),
  term: Sum.meta({ description: 'Over all years of the term.' }),
  evidence: EvidenceId.optional(),
});
export type CostLine = z.infer<typeof CostLine>;

export const ExclusionReason = z.enum([
  'usage',
  'not_counted_from_seats',
  'unit_not_stated',
  'included_not_stated',
  'seats_beyond_included',
  'alternative_price',
  'one_time_alternative',
  'other_period',
  'other_currency',
  'other_tier',
  'upgrade',
  'included',
  'optional',
  'in_subscription',
  'price_not_known',
]);
export type ExclusionReason = z.infer<typeof ExclusionReason>;

/** A cost that the totals leave out, and why. */
export const Exclusion = z.strictObject({
  reason: ExclusionReason,
  label: z.string(),
  detail: z.string().meta({ description: 'The reason in words.' }),
  amount: Amount.optional(),
  currency: Currency.optional(),
  per: Per.optional(),
  unit: Unit.optional(),
});
export type Exclusion = z.infer<typeof Exclusion>;

const Subscription = z.strictObject({
  perUnitPerMonth: z.number().optional().meta({
    description: 'What the tier is quoted at, by the month; absent where it is not sold by the month or year.',
  }),
  unit: Unit.optional().meta({ description: 'What that price buys, as far as the page says it.' }),
  unitsCharged: z.int().optional().meta({ description: 'Units paid for at that price: a minimum is charged in full.' }),
  monthly: z.number().optional().meta({ description: 'A twelfth of `annual`; absent for what is paid once.' }),
  annual: z.number().optional().meta({ description: 'Of the first year; absent for what is paid once.' }),
  total: z.number().optional().meta({ description: 'Over the term, with what is paid once.' }),
  lines: z.array(CostLine).meta({ description: 'They add up to `annual` and `total` exactly.' }),
});

export const HiddenCostLine = HiddenCost.extend({
  counted: z.boolean().meta({ description: 'Whether the totals hold it; where not, `total.excludes` says why.' }),
  units: z.int().optional(),
  annual: Sum.optional().meta({ description: 'What it comes to for this team in a year, where that can be said.' }),
  term: Sum.optional(),
});
export type HiddenCostLine = z.infer<typeof HiddenCostLine>;

export const Total = z.strictObject({
  annual: z
    .number()
    .optional()
    .meta({ description: 'Subscription and counted hidden costs in the first year; absent for what is paid once.' }),
  term: z.number().optional().meta({ description: 'The same over the term, with what is paid once.' }),
  complete: z.boolean().meta({
    description:
      'Whether the totals hold all that the team is sure to pay. If false, it pays at least the totals: a price has no known unit, does not cover all seats, depends on usage, or is a "from" price.',
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
      'The billing that is counted with: the other one where the tier is not sold under the one asked for. Absent for what is not sold by the month or year, and where it is not known.',
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
]);

export function isSurelyPaid({ reason }: Exclusion): boolean {
  return SURELY_PAID.has(reason);
}
