/** A tool of an operation, declared with it so that arguments and results cannot diverge. */
import type * as z from 'zod';

/**
 * Where the quotes of a result's prices are: in the answer, in the product's record, in its history, or in the records
 * of all results.
 */
export type Quotes = 'own' | 'record' | 'history' | 'results';

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
