/**
 * One thing that a consumer can ask, declared once: the REST route, the parameters and their validation, the shape
 * of the answer, and the tool of the same name are readings of it.
 */
import type * as z from 'zod';
import type { Store } from '../store/store.ts';
import type { ProblemCode } from './problem.ts';
import type { Tool } from './tool.ts';

/** What operations are grouped by in the manifest and the docs. */
export const TAGS = {
  Prices: 'What products cost, with the words that each price was read from.',
  Costs: 'What a team or a workload really pays, beyond the sticker price.',
  History: 'What prices were, and how they moved.',
  Discovery: 'Which products there are, and what is known of them.',
  Tools: 'The same for agents.',
  Feeds: 'What to follow or to fetch in bulk, and the way to a vendor’s page.',
  Dataset: 'How good the data is, and how this interface is described.',
} as const;
export type Tag = keyof typeof TAGS;

/** `get` answers HEAD too, and its answers are kept by caches. Neither changes anything. */
export type Method = 'get' | 'post';

export interface Operation<Params extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> {
  /** `operationId` of the manifest. */
  id: string;
  /** A few words, as a heading. */
  summary: string;
  /** Sentences, in Markdown: what the schemas of parameters and answer can't say. */
  description?: string;
  tag: Tag;
  /** `{name}` in the path is a parameter of `params`; the others are the query's, or of `post` the members of the body. */
  rest: { method: Method; path: `/api/v2/${string}` };
  /** The tools that answer the same, or a view of it. */
  tools?: readonly Tool<keyof Params['shape'] & string>[];
  params: Params;
  response: Response;
  /** What it may answer beside what any request can meet: bad input, a limit, or a fault of ours. */
  problems: readonly ProblemCode[];
  /**
   * Requests by name, as a consumer would write them; the manifest shows the real answers to them, of a small invented
   * catalogue (`test/serve/market-of-crm.ts`). One at least that succeeds, and one for each of `problems`.
   */
  examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
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
