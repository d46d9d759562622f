/** The log of what changed, to be followed from any cursor without missing or repeating an event. */

import * as z from 'zod';
import type { Site } from '../../config/site.ts';
import { LoggedChange } from '../../data/change.ts';
import { CHANGE_FILTER_PROBLEMS, type ChangeFilter, changeFilter, selectChanges } from '../interface/change-filter.ts';
import { operation } from '../interface/operation.ts';
import { integerParameter } from '../interface/parameters.ts';
import { invalidParameter } from '../interface/problem.ts';
import { Envelope, homeUrl, listEnvelope } from '../record/envelope.ts';
import { originsOf } from '../record/origins.ts';
import { changeView } from '../record/view.ts';

export const changes = operation({
  id: 'listChanges',
  summary: 'Price and tier changes, oldest first',
  tag: 'History',
  rest: { method: 'get', path: '/api/v2/changes' },
  params: z.object({
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, 'Invalid cursor')
      .optional()
      .meta({
        description:
          '`nextCursor` of an earlier response; omit it to start at the beginning. A cursor beyond the end of the log is an error: it is from another service, or from a newer generation.',
      }),
    limit: integerParameter(1, 1_000).default(100),
    ...changeFilter,
  }),
  response: z.strictObject({
    count: z.int(),
    changes: z.array(LoggedChange),
    nextCursor: z.string().meta({ description: 'Cursor for the next request; never expires.' }),
    hasMore: z.boolean(),
    ...Envelope.shape,
  }),
  problems: CHANGE_FILTER_PROBLEMS,
  examples: {
    first: { limit: '2' },
    resumed: { cursor: '2', limit: '2' },
    oneProduct: { slug: 'acme', type: 'price_changed' },
    largeMoves: { slugs: 'acme,delta', minPercent: '10' },
    tooFew: { slugs: '' },
    tooMany: { slugs: Array.from({ length: 51 }, (_, index) => `product-${index + 1}`).join(',') },
    unknown: { slug: 'nobody' },
    notACursor: { cursor: 'yesterday' },
    beyond: { cursor: '900' },
  },
  run(store, { cursor = '0', limit, ...filter }) {
    const { site, generation } = store;
    const after = Number(cursor);
    const end = generation.lastChangeSeq();
    if (after > end) throw invalidParameter('cursor', `Beyond the end of the log (${end})`);
    const { changes: list, next } = selectChanges(store, filter, { after, limit });
    return {
      count: list.length,
      changes: list.map(changeView),
      nextCursor: String(next ?? end),
      hasMore: next !== undefined,
      ...listEnvelope(site, generation, {
        page: pageOf(site, filter),
        groups: ['history'],
        origins: originsOf(['history'], { history: list.flatMap(({ imported }) => imported ?? []) }),
      }),
    };
  },
});

/** With the filters that the page has too. */
function pageOf(site: Site, { slug, category, type }: ChangeFilter): string {
  const query = new URLSearchParams({ ...(slug && { slug }), ...(category && { category }), ...(type && { type }) });
  return `${homeUrl(site)}changes${query.size > 0 ? `?${query}` : ''}`;
}
