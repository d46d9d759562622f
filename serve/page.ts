/** A page for people or for their programs (a feed), declared as an operation is: a path, its parameters, and what it shows of the store. */
import type * as z from 'zod';
import type { Site } from '../config/site.ts';
import type { Html } from './pages/html.ts';
import type { Store } from './store.ts';

export interface Page<Params extends z.ZodObject = z.ZodObject> {
  id: string;
  path: string;
  /** HTML unless it says otherwise. */
  contentType?: string;
  /** What it holds, where it is for programs: such a page is part of the manifest. */
  summary?: string;
  params: Params;
  /** As `run` of an operation: pure and synchronous. @throws {Problem} @throws {Moved} */
  render(store: Store, params: z.output<Params>, now: Date): Html;
}

/** The identity; it exists so that `params` types the second argument of `render`. */
export function page<Params extends z.ZodObject>(declared: Page<Params>): Page<Params> {
  return declared;
}

/** A page that is the same whatever is published, and there before anything is. */
export interface FixedPage<Params extends z.ZodObject = z.ZodObject>
  extends Pick<Page<Params>, 'id' | 'path' | 'params'> {
  /** @throws {Problem} */
  render(site: Site, params: z.output<Params>): Html;
}

export function fixedPage<Params extends z.ZodObject>(declared: FixedPage<Params>): FixedPage<Params> {
  return declared;
}
