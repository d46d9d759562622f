/** The ways in which vendors write their answers, honest and not. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const HTML = 'text/html; charset=utf-8';
export const TEXT = 'text/plain; charset=utf-8';
export const MARKDOWN = 'text/markdown; charset=utf-8';
export const JSON_TYPE = 'application/json';

export interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
}

export function send(
  response: ServerResponse,
  body: string | Buffer,
  { status = 200, type = HTML, headers = {} }: Answer = {},
): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

export function sendNotFound(response: ServerResponse): void {
  send(response, '<!doctype html><title>Not found</title><h1>Not found</h1>', { status: 404 });
}

export function redirect(response: ServerResponse, location: string, status = 302): void {
  response.writeHead(status, { location, 'content-length': 0 });
  response.end();
}

export interface Validators {
  etag?: boolean;
  lastModified?: Date;
}

/** RFC 9110 §13.2.2: `If-Modified-Since` is looked at only where there is no `If-None-Match`. */
export function sendConditionally(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  { etag, lastModified, type = HTML }: Validators & { type?: string },
): void {
  const tag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  const headers = {
    ...(etag === true ? { etag: tag } : {}),
    ...(lastModified === undefined ? {} : { 'last-modified': lastModified.toUTCString() }),
  };
  const seenTag = request.headers['if-none-match'];
  const seenDate = request.headers['if-modified-since'];
  const isUnchanged =
    seenTag !== undefined && etag === true
      ? seenTag.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
      : seenDate !== undefined &&
        lastModified !== undefined &&
        Date.parse(seenDate) >= Math.floor(lastModified.getTime() / 1000) * 1000;
  if (isUnchanged) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  send(response, body, { type, headers });
}

/** Writes for as long as there is somebody to read, at the speed at which they read. */
export async function stream(
  response: ServerResponse,
  chunks: Iterable<string | Buffer>,
  signal: AbortSignal,
): Promise<void> {
  for (const chunk of chunks) {
    if (signal.aborted) return;
    if (response.write(chunk)) continue;
    try {
      await once(response, 'drain', { signal });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
  response.end();
}
