/**
 * A feed of all products, too large to be made for one request. The exporter makes it in one pass over the generation: a
 * head, a text per product, an end. So the whole is never in memory.
 */
import type * as z from 'zod';
import type { Listing } from '../../interface/page.ts';
import type { Feed } from '../../interface/published-files.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';

/** A product that is sold, with its record as `GET /api/v2/pricing/{slug}` answers it. */
export interface FeedProduct extends Listing {
  record: RecordView;
  categoryName: string;
  /** Place among the products that are sold, by slug. */
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
  /** Schema of a JSON feed. */
  response?: z.ZodType;
  /** The files for so many products, possibly none. They hold state: each is made for one pass. */
  files(store: Store): BulkFile[];
}
