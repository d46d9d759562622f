/** The rules by which research follows from facts, by id, for docs/research.md and for consumers. */
import * as z from 'zod';

export const RULES = {
  'starting-price': 'The least paid price by the month, with its tier, billing and unit.',
  'lower-rates': 'Rates for cached or batched input against the same model’s rate for input.',
  'one-time-price': 'The least price, where all are paid once.',
  'token-rates': 'The least and the greatest rate for input, with the rate for output of the same model.',
  'sold-by-quote': 'A tier whose price the vendor gives on request only.',
  'only-free': 'A product whose only tiers are free.',
  'dearest-tier': 'The greatest published price by the month, where it is not the least.',
  'free-tier': 'A tier that is free, or that the vendor’s list of tiers has none.',
  trial: 'The trial that the vendor’s page states.',
  unconfirmed: 'Prices that a dataset states and no page of the vendor’s confirmed yet.',
  'category-median':
    'The starting price against the median of its category, of one currency, unit and billing, from eight vendors on.',
  'main-cost': 'Of the costs beyond the sticker price the one that concerns most buyers.',
  'annual-saving': 'Twelve monthly list prices less a year’s, of one tier, unit and currency.',
  'stated-annual-discount': 'The discount for annual billing that the vendor’s page states, where no prices show it.',
  'capability-step': 'The least tier that has a capability which the vendor says that lesser tiers lack.',
  'least-purchase': 'The least number of units that are sold, times the price of one.',
  'cost-beyond': 'A cost beyond the sticker price, as it stands in the record.',
  tax: 'Whether the prices include taxes, as the vendor’s page states it.',
  refund: 'Within which time the vendor’s page promises money back.',
  announced: 'What the vendor’s page says that a price is to become.',
  programme: 'A programme of lower prices that the vendor’s page states.',
  'renews-at-list': 'A list price beside an introductory or promotional one of the same tier, billing and unit.',
  'cheapest-tier': 'The tier of the starting price.',
  'flat-price-crossover': 'From how many units on a flat price costs less than one per unit, billed alike.',
  'published-price': 'Tiers that are sold at a price which stands on the vendor’s page.',
  'offer-ends': 'The last day of a promotion that the vendor’s page states.',
} as const satisfies Record<string, string>;

export const RuleId = z.enum(Object.keys(RULES) as [keyof typeof RULES, ...(keyof typeof RULES)[]]);
export type RuleId = z.infer<typeof RuleId>;
