/** A page for people or for their programs (a feed), declared as an operation is: a path, its parameters, and what it shows of the store. */
import type * as z from 'zod';
import type { Site } from '../../config/site.ts';
import type { Html } from '../../web/html.ts';
import type { Store } from '../store/store.ts';
import type { Feed } from './published-files.ts';

export interface Page<Params extends z.ZodObject = z.ZodObject> {
  id: string;
  path: string;
  /** HTML unless it says otherwise. */
  contentType?: string;
  /** What it holds, where it is for programs: such a page is part of the manifest. */
  summary?: string;
  /** Of JSON. */
  response?: z.ZodType;
  params: Params;
  /**
   * Parameters that a person types of themselves. They are taken from a body (a form with `method=post`) and from nothing
   * else, so that they stand in no address, no log and no cache; such a page answers POST too.
   */
  typed?: readonly string[];
  /** For search engines: `true` where there is one, one a category, or of which products there is one. Absent: not listed. */
  listed?: true | 'categories' | ((product: Listing) => boolean);
  /** As `run` of an operation: pure and synchronous. HTML is `Html`, which escapes. @throws {Problem} @throws {Moved} */
  render(store: Store, params: z.output<Params>, context: PageContext): Html | string;
}

export interface PageContext {
  now: Date;
  /** The manifest as JSON, for the pages that are made of it. */
  manifest(): string;
}

/** What decides which pages a product has. */
export interface Listing {
  hasCostGuide: boolean;
  hasApi: boolean;
}

/** The identity; it exists so that `params` types the second argument of `render`. */
export function page<Params extends z.ZodObject>(
  declared: Page<Params> & { contentType?: never; render(...given: never): Html },
): Page<Params> {
  return declared;
}

/** What is published for programs, in its own format. */
export function feedPage<Params extends z.ZodObject>(declared: Page<Params> & Feed): Page<Params> {
  return declared;
}

/** A page that is the same whatever is published, and there before anything is. */
export interface FixedPage<Params extends z.ZodObject = z.ZodObject>
  extends Pick<Page<Params>, 'id' | 'path' | 'contentType' | 'summary' | 'response' | 'params'> {
  listed?: true;
  /** Of its `Link` header. */
  links?(site: Site): string[];
  /** @throws {Problem} */
  render(site: Site, params: z.output<Params>): Html | string;
}

export function fixedPage<Params extends z.ZodObject>(
  declared: FixedPage<Params> & { contentType?: never; render(...given: never): Html },
): FixedPage<Params> {
  return declared;
}

export function fixedFeed<Params extends z.ZodObject>(declared: FixedPage<Params> & Feed): FixedPage<Params> {
  return declared;
}

/** Programs ask for it, so the manifest has it. */
export function isFeed<Any extends Pick<Page, 'contentType' | 'summary'>>(
  declared: Any,
): declared is Any & Pick<Feed, 'contentType' | 'summary'> {
  return declared.contentType !== undefined && declared.summary !== undefined;
}
