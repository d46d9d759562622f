import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';

/**
 * Undefined where the body is longer: the rest is left unread, so the connection has to be closed after the answer. An
 * async iterator takes as long as a cached answer.
 */
export function boundedBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (error: Error | null | undefined, body?: Buffer) => {
      release();
      request.off('data', add);
      if (error != null) reject(error);
      else resolve(body);
    };
    const add = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= mostBytes) return;
      request.pause();
      end(null);
    };
    const release = finished(request, { writable: false }, (error) => end(error, Buffer.concat(chunks)));
    request.on('data', add);
  });
}
