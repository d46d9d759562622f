/** Whether robots.txt lets us visit a URL. Copies are in Redis, so that all workers together ask a server once. */
import type { Redis } from 'ioredis';
import type { FailureKind } from '../../data/observation.ts';
import { readBody } from './body.ts';
import { type Answer, codeOf, exchange, failureOf, type HttpClient, headerOf } from './exchange.ts';
import { FetchFailure } from './fetched.ts';
import type { VisitLimits } from './http.ts';
import { decide, isFresh, type RobotsAges, type RobotsAnswer, RobotsCopy, updatedCopy } from './robots-rules.ts';

export type RobotsSettings = RobotsAges &
  Pick<VisitLimits, 'maxInflation' | 'inflationFloorBytes' | 'maxRedirects' | 'totalTimeoutMs'> & {
    robotsMaxBytes: number;
  };

export type Robots = ReturnType<typeof createRobots>;

export interface RobotsTools {
  redis: Redis;
  client: HttpClient;
  settings: RobotsSettings;
  clock: () => Date;
}

/** A redirect may lead to 60,000 characters: with them, 500 KB of rules took 88 s on the processor. */
const LONGEST_URL = 2_000;

const keyOf = (origin: string) => `assay:robots:${origin}`;

export function createRobots({ redis, client, settings, clock }: RobotsTools) {
  // Jobs of one host that start together ask once.
  const asking = new Map<string, Promise<RobotsCopy>>();

  /** Undefined where there is no copy, or the one there is too old to use without asking again. */
  const freshCopy = (copy: RobotsCopy | undefined) => (copy && isFresh(copy, clock(), settings) ? copy : undefined);

  async function stored(origin: string): Promise<RobotsCopy | undefined> {
    const text = await redis.get(keyOf(origin));
    return text === null ? undefined : RobotsCopy.parse(JSON.parse(text));
  }

  async function ask(origin: string, turn: () => Promise<void>): Promise<RobotsCopy> {
    await turn();
    // Another worker may have asked while this one waited.
    const old = await stored(origin);
    const fresh = freshCopy(old);
    if (fresh !== undefined) return fresh;
    const copy = updatedCopy(old, await askServer(origin, client, settings), clock());
    await redis.set(keyOf(origin), JSON.stringify(copy), 'PX', settings.robotsLastGoodMs + settings.robotsFreshMs);
    return copy;
  }

  async function copyOf(origin: string, turn: () => Promise<void>): Promise<RobotsCopy> {
    const fresh = freshCopy(await stored(origin));
    if (fresh !== undefined) return fresh;
    const running = asking.get(origin) ?? ask(origin, turn).finally(() => asking.delete(origin));
    asking.set(origin, running);
    return running;
  }

  return {
    /**
     * Resolves with the delay that the host asks for between two requests, and the sitemaps that it names. `turn` is awaited before robots.txt is requested.
     * @throws {FetchFailure} `disallowed`; `blocked_address`: too long; or why the server cannot be reached, where nothing answered at all
     */
    async admit(url: URL, turn = async () => {}): Promise<{ crawlDelayMs: number | undefined; sitemaps: string[] }> {
      if (url.href.length > LONGEST_URL)
        throw new FetchFailure('blocked_address', `Cannot visit ${url.host}: the URL is too long`);
      const copy = await copyOf(url.origin, turn);
      const decision = decide(copy, clock(), { url, userAgent: client.userAgent, ...settings });
      if (decision.allowed) return decision;
      const facts = copy.answer === 'unreachable' ? { isPassing: true as const } : {};
      throw new FetchFailure(decision.failure, decision.reason, facts);
    },
  };
}

const ABSENCES: ReadonlySet<FailureKind> = new Set(['unreachable', 'timeout', 'blocked_address']);
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HTTPParserError|HPE_\w+|Z_\w+)$/;

async function askServer(origin: string, client: HttpClient, settings: RobotsSettings): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`;
  const signal = AbortSignal.timeout(settings.totalTimeoutMs);
  const question = { url, accept: 'text/plain', maxRedirects: settings.maxRedirects, signal };
  try {
    return await exchange(question, client, (answer) => answerOf(answer, settings));
  } catch (error) {
    const failure = failureOf(error, url, signal);
    const { kind, message } = failure;
    // §2.3.1.2: after five redirects in a row it may be taken as unavailable, that is, all is allowed.
    if (kind === 'too_many_redirects') return { kind: 'unavailable' };
    const reason = `Cannot fetch robots.txt: ${message}`;
    const isAbsent = ABSENCES.has(kind) && !BROKEN_OFF.test(codeOf(failure) ?? '');
    return { kind: 'unreachable', reason, ...(isAbsent && { failure: kind }) };
  }
}

async function answerOf({ status, headers, body }: Answer, settings: RobotsSettings): Promise<RobotsAnswer> {
  if (status >= 200 && status < 300) {
    const limits = { ...settings, maxDecodedBytes: settings.robotsMaxBytes, atCap: 'cut' } as const;
    const bytes = await readBody(body, headerOf(headers, 'content-encoding'), limits);
    return { kind: 'rules', text: new TextDecoder('utf-8').decode(bytes) };
  }
  if (status >= 400 && status < 500) return { kind: 'unavailable' };
  return { kind: 'unreachable', reason: `robots.txt returned status ${status}` };
}
