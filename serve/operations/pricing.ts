/** Everything that is known of one product's prices, with proof and dates. */
import * as z from 'zod';
import { find } from '../lookup.ts';
import { operation } from '../operation.ts';
import { slugParameter } from '../parameters.ts';
import { notYetKnown, recordAnswer, recordChoice } from '../record/answer.ts';
import { RecordView } from '../record/shape.ts';

export const pricing = operation({
  id: 'getPricing',
  summary: 'Pricing record of one product',
  tag: 'Prices',
  rest: { method: 'get', path: '/api/v2/pricing/{slug}' },
  tool: 'get_pricing',
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
    const answer = recordAnswer(store, found, now, choice);
    if (answer === undefined) throw notYetKnown(store, found, choice);
    return answer;
  },
});
