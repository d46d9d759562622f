/** Streams a file, whole or by a range, with the conditions of RFC 9110. Several ranges at once get the whole file. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import type { StoredFile } from '../interface/headers.ts';
import { Problem } from '../interface/problem.ts';
import { transfer } from './file-transfer.ts';

/**
 * Keeps the headers that the response has. @returns bytes of the body @throws {Problem} 404, 412 or 416, with nothing
 * written yet
 */
export function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { root, path, hasRanges = true }: StoredFile,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let sent = Promise.resolve(0);
    res.once('close', () => sent.then(resolve, reject));
    // Only GET has ranges (§14.2); HEAD announces them.
    if (hasRanges) res.setHeader('Accept-Ranges', 'bytes');
    // `fetch` adds "no-cache" to conditional requests, which `send` would obey.
    delete req.headers['cache-control'];
    const sending = send(req, path, {
      root,
      acceptRanges: hasRanges && req.method === 'GET',
      cacheControl: false,
      etag: false,
      lastModified: false,
      index: false,
    }) as Sending;
    // Its own opens the file for each answer, and holds several chunks that the client does not take.
    sending.stream = (place, { start }) => {
      sent = transfer(res, place, { start, length: Number(res.getHeader('Content-Length')) });
      sent.catch((error: Error) => (res.headersSent ? res.destroy() : reject(error)));
    };
    sending.on('error', (error: Refusal) => reject(refused(error))).pipe(res);
  });
}

interface Sending extends Omit<send.SendStream, 'stream'> {
  stream(path: string, part: { start: number }): void;
}

interface Refusal extends Error {
  status?: number;
  headers?: Record<string, string>;
}

function refused(error: Refusal): Error {
  switch (error.status) {
    case 404:
      return new Problem('not_found', 'The file was deleted');
    case 412:
      return new Problem('invalid_parameter', 'The file differs from If-Match or If-Unmodified-Since', {
        status: 412,
      });
    case 416:
      return new Problem('invalid_parameter', 'The requested range is outside the file', {
        status: 416,
        headers: { 'Accept-Ranges': 'bytes', ...error.headers },
      });
    default:
      return error;
  }
}
