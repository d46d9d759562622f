/** A page for people, or a feed for programs. */
import type * as z from 'zod';
import type { Site } from '../../config/site.ts';
import type { Html } from '../../web/html.ts';
import type { Store } from '../store/store.ts';
import type { Feed } from './published-files.ts';

export interface Page<Params extends z.ZodObject = z.ZodObject> {
  id: string;
  path: string;
  /** HTML by default. */
  contentType?: string;
  /** Of a feed, for the manifest. */
  summary?: string;
  /** Of a JSON feed. */
  response?: z.ZodType;
  params: Params;
  /**
   * Private parameters, taken from a posted form alone: they appear in no address, log or cache. Such a page answers
   * POST too.
   */
  typed?: readonly string[];
  /** In the sitemap: once, once per category, or for the products that it selects. */
  listed?: true | 'categories' | ((product: Listing) => boolean);
  /** Pure and synchronous. @throws {Problem} @throws {Moved} */
  render(store: Store, params: z.output<Params>, context: PageContext): Html | string;
}

interface PageContext {
  now: Date;
  /** As JSON. */
  manifest(): string;
}

export interface Listing {
  /** A price or rate is known, or that it is free or has none. */
  isKnown: boolean;
  hasHistory: boolean;
  hasCostGuide: boolean;
  hasApi: boolean;
}

/** What is no feed is HTML. */
type PageOrFeed = { contentType?: never; render(...given: never): Html } | Feed;

/** The identity; it types the second argument of `render`. */
export function page<Params extends z.ZodObject>(declared: Page<Params> & PageOrFeed): Page<Params> {
  return declared;
}

/** A page that does not depend on what is published. */
export interface FixedPage<Params extends z.ZodObject = z.ZodObject>
  extends Pick<Page<Params>, 'id' | 'path' | 'contentType' | 'summary' | 'response' | 'params'> {
  listed?: true;
  /** Of its `Link` header. */
  links?(site: Site): string[];
  /** @throws {Problem} */
  render(site: Site, params: z.output<Params>): Html | string;
}

export function fixedPage<Params extends z.ZodObject>(declared: FixedPage<Params> & PageOrFeed): FixedPage<Params> {
  return declared;
}

export function isFeed<Any extends Pick<Page, 'contentType' | 'summary'>>(
  declared: Any,
): declared is Any & Pick<Feed, 'contentType' | 'summary'> {
  return declared.contentType !== undefined && declared.summary !== undefined;
}
