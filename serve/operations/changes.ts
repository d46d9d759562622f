/** The log of what changed, to be followed from any cursor without missing or repeating an event. */

import * as z from 'zod';
import { ChangeType, LoggedChange } from '../../data/change.ts';
import { find, knownCategory, seek } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { categoryParameter, integerParameter, slugParameter } from '../interface/parameters.ts';
import { invalidParameter } from '../interface/problem.ts';
import { Envelope, listEnvelope } from '../record/envelope.ts';
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
    slug: slugParameter.optional(),
    category: categoryParameter.optional(),
    type: ChangeType.optional(),
  }),
  response: z.strictObject({
    count: z.int(),
    changes: z.array(LoggedChange),
    nextCursor: z.string().meta({ description: 'Cursor for the next request; never expires.' }),
    hasMore: z.boolean(),
    ...Envelope.shape,
  }),
  problems: ['not_found'],
  examples: {
    first: { limit: '2' },
    resumed: { cursor: '2', limit: '2' },
    oneProduct: { slug: 'acme', type: 'price_changed' },
    unknown: { slug: 'nobody' },
    notACursor: { cursor: 'yesterday' },
    beyond: { cursor: '900' },
  },
  run(store, { cursor = '0', limit, slug, category, type }) {
    const { site, generation } = store;
    const after = Number(cursor);
    const end = generation.lastChangeSeq();
    if (after > end) throw invalidParameter('cursor', `Beyond the end of the log (${end})`);
    const filter = {
      ...(slug === undefined ? {} : { slug: changedProduct(store, slug) }),
      ...(category === undefined ? {} : { category: knownCategory(store, category) }),
      ...(type === undefined ? {} : { type }),
    };
    // One more than asked for tells whether there are more.
    const found = generation.changes({ after, limit: limit + 1, ...filter });
    const list = found.slice(0, limit);
    const hasMore = found.length > limit;
    return {
      count: list.length,
      changes: list.map(changeView),
      nextCursor: String(hasMore ? (list.at(-1)?.seq ?? after) : end),
      hasMore,
      ...listEnvelope(site, generation, {
        groups: ['history'],
        origins: originsOf(['history'], { history: list.flatMap(({ imported }) => imported ?? []) }),
      }),
    };
  },
});

/** Changes of a retired product stay in the log, so a tombstone is no obstacle here. */
export function changedProduct(store: Parameters<typeof seek>[0], slug: string): string {
  const sought = seek(store, slug);
  if (sought.kind === 'moved') return sought.to;
  return sought.kind === 'retired' ? slug : find(store, slug).product.slug;
}
