/** The text of a request's body, bounded; read by hand, since a call is asked for in few and small bodies. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** A request with the longest slugs takes a few KB; the rest is for what clients say of themselves. */
export const MAX_BODY_BYTES = 64 * 1024;

export type Refused = 'too_large' | 'not_utf8' | 'not_json';
export type Body = { text: string } | { refused: Refused };

/** Calls back once, and never where the client goes away meanwhile. */
export function readBody(req: IncomingMessage, done: (body: Body) => void): void {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = req.headers;
  const isJson = /^application\/json\s*(?:;|$)/i.test(type) && coding === 'identity';
  const isLarge = Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES;
  if (!isJson || isLarge) {
    done({ refused: isJson ? 'too_large' : 'not_json' });
    return;
  }
  if (req.readableEnded) {
    done({ text: '' });
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) return void chunks.push(chunk);
    req.off('data', take).off('end', end);
    done({ refused: 'too_large' });
  };
  const end = () => {
    const [first] = chunks;
    const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    done(isUtf8(body) ? { text: body.toString() } : { refused: 'not_utf8' });
  };
  req.on('data', take).on('end', end);
}
