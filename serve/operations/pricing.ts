/** Everything that is known of one product's prices, with proof and dates. */
import * as z from 'zod';
import { find } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { slugParameter } from '../interface/parameters.ts';
import { RecordView, recordViewOf } from '../record/shape.ts';
import { marketParameter, notYetKnown, recordAnswer, recordChoice } from './record-answer.ts';

export const pricing = operation({
  id: 'getPricing',
  summary: 'Pricing record of one product',
  tag: 'Prices',
  rest: { method: 'get', path: '/api/v2/pricing/{slug}' },
  tools: [
    {
      name: 'get_pricing',
      title: 'Prices of one product',
      description:
        'Published prices of one software product: tiers with exact amounts, billing and unit, free tier, discounts, hidden costs, position in its category, and advice; each with its confidence, last confirmation and quote. Use it for "what does X cost?". A tier with isCustom is "contact us". A missing price is not known: never guess it.',
      takes: ['slug', 'depth', 'fields', 'asOf'],
      quotes: 'record',
      // For what these are of, a tool has no argument.
      response: RecordView.omit({ withheld: true, recordedBefore: true, market: true }).required({ evidence: true }),
    },
    {
      name: 'get_hidden_costs',
      title: 'Costs beyond the price',
      description:
        'Costs of a product beyond its sticker price: single sign-on that requires a higher tier, set-up, support, add-ons, fees. Each entry has its origin. An empty list means that no such cost is known, not that there is none.',
      takes: ['slug'],
      asks: { fields: ['hiddenCosts', 'startingPrice', 'startingPriceBasis'] },
      quotes: 'record',
      response: recordViewOf(['hiddenCosts', 'startingPrice', 'startingPriceBasis']),
    },
    {
      name: 'get_positioning',
      title: 'Category comparison',
      description:
        'Compares a product’s starting price with the minimum, median and maximum of its category, among other products with the same currency, billing and unit. Includes the size, vendors, ages and sources of the sample. If `sufficient` is false, there are fewer than 8 vendors and no median. `positioning` is absent if no price is comparable, for example because its billing is not known.',
      takes: ['slug'],
      asks: { fields: ['positioning', 'startingPrice', 'startingPriceBasis', 'priceRange'] },
      quotes: 'record',
      response: recordViewOf(['positioning', 'startingPrice', 'startingPriceBasis', 'priceRange']),
    },
  ],
  params: z.object({ slug: slugParameter, market: marketParameter.optional(), ...recordChoice }),
  response: RecordView,
  problems: ['not_found', 'retired'],
  examples: {
    record: { slug: 'acme' },
    summary: { slug: 'delta', depth: 'summary' },
    narrowed: { slug: 'acme', fields: 'startingPrice,freeTier' },
    tokens: { slug: 'tokens', fields: 'rateCard' },
    market: { slug: 'acme', market: 'DE', depth: 'summary' },
    past: { slug: 'acme', asOf: '2026-01-31', depth: 'summary' },
    sure: { slug: 'beta', depth: 'summary', minConfidence: '0.9', maxAgeDays: '30' },
    unverified: { slug: 'beta', depth: 'summary' },
    unknownField: { slug: 'acme', fields: 'price' },
    unknown: { slug: 'acne' },
    ended: { slug: 'bygone' },
  },
  run(store, { slug, ...choice }, now) {
    const found = find(store, slug);
    const answer = recordAnswer(store, found, { ...choice, now });
    if (answer === undefined) throw notYetKnown(store, found, choice);
    return answer;
  },
});
