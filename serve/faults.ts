/** From whatever was thrown to the problem that the consumer is told. Client faults and server faults are never confused. */
import { invalidParameter, Problem } from './problem.ts';

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  // The router throws it for a path with a broken escape, before any handler of ours.
  if (error instanceof URIError) return invalidParameter('path', 'A percent sign begins no UTF-8 escape');
  return new Problem('internal', 'The request could not be answered', { cause: error });
}

/** Requests that Node’s parser gives up on never reach the application; they still get a problem for an answer. */
export function rawProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('invalid_parameter', 'The request line and headers are longer than 16 KB', { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('invalid_parameter', 'The request did not arrive in time', { status: 408 });
  }
  return new Problem('invalid_parameter', 'The request is not HTTP/1.1 as RFC 9112 has it');
}
