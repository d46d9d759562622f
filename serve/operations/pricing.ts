/** Everything that is known of one product's prices, with proof and dates. */
import * as z from 'zod';
import { find } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { slugParameter } from '../interface/parameters.ts';
import { RecordView, recordViewOf } from '../record/shape.ts';
import { notYetKnown, recordAnswer, recordChoice } from './record-answer.ts';

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
        'Published prices of one software product: its tiers with exact amounts, billing and unit, free tier, discounts, hidden costs, position in its category, and advice; how sure each figure is, when a page of the vendor’s last confirmed it, and the words that it was read from. Use it for "what does X cost?". A tier with isCustom is "contact us"; a price that is not there is not known: never fill it in.',
      takes: ['slug', 'depth', 'fields', 'asOf'],
      quotes: 'record',
      // For what these are of, a tool has no argument.
      response: RecordView.omit({ withheld: true, recordedBefore: true }).required({ evidence: true }),
    },
    {
      name: 'get_hidden_costs',
      title: 'Costs beyond the price',
      description:
        'What a product costs beyond its sticker price: single sign-on that only a dearer tier has, set-up, support, add-ons, fees. Each entry says where it is from. An empty list means that none is known, not that there is none.',
      takes: ['slug'],
      asks: { fields: ['hiddenCosts', 'startingPrice', 'startingPriceBasis'] },
      quotes: 'record',
      response: recordViewOf(['hiddenCosts', 'startingPrice', 'startingPriceBasis']),
    },
    {
      name: 'get_positioning',
      title: 'Price against the category',
      description:
        'A product’s starting price against the least, median and greatest of its category, among products of the same currency, billing and unit, without itself, with the size, vendors, ages and sources of the sample. Where `sufficient` is false there are fewer than 8 vendors and no median.',
      takes: ['slug'],
      asks: { fields: ['positioning', 'startingPrice', 'startingPriceBasis', 'priceRange'] },
      quotes: 'record',
      response: recordViewOf(['positioning', 'startingPrice', 'startingPriceBasis', 'priceRange']),
    },
  ],
  params: z.object({ slug: slugParameter, ...recordChoice }),
  response: RecordView,
  problems: ['not_found', 'retired'],
  examples: {
    record: { slug: 'acme' },
    summary: { slug: 'delta', depth: 'summary' },
    narrowed: { slug: 'acme', fields: 'startingPrice,freeTier' },
    tokens: { slug: 'tokens', fields: 'rateCard' },
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
