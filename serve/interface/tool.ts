/**
 * A tool of an operation: what an agent can ask for by name. Declared beside the operation, so that it can't take what
 * the operation does not know, nor answer with what it does not have.
 */
import type * as z from 'zod';

/**
 * Where the words stand that a result's prices were read from, for an answer that does not bring them itself: in the
 * product's record, in its past, or in the records of all results.
 */
export type Quotes = 'own' | 'record' | 'history' | 'results';

export interface Tool<Parameter extends string = string> {
  name: string;
  /** A few words, for people. */
  title: string;
  /** What it is for, what comes back and how to read it, for a model. Ours alone: a test pins it by its hash. */
  description: string;
  /** Its arguments: those of the operation's parameters. */
  takes: readonly Parameter[];
  /** What else the operation is asked for, where the tool is a view of its answer. */
  asks?: Readonly<Partial<Record<Parameter, unknown>>>;
  quotes: Quotes;
  /** The operation's answer, or the part of it that the tool has, with the quotes. */
  response: z.ZodObject;
}
