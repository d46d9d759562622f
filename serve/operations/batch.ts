/** Pricing records of several products at once. What is not there is listed, and fails nothing. */
import * as z from 'zod';
import { Envelope, listEnvelope } from '../envelope.ts';
import { composite } from '../json-text.ts';
import { follow, Tombstone } from '../lookup.ts';
import { operation } from '../operation.ts';
import { slugsParameter } from '../parameters.ts';
import { groupsOf, recordAnswer, recordChoice } from '../record/answer.ts';
import { RecordView } from '../record/shape.ts';
import { label } from '../vendor-text.ts';

export const batch = operation({
  id: 'getPricingBatch',
  summary: 'Pricing records of up to 20 products',
  tag: 'Prices',
  rest: { method: 'get', path: '/api/v2/pricing' },
  params: z.object({ slugs: slugsParameter({ least: 1, most: 20 }), ...recordChoice }),
  response: z.strictObject({
    count: z.int(),
    records: z.array(RecordView),
    notFound: z.array(z.string()).meta({ description: 'What was asked for and has no record, as it was asked for.' }),
    retired: z.array(Tombstone).optional().meta({ description: 'Those of `notFound` that the vendor has ended.' }),
    ...Envelope.shape,
  }),
  problems: ['too_few_slugs', 'too_many_slugs'],
  examples: {
    three: { slugs: 'delta,tokens,nobody', fields: 'startingPrice,rateCard' },
    none: {},
    empty: { slugs: ',' },
    tooMany: { slugs: Array.from({ length: 21 }, (_, index) => `product-${index + 1}`).join(',') },
  },
  run(store, { slugs, ...choice }, now) {
    const records = new Map<string, RecordView>();
    const notFound: string[] = [];
    const retired: Tombstone[] = [];
    for (const slug of slugs) {
      const sought = follow(store, slug);
      const answer = sought.kind === 'found' ? recordAnswer(store, sought, now, choice) : undefined;
      if (answer !== undefined) records.set(answer.slug, answer);
      else notFound.push(label(slug, 80));
      if (sought.kind === 'retired') retired.push(sought.tombstone);
    }
    const list = composite([...records.values()]);
    return {
      count: list.length,
      records: list,
      notFound,
      ...(retired.length === 0 ? {} : { retired }),
      ...listEnvelope(store.site, store.generation, { groups: groupsOf(list) }),
    };
  },
});
