/** One HTTP request, for a page or for robots.txt: guarded at every hop, redirects followed here, all under one deadline. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, errors, request } from 'undici';
import { ACCEPT_ENCODING } from './body.ts';
import { FetchFailure } from './fetched.ts';
import { checkUrl, type GuardOptions, guardedConnector } from './guard.ts';

export interface HttpClient {
  agent: Agent;
  userAgent: string;
}

/** Some large sites send more policy headers than undici's default of 16 KiB. */
const MAX_HEADER_BYTES = 64 * 1024;

export function createHttpClient({ userAgent, ...guard }: GuardOptions & { userAgent: string }): HttpClient {
  // The deadline of the visit replaces the agent's own timeouts.
  const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
  const agent = new Agent({ connect: guardedConnector(guard), maxHeaderSize: MAX_HEADER_BYTES, ...timeouts });
  return { agent, userAgent };
}

export interface Question {
  url: string;
  accept: string;
  headers?: Record<string, string>;
  maxRedirects: number;
  /** Its end also destroys the answer's body. */
  signal: AbortSignal;
  /** Called before each hop, the first included; throws to end the exchange. */
  beforeHop?: ((url: URL, hop: number) => Promise<void>) | undefined;
}

export interface Answer {
  finalUrl: string;
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Resolves with the result of `read`; the body ends with it. @throws {FetchFailure} */
export async function exchange<T>(
  question: Question,
  client: HttpClient,
  read: (answer: Answer) => T | Promise<T>,
): Promise<T> {
  const { accept, headers = {}, maxRedirects, signal, beforeHop } = question;
  let url = checkUrl(question.url);
  for (let hop = 0; ; hop += 1) {
    await beforeHop?.(url, hop);
    const language = { 'accept-language': 'en', 'accept-encoding': ACCEPT_ENCODING };
    const sent = { 'user-agent': client.userAgent, accept, ...language, ...headers };
    const answer = await request(url, { dispatcher: client.agent, signal, headers: sent });
    const { statusCode: status, body } = answer;
    try {
      const location = headerOf(answer.headers, 'location');
      if (!REDIRECTS.has(status) || location === undefined)
        return await read({ finalUrl: url.href, status, headers: answer.headers, body });
      if (hop === maxRedirects) {
        const detail = `Cannot visit ${question.url}: more than ${maxRedirects} redirects`;
        throw new FetchFailure('too_many_redirects', detail);
      }
      url = checkUrl(URL.parse(location, url.href) ?? location);
    } finally {
      // Also closes the connection: draining the body would let a slow server hold the visit.
      body.on('error', () => {}).destroy();
    }
  }
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const IMF_FIXDATE = /^[A-Za-z]{3,9},? \d{2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

/** Retry-After (RFC 9110 §10.2.3) in milliseconds from `now`, at least 0; `undefined` where it is malformed. */
function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1000;
  const at = IMF_FIXDATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The failure of an answer without a page; `action` and `url` word it: "Cannot read https://…". */
export function statusFailure(
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  { action, url, now }: { action: 'read' | 'show'; url: string; now: Date },
): FetchFailure {
  const wait = retryAfterMs(retryAfter, now);
  const facts = { status, ...(wait !== undefined && { retryAfterMs: wait }) };
  if (status === 403 || status === 429)
    return new FetchFailure('refused', `The vendor refused ${url}: status ${status}`, facts);
  return new FetchFailure('bad_status', `Cannot ${action} ${url}: status ${status}`, facts);
}

const TIMEOUTS = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'ABORT_ERR', '23']);

/** Maps an error of the network, of TLS or of a decoder to a failure. @throws the error itself, if it has no code */
export function failureOf(error: unknown, url: string, signal?: AbortSignal): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const host = URL.parse(url)?.host ?? url;
  if (signal?.aborted) return new FetchFailure('timeout', `Cannot read ${host} in time`, { cause: error });
  const code = codeOf(error);
  if (code === undefined) throw error;
  const kind = TIMEOUTS.has(code) ? 'timeout' : 'unreachable';
  return new FetchFailure(kind, `Cannot reach ${host}: ${code}`, { cause: error });
}

/** The first code in a chain of causes: Node's, undici's, zlib's or the resolver's. */
export function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // An answer that is not HTTP; only some of undici's errors for it have a code.
    if (at instanceof errors.HTTPParserError) return at.name;
  }
  return undefined;
}
