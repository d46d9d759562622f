/** Sends one HTTP POST to an endpoint that an operator named. */
import { Agent, buildConnector, request } from 'undici';
import { checkUrl, guardedConnector } from '../../crawler/fetch/guard.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** `gone`: the endpoint wants no more (410). */
export type Sent = { kind: 'delivered' } | { kind: 'gone' } | { kind: 'failed'; reason: string };

export type Poster = (post: Post) => Promise<Sent>;

interface Options {
  /** `host:port` of endpoints that need not be public. */
  privateHosts: ReadonlySet<string>;
  timeoutMs: number;
  userAgent: string;
}

/** Follows no redirect, and reads nothing of an answer but its status. Resolves for all that an endpoint can cause. */
export function poster({ privateHosts, timeoutMs, userAgent }: Options): Poster {
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const toPublic = guardedConnector({ loopbackVendors: new Map(), connectTimeoutMs: timeoutMs });
  const guarded = new Agent({ connect: toPublic, ...timeouts });
  const plain = new Agent({ connect: buildConnector({ timeout: timeoutMs }), ...timeouts });
  return async ({ url: text, headers, body }) => {
    try {
      const url = new URL(text);
      const isNamed = privateHosts.has(`${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`);
      if (!isNamed) checkUrl(url);
      const answer = await request(url, {
        method: 'POST',
        dispatcher: isNamed ? plain : guarded,
        headers: { 'user-agent': userAgent, ...headers },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      answer.body.on('error', () => {}).destroy();
      return sentBy(answer.statusCode);
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error, timeoutMs) };
    }
  };
}

function sentBy(status: number): Sent {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  return { kind: 'failed', reason: `The endpoint answered ${status}` };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'The request failed';
  return error.name === 'TimeoutError' ? `No answer within ${timeoutMs / 1_000} s` : error.message.slice(0, 200);
}
