/** A feed of all products. The exporter writes it product by product, so the whole is never in memory. */

import * as z from 'zod';
import type { Listing } from '../../interface/page.ts';
import type { Feed } from '../../interface/published-files.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';

/** A product that is sold, with its record as `GET /api/v2/pricing/{slug}` answers it. */
export interface FeedProduct extends Listing {
  record: RecordView;
  categoryName: string;
  /** When we last recorded other prices; absent without history. */
  recordedAt?: string;
  /** Position among the products that are sold, by slug. */
  index: number;
}

export interface BulkFile {
  path: string;
  head: string;
  product(product: FeedProduct): string;
  end(): string;
}

export interface BulkFeed extends Feed {
  params: z.ZodObject;
  response?: z.ZodType;
  /** Stateful: each list serves one pass. Empty where the feed does not apply. */
  files(store: Store): BulkFile[];
}

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
