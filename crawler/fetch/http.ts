/**
 * A page by plain HTTP: conditional when we have it already, bounded in bytes and time, and only of the kinds that we
 * read. Every ending is a value; what is thrown is a bug.
 */
import type { CrawlJob } from '../../data/observation.ts';
import { type BodyLimits, readBody } from './body.ts';
import { type Answer, discard, exchange, failureOf, type HttpClient, headerOf, type Question } from './exchange.ts';
import { FetchFailure } from './failure.ts';
import { type Fetched, type FetchedPage, failed } from './fetched.ts';
import { ACCEPT, charsetOf, formatOf } from './page-format.ts';
import { retryAfterMs } from './retry-after.ts';

/** What bounds one visit; config/politeness.ts has the values. */
export interface VisitLimits extends BodyLimits {
  totalTimeoutMs: number;
  maxRedirects: number;
}

export interface PageQuestion {
  url: string;
  previous?: CrawlJob['previous'];
  beforeHop?: Question['beforeHop'];
  /** The clock of the process. */
  clock: () => Date;
}

export async function fetchPage(question: PageQuestion, client: HttpClient, limits: VisitLimits): Promise<Fetched> {
  const { url, previous, beforeHop, clock } = question;
  const validators = validatorsOf(previous);
  const signal = AbortSignal.timeout(limits.totalTimeoutMs);
  try {
    const answer = await exchange(
      {
        url,
        accept: ACCEPT,
        headers: validators,
        maxRedirects: limits.maxRedirects,
        signal,
        ...(beforeHop && { beforeHop }),
      },
      client,
    );
    if (answer.status === 200) return await pageOf(answer, { limits, signal, clock });
    discard(answer.body);
    if (answer.status === 304 && Object.keys(validators).length > 0) return { kind: 'unchanged' };
    throw statusFailure(answer, clock());
  } catch (error) {
    return failed(failureOf(error, url, signal));
  }
}

function validatorsOf(previous: CrawlJob['previous']): Record<string, string> {
  return {
    ...(previous?.etag === undefined ? {} : { 'if-none-match': previous.etag }),
    ...(previous?.lastModified === undefined ? {} : { 'if-modified-since': previous.lastModified }),
  };
}

function statusFailure({ status, headers, finalUrl }: Answer, now: Date): FetchFailure {
  const wait = retryAfterMs(headerOf(headers, 'retry-after'), now);
  const isRefusal = status === 403 || status === 429;
  return new FetchFailure(
    isRefusal ? 'refused' : 'bad_status',
    isRefusal ? `The vendor refuses ${finalUrl}: status ${status}` : `Cannot read ${finalUrl}: status ${status}`,
    { status, ...(wait === undefined ? {} : { retryAfterMs: wait }) },
  );
}

interface Reading {
  limits: BodyLimits;
  signal: AbortSignal;
  clock: () => Date;
}

async function pageOf(
  { body, headers, finalUrl, status }: Answer,
  { limits, signal, clock }: Reading,
): Promise<FetchedPage> {
  const abort = () => body.destroy(new FetchFailure('timeout', `Cannot read ${finalUrl} in time`));
  signal.addEventListener('abort', abort, { once: true });
  try {
    const contentType = headerOf(headers, 'content-type');
    const path = new URL(finalUrl).pathname;
    // The type is judged before the body is read, and by the body only where the server doesn't say.
    if (contentType !== undefined) requireFormat(contentType, new Uint8Array(), path);
    if (Number(headerOf(headers, 'content-length')) > limits.maxDecodedBytes) {
      throw new FetchFailure(
        'too_large',
        `Cannot take the page: it announces more than ${limits.maxDecodedBytes} bytes`,
      );
    }
    const bytes = await readBody(body, headerOf(headers, 'content-encoding'), limits);
    const format = requireFormat(contentType, bytes, path);
    const charset = charsetOf(contentType, bytes, format);
    return {
      kind: 'page',
      bytes,
      finalUrl,
      status,
      format,
      charset,
      via: 'http',
      ...storedValidators(headers),
      fetchedAt: clock(),
    };
  } finally {
    signal.removeEventListener('abort', abort);
    discard(body);
  }
}

function requireFormat(contentType: string | undefined, bytes: Uint8Array, path: string) {
  const format = formatOf(contentType, bytes, path);
  if (format !== undefined) return format;
  throw new FetchFailure('wrong_type', `Cannot read a page of type "${(contentType ?? 'unknown').slice(0, 60)}"`);
}

/** Opaque to us and sent back next time, so only what is well formed is kept (RFC 9110 §8.8). */
function storedValidators(headers: Answer['headers']): Pick<FetchedPage, 'etag' | 'lastModified'> {
  const etag = headerOf(headers, 'etag');
  const lastModified = headerOf(headers, 'last-modified');
  return {
    ...(etag !== undefined && /^(?:W\/)?"[\x21\x23-\x7e]{0,290}"$/.test(etag) ? { etag } : {}),
    ...(lastModified !== undefined && /^[A-Za-z0-9 ,:-]{20,40}GMT$/.test(lastModified) ? { lastModified } : {}),
  };
}
