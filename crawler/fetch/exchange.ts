/**
 * One question by HTTP and its answer's head: guarded at every hop, redirects followed by hand, all under one
 * deadline. robots.txt and pages are both asked for through here, with the same user agent.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, errors, request } from 'undici';
import { ACCEPT_ENCODING } from './body.ts';
import { FetchFailure } from './failure.ts';
import { checkUrl, type GuardOptions, guardedConnector } from './guard.ts';

export interface HttpClient {
  agent: Agent;
  userAgent: string;
}

/** Room for the policy headers of large sites; undici's default of 16 KiB is too little for some. */
const MAX_HEADER_BYTES = 64 * 1024;

export function createHttpClient({ userAgent, ...guard }: GuardOptions & { userAgent: string }): HttpClient {
  // Deadlines belong to a whole visit, so the agent's own are off.
  const agent = new Agent({
    connect: guardedConnector(guard),
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, userAgent };
}

export interface Question {
  url: string;
  accept: string;
  /** Validators of a conditional request. */
  headers?: Record<string, string>;
  maxRedirects: number;
  signal: AbortSignal;
  /** Judges each hop before it is dialled, the first included; throws to end the exchange. */
  beforeHop?: (url: URL, hop: number) => Promise<void>;
}

export interface Answer {
  finalUrl: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** @throws {FetchFailure} */
export async function exchange(question: Question, client: HttpClient): Promise<Answer> {
  const { accept, headers = {}, maxRedirects, signal, beforeHop } = question;
  let url = checkUrl(question.url);
  for (let hop = 0; ; hop += 1) {
    await beforeHop?.(url, hop);
    const answer = await request(url, {
      dispatcher: client.agent,
      signal,
      headers: {
        'user-agent': client.userAgent,
        accept,
        'accept-language': 'en',
        'accept-encoding': ACCEPT_ENCODING,
        ...headers,
      },
    });
    const location = headerOf(answer.headers, 'location');
    if (!REDIRECTS.has(answer.statusCode) || location === undefined) {
      return { finalUrl: url.href, status: answer.statusCode, headers: answer.headers, body: answer.body };
    }
    discard(answer.body);
    if (hop === maxRedirects) {
      throw new FetchFailure('too_many_redirects', `Cannot visit ${question.url}: more than ${maxRedirects} redirects`);
    }
    url = checkUrl(URL.parse(location, url.href) ?? location);
  }
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Drops a body that nobody reads, and its connection with it: draining would let a slow server hold the visit. */
export function discard(body: Readable): void {
  body.on('error', () => {});
  body.destroy();
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'ABORT_ERR', '23']);

/**
 * The failure that an error of the network, of TLS or of a decoder amounts to. Errors without a code are ours.
 *
 * @throws the error itself, if it is none of these
 */
export function failureOf(error: unknown, url: string, signal: AbortSignal): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const host = URL.parse(url)?.host ?? url;
  if (signal.aborted) return new FetchFailure('timeout', `Cannot read ${host} in time`, { cause: error });
  const code = codeOf(error);
  if (code === undefined) throw error;
  const kind = TIMEOUTS.has(code) ? 'timeout' : 'unreachable';
  return new FetchFailure(kind, `Cannot reach ${host}: ${code}`, { cause: error });
}

/** The first code in a chain of causes: Node's, undici's, zlib's or the resolver's. */
export function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // An answer that is no HTTP at all; only some of its kinds have a code.
    if (at instanceof errors.HTTPParserError) return at.name;
  }
  return undefined;
}
