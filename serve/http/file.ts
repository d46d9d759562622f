/**
 * Streams a file from the disk, whole or by a range, under the conditions that HTTP knows (RFC 9110): `send`, which
 * Express serves static files with. Several ranges at once are answered by the whole, as the standard allows.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import type { StoredFile } from '../interface/headers.ts';
import { Problem } from '../interface/problem.ts';

/**
 * Resolves with the bytes of the body that were read when the answer is out, or its client gone. The headers that are
 * set on the response beforehand are kept, its validators among them.
 *
 * @throws {Problem} 404, 412 or 416, with nothing written yet
 */
export function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  { root, path, hasRanges = true }: StoredFile,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let body: { bytesRead: number } | undefined;
    res.once('close', () => resolve(body?.bytesRead ?? 0));
    // Ranges are of GET alone (§14.2); of HEAD too they are to be known.
    if (hasRanges) res.setHeader('Accept-Ranges', 'bytes');
    // Each client that is `fetch` sends "no-cache" with a condition: a word to caches, which `send` takes for its own.
    delete req.headers['cache-control'];
    send(req, path, {
      root,
      acceptRanges: hasRanges && req.method === 'GET',
      cacheControl: false,
      etag: false,
      lastModified: false,
      index: false,
    })
      .on('stream', (stream) => {
        body = stream;
      })
      .on('error', (error: Refusal) => reject(refused(error)))
      .pipe(res);
  });
}

/** What `send` says when it can't. */
interface Refusal extends Error {
  status?: number;
  headers?: Record<string, string>;
}

function refused(error: Refusal): Error {
  switch (error.status) {
    case 404:
      return new Problem('not_found', 'The file is not kept any more');
    case 412:
      return new Problem('invalid_parameter', 'The file is not the one that If-Match or If-Unmodified-Since names', {
        status: 412,
      });
    case 416:
      return new Problem('invalid_parameter', 'The file has nothing in the range that is asked for', {
        status: 416,
        headers: { 'Accept-Ranges': 'bytes', ...error.headers },
      });
    default:
      return error;
  }
}
