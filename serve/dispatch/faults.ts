/** From whatever was thrown to the problem that the consumer is told. Client faults and server faults are never confused. */
import { invalidParameter, Problem } from '../problem/problem.ts';

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // The router throws it for a path with a broken escape, before any handler of ours.
  if (error instanceof URIError) return invalidParameter('path', 'A percent sign begins no UTF-8 escape');
  return new Problem('internal', 'The request could not be answered', { cause: error });
}
