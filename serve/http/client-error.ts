/** Requests that Node's parser rejects never reach the application and have no response object. */
import type { Socket } from 'node:net';
import type { Site } from '../../config/site.ts';
import { STATUS_CODES } from '../../web/node-http.ts';
import { isAnswering, requestStart } from '../../web/pipelining.ts';
import { Problem, problemBody } from '../interface/problem.ts';

/** Answers where the client is still connected, and ends the connection. */
export function refuse(
  socket: Socket,
  { code }: NodeJS.ErrnoException,
  { id, site }: { id: string; site: Site },
): Problem | undefined {
  if (!socket.writable || code === 'ECONNRESET' || isAnswering(socket)) {
    socket.destroy();
    return undefined;
  }
  const problem = problemOf(code);
  const body = problemBody(problem, site, id);
  const isHead = requestStart(socket).toString('latin1').startsWith('HEAD ');
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json\r\nCache-Control: no-store\r\n` +
      `Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: ${id}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isHead ? '' : body}`,
  );
  return problem;
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('invalid_parameter', 'The request line and headers are longer than 16 KB', { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('invalid_parameter', 'The request did not arrive in time', { status: 408 });
  }
  return new Problem('invalid_parameter', 'The request is not valid HTTP/1.1 (RFC 9112)');
}
