/**
 * One operation of the API. The REST route, the validation, the manifest and the tool are all made from this
 * declaration.
 */
import type * as z from 'zod';
import type { Store } from '../store/store.ts';
import type { ProblemCode } from './problem.ts';

export const TAGS = {
  Prices: 'Prices of products, each with its quote.',
  Costs: 'Total cost for a team or a workload.',
  History: 'Past prices and changes.',
  Discovery: 'Search and coverage.',
  Tools: 'The same data as tools for agents.',
  Feeds: 'Feeds, bulk downloads and redirects to vendors’ pages.',
  Dataset: 'Data quality and the API description.',
} as const;

/** Both are read-only. `get` answers HEAD too and is cacheable. */
export type Method = 'get' | 'post';

export interface Operation<Params extends z.ZodObject = z.ZodObject, Response extends z.ZodType = z.ZodType> {
  id: string;
  /** A few words, as a heading. */
  summary: string;
  /** Markdown. */
  description?: string;
  tag: keyof typeof TAGS;
  /** `{name}` in the path is a parameter; the others are in the query, or in the body of `post`. */
  rest: { method: Method; path: `/api/v2/${string}` };
  tools?: readonly Tool<keyof Params['shape'] & string>[];
  params: Params;
  response: Response;
  /** Besides those that any request can meet. */
  problems: readonly ProblemCode[];
  /**
   * Requests by name: one that succeeds, and one for each of `problems`. The manifest shows their answers over a small
   * invented catalogue (`test/serve/market-of-crm.ts`).
   */
  examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * Pure and synchronous, so a replaced generation can be closed at once. `now` is the start of the UTC day. @throws
   * {Problem} @throws {Moved} an alias
   */
  run(store: Store, params: z.output<Params>, now: Date): z.output<Response>;
}

/** The identity; it types the second argument of `run`. */
export function operation<Params extends z.ZodObject, Response extends z.ZodType>(
  declared: Operation<Params, Response>,
): Operation<Params, Response> {
  return declared;
}

/**
 * Where the quotes of a result's prices are: in the answer (`own`, also of one without prices), in the product's record, in the record of each product, in
 * its history, or in the records of all results.
 */
export type Quotes = 'own' | 'record' | 'records' | 'history' | 'results';

/** A tool of an operation, declared with it so that arguments and results cannot diverge. */
export interface Tool<Parameter extends string = string> {
  name: string;
  title: string;
  /** For a model. A test pins it by its hash. */
  description: string;
  /** Parameters of the operation. */
  takes: readonly Parameter[];
  /** Fixed parameters. */
  asks?: Readonly<Partial<Record<Parameter, unknown>>>;
  quotes: Quotes;
  /** The operation's answer, or a part of it, with the quotes. */
  response: z.ZodObject;
}
