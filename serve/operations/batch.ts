/** Pricing records of several products at once. What is not there is listed, and fails nothing. */

import * as z from 'zod';
import { lookUpAll, Missing } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { slugsParameter } from '../interface/parameters.ts';
import { Envelope, listEnvelope } from '../record/envelope.ts';
import { originsOfAnswers } from '../record/origins.ts';
import { RecordView } from '../record/shape.ts';
import { groupsOfRecords, recordAnswer, recordChoice } from './record-answer.ts';

export const batch = operation({
  id: 'getPricingBatch',
  summary: 'Pricing records of up to 20 products',
  tag: 'Prices',
  rest: { method: 'get', path: '/api/v2/pricing' },
  params: z.object({ slugs: slugsParameter({ least: 1, most: 20 }), ...recordChoice }),
  response: z.strictObject({
    count: z.int(),
    records: z.array(RecordView),
    ...Missing.shape,
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
    const { answers, missing } = lookUpAll(store, slugs, (found) => recordAnswer(store, found, { ...choice, now }));
    return {
      count: answers.length,
      records: answers,
      ...missing,
      ...listEnvelope(store.site, store.generation, {
        groups: groupsOfRecords(answers, choice),
        origins: originsOfAnswers(answers),
      }),
    };
  },
});
