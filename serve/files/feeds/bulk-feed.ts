/**
 * A feed of all products, made in one go through the generation: what stands before them, a piece for each, what stands
 * after. No piece is larger than what one product has to say, so that the whole never lies in memory.
 */
import type * as z from 'zod';
import type { Listing } from '../../interface/page.ts';
import type { Feed } from '../../interface/published-files.ts';
import type { RecordView } from '../../record/shape.ts';
import type { Store } from '../../store/store.ts';

/** A product that is sold, as its own answer has it (`GET /api/v2/pricing/{slug}`), with its way to the vendor as of a feed. */
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
  /** Of JSON. */
  response?: z.ZodType;
  /** None where there is no such file for so many products. Each is made for one pass over them. */
  files(store: Store): BulkFile[];
}
