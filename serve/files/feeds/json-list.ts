/** A JSON feed of all products, written product by product. Its envelope comes last, since it depends on all of them. */
import * as z from 'zod';
import type { Feed } from '../../interface/published-files.ts';
import type { Store } from '../../store/store.ts';
import type { BulkFeed, FeedProduct } from './bulk-feed.ts';

interface Content {
  /** Members before the list. */
  head?: object;
  /** An entry as an object; undefined for none. */
  entryOf(product: FeedProduct): object | undefined;
  /** Members behind the list. */
  envelope(): object;
}

/**
 * @param member that has the list
 * @param content is stateful: it serves one pass
 */
export function jsonListFeed(
  feed: Feed & { response: z.ZodType },
  member: string,
  content: (store: Store) => Content,
): BulkFeed {
  return {
    ...feed,
    params: z.object({}),
    files(store) {
      const { head = {}, entryOf, envelope } = content(store);
      return [
        {
          path: feed.path,
          head: JSON.stringify({ ...head, [member]: [] }).slice(0, -2),
          product(product) {
            const entry = entryOf(product);
            return entry === undefined ? '' : `${product.index === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`;
          },
          end: () => `\n],${JSON.stringify(envelope()).slice(1)}\n`,
        },
      ];
    },
  };
}
