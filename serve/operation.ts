/**
 * One thing that a consumer can ask, declared once: the REST route, the parameters and their validation, the shape
 * of the answer, and the tool of the same name are readings of it.
 */
import type * as z from 'zod';
import type { Store } from './store.ts';

/** `get` answers HEAD too, and its answers are kept by caches. Neither changes anything. */
export type Method = 'get' | 'post';

export interface Operation<Params extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> {
  /** `operationId` of the manifest. */
  id: string;
  summary: string;
  /** `{name}` in the path is a parameter of `params`; the others are the query's, or of `post` the members of the body. */
  rest: { method: Method; path: `/api/v2/${string}` };
  /** The tool that answers the same; absent where there is none. */
  tool?: string;
  params: Params;
  response: Response;
  /**
   * Pure over its arguments, and synchronous: so no request ever holds a generation across a turn of the event loop,
   * and one that was replaced can be closed at once. `now` is the start of the UTC day.
   *
   * @throws {Problem} what the consumer did wrong or asked for in vain
   * @throws {Moved} a slug that leads elsewhere
   */
  run(store: Store, params: z.output<Params>, now: Date): z.output<Response>;
}

/** The identity; it exists so that `params` types the second argument of `run`. */
export function operation<Params extends z.ZodObject, Response extends z.ZodType>(
  declared: Operation<Params, Response>,
): Operation<Params, Response> {
  return declared;
}
