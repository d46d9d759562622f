/** A page for people or for their programs (a feed), declared as an operation is: a path, its parameters, and what it shows of the store. */
import type * as z from 'zod';
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
