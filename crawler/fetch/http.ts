/** Fetches a page by plain HTTP: conditional where we have it already, bounded in bytes and time, of known formats. */
import { Readable } from 'node:stream';
import type { CrawlJob } from '../../data/observation.ts';
import { type BodyLimits, readBody } from './body.ts';
import { ACCEPT, charsetOf, formatOf } from './content.ts';
import {
  type Answer,
  exchange,
  failureOf,
  type HttpClient,
  headerOf,
  type Question,
  statusFailure,
} from './exchange.ts';
import { type Failed, type Fetched, type FetchedPage, FetchFailure, failed } from './fetched.ts';

/** Bounds of one visit; config/politeness.ts has the values. */
export interface VisitLimits extends BodyLimits {
  totalTimeoutMs: number;
  maxRedirects: number;
}

export interface PageQuestion {
  url: string;
  previous?: CrawlJob['previous'];
  beforeHop?: Question['beforeHop'];
  /** Whether Chromium is to take a picture of the page with these bytes. */
  isPictured?: (bytes: Buffer) => Promise<boolean>;
  clock: () => Date;
}

/** Resolves for everything that a vendor can cause; what it throws is a bug. */
export type PageFetcher = (question: PageQuestion) => Promise<Fetched>;

export function httpFetcher(client: HttpClient, limits: VisitLimits): PageFetcher {
  return async ({ url, previous, beforeHop, clock }) => {
    const headers = {
      ...(previous?.etag !== undefined && { 'if-none-match': previous.etag }),
      ...(previous?.lastModified !== undefined && { 'if-modified-since': previous.lastModified }),
    };
    const isConditional = Object.keys(headers).length > 0;
    const signal = AbortSignal.timeout(limits.totalTimeoutMs);
    const question = { url, accept: ACCEPT, headers, maxRedirects: limits.maxRedirects, signal, beforeHop };
    try {
      return await exchange<Fetched>(question, client, (answer) => {
        const { status, finalUrl } = answer;
        if (status === 200) return pageOf(answer, limits, clock);
        if (status === 304 && isConditional) return { kind: 'unchanged' };
        const retryAfter = headerOf(answer.headers, 'retry-after');
        throw statusFailure({ status, retryAfter }, { action: 'read', url: finalUrl, now: clock() });
      });
    } catch (error) {
      return failed(failureOf(error, url, signal));
    }
  };
}

/** Fetches a file of any type, such as a sitemap; one that is gzip itself is decoded. */
export function fileFetcher(client: HttpClient, limits: VisitLimits) {
  return async ({ url, beforeHop, clock }: Omit<PageQuestion, 'previous'>): Promise<{ bytes: Buffer } | Failed> => {
    const signal = AbortSignal.timeout(limits.totalTimeoutMs);
    const question = { url, accept: '*/*', maxRedirects: limits.maxRedirects, signal, beforeHop };
    try {
      return await exchange(question, client, async ({ status, finalUrl, headers, body }) => {
        const retryAfter = headerOf(headers, 'retry-after');
        if (status !== 200)
          throw statusFailure({ status, retryAfter }, { action: 'read', url: finalUrl, now: clock() });
        const bytes = await readBody(body, headerOf(headers, 'content-encoding'), limits);
        const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
        return { bytes: isGzip ? await readBody(Readable.from([bytes]), 'gzip', limits) : bytes };
      });
    } catch (error) {
      return failed(failureOf(error, url, signal));
    }
  };
}

async function pageOf(answer: Answer, limits: BodyLimits, clock: () => Date): Promise<FetchedPage> {
  const { body, headers, finalUrl, status } = answer;
  const contentType = headerOf(headers, 'content-type');
  const path = new URL(finalUrl).pathname;
  // A type that the server states is checked before the body is read.
  if (contentType !== undefined) requireFormat(contentType, new Uint8Array(), path);
  if (Number(headerOf(headers, 'content-length')) > limits.maxDecodedBytes)
    throw new FetchFailure('too_large', `Cannot use the page: Content-Length exceeds ${limits.maxDecodedBytes} bytes`);
  const bytes = await readBody(body, headerOf(headers, 'content-encoding'), limits);
  const format = requireFormat(contentType, bytes, path);
  const page = {
    kind: 'page' as const,
    bytes,
    finalUrl,
    status,
    format,
    charset: charsetOf(contentType, bytes, format),
  };
  return { ...page, via: 'http', ...storedValidators(headers), fetchedAt: clock() };
}

function requireFormat(contentType: string | undefined, bytes: Uint8Array, path: string) {
  const format = formatOf(contentType, bytes, path);
  if (format !== undefined) return format;
  throw new FetchFailure('wrong_type', `Cannot read a page of type "${(contentType ?? 'unknown').slice(0, 60)}"`);
}

/** Opaque, and sent back next time, so only well-formed ones are kept (RFC 9110 §8.8). */
function storedValidators(headers: Answer['headers']): Pick<FetchedPage, 'etag' | 'lastModified'> {
  const etag = headerOf(headers, 'etag');
  const lastModified = headerOf(headers, 'last-modified');
  return {
    ...(etag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{0,290}"$/.test(etag) && { etag }),
    ...(lastModified !== undefined && /^[A-Za-z0-9 ,:-]{20,40}GMT$/.test(lastModified) && { lastModified }),
  };
}
