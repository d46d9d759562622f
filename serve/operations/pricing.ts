/** Everything that is known of one product's prices, with proof and dates. */
import * as z from 'zod';
import { find } from '../lookup.ts';
import { operation } from '../operation.ts';
import { slugParameter } from '../parameters.ts';
import { notYetKnown, recordAnswer, recordChoice } from '../record-answer.ts';
import { RecordView } from '../record-shape.ts';

export const pricing = operation({
  id: 'getPricing',
  summary: 'Pricing record of one product',
  rest: { method: 'get', path: '/api/v2/pricing/{slug}' },
  tool: 'get_pricing',
  params: z.object({ slug: slugParameter, ...recordChoice }),
  response: RecordView,
  run(store, { slug, ...choice }, now) {
    const found = find(store, slug);
    const answer = recordAnswer(store, found, now, choice);
    if (answer === undefined) throw notYetKnown(store, found, choice.asOf);
    return answer;
  },
});
