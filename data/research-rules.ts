/** The rules by which research follows from facts, by id, for docs/research.md and for consumers. */
import * as z from 'zod';

export const RULES = {
  'starting-price': 'The lowest paid monthly price, with its tier, billing and unit.',
  'lower-rates': 'Rates for cached or batched input compared with the same model’s input rate.',
  'one-time-price': 'The lowest price, if all are one-time.',
  'token-rates': 'The lowest and highest input rates, with the output rate of the same model.',
  'sold-by-quote': 'A tier that is priced on request only.',
  'only-free': 'A product whose only tiers are free.',
  'dearest-tier': 'The highest published monthly price, if it is not the lowest.',
  'free-tier': 'A free tier, or the absence of one.',
  trial: 'The trial that the vendor’s page states.',
  unconfirmed: 'Prices from a dataset that no vendor page has confirmed.',
  'category-median':
    'The starting price compared with the median of its category (same currency, unit and billing, at least eight vendors).',
  'main-cost': 'The cost beyond the sticker price that affects most buyers.',
  'annual-saving': 'Twelve monthly list prices minus the annual one, of one tier, unit and currency.',
  'stated-annual-discount': 'The discount for annual billing that the vendor’s page states, if no prices show it.',
  'capability-step': 'The lowest tier with a capability that lower tiers lack, according to the vendor.',
  'least-purchase': 'The minimum number of units times the price of one.',
  'cost-beyond': 'A cost beyond the sticker price, as in the record.',
  tax: 'Whether prices include taxes, according to the vendor’s page.',
  refund: 'The money-back period that the vendor’s page states.',
  announced: 'A future price that the vendor’s page announces.',
  programme: 'A discount programme that the vendor’s page states.',
  'renews-at-list': 'The list price after an introductory or promotional one of the same tier, billing and unit.',
  'cheapest-tier': 'The tier of the starting price.',
  'flat-price-crossover':
    'The number of units from which a flat price costs less than one per unit with the same billing.',
  'published-price': 'Tiers with a price on the vendor’s page.',
  'offer-ends': 'The last day of a promotion that the vendor’s page states.',
} as const satisfies Record<string, string>;

export const RuleId = z.enum(Object.keys(RULES) as [keyof typeof RULES, ...(keyof typeof RULES)[]]);
export type RuleId = z.infer<typeof RuleId>;
