/** What the products of a stack cost together, by currency. Pure. */
import * as z from 'zod';
import { Currency } from '../../data/money.ts';
import type { TeamCost } from './cost-shape.ts';
import { type Exact, exact, Sum, sumOf, sumText, twelfth } from './exact.ts';

const Billed = z.strictObject({
  monthly: Sum.meta({ description: 'A twelfth of `annual`.' }),
  annual: Sum.meta({ description: 'Cost of the first year, with the hidden costs that everybody pays.' }),
  complete: z.boolean().meta({ description: 'Whether no certain cost is missing; if not, the sums are a minimum.' }),
});

export const StackTotal = z.strictObject({
  currency: Currency,
  items: z.int().meta({ description: 'Number of items in the sums.' }),
  billedMonthly: Billed,
  billedAnnually: Billed.meta({ description: 'Items that are not sold by the year count at their other billing.' }),
});
export type StackTotal = z.infer<typeof StackTotal>;

/** One item under both billings. */
export interface BothBillings {
  monthly: TeamCost;
  annual: TeamCost;
}

/** In the order in which the currencies occur. Free items and one-time payments are in no sum. */
export function stackTotals(costs: readonly BothBillings[]): StackTotal[] {
  const counted = costs.filter(isYearly);
  return [...Map.groupBy(counted, ({ monthly }) => monthly.currency)].flatMap(([currency, of]) =>
    currency === undefined
      ? []
      : {
          currency,
          items: of.length,
          billedMonthly: billed(of.map(({ monthly }) => monthly)),
          billedAnnually: billed(of.map(({ annual }) => annual)),
        },
  );
}

/** Not what is sold by usage alone or paid once. */
export function isYearly({ monthly, annual }: BothBillings): boolean {
  return monthly.total.annual !== undefined && annual.total.annual !== undefined;
}

function billed(costs: readonly TeamCost[]): z.infer<typeof Billed> {
  const annual = sumOf(costs.map(yearOf));
  return {
    monthly: sumText(twelfth(annual)),
    annual: sumText(annual),
    complete: costs.every(({ total }) => total.complete),
  };
}

function yearOf({ subscription, hiddenCosts }: TeamCost): Exact {
  const hidden = hiddenCosts.flatMap(({ counted, annual }) => (counted && annual !== undefined ? annual : []));
  return sumOf([...subscription.lines.map(({ annual }) => annual), ...hidden].map(exact));
}
