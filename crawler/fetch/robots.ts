/**
 * Whether robots.txt lets us visit a URL: the shell around robots-rules.ts. Copies are kept in Redis, so that all
 * workers ask a server once; a copy outlives its freshness by the thirty days that it may be needed.
 */
import type { Redis } from 'ioredis';
import type { POLITENESS } from '../../config/politeness.ts';
import type { FailureKind } from '../../data/observation.ts';
import { readBody } from './body.ts';
import { type Answer, codeOf, discard, exchange, failureOf, type HttpClient, headerOf } from './exchange.ts';
import { FetchFailure } from './failure.ts';
import { decide, isFresh, type RobotsAges, type RobotsAnswer, RobotsCopy, updatedCopy } from './robots-rules.ts';

export type RobotsSettings = RobotsAges &
  Pick<typeof POLITENESS, 'maxInflation' | 'inflationFloorBytes'> & {
    robotsMaxBytes: number;
    maxRedirects: number;
    totalTimeoutMs: number;
  };

export interface Robots {
  /**
   * Resolves with the delay that the host asks for between two requests, if it does.
   *
   * @param turn resolves when the host may be asked for its robots.txt, where that must be; what it throws ends this too
   * @throws {FetchFailure} `disallowed`; or why the server can't be reached, where nothing answered at all
   */
  admit(url: URL, turn?: () => Promise<void>): Promise<{ crawlDelayMs: number | undefined }>;
}

export interface RobotsTools {
  redis: Redis;
  client: HttpClient;
  settings: RobotsSettings;
  clock: () => Date;
}

const keyOf = (origin: string) => `assay:robots:${origin}`;

export function createRobots({ redis, client, settings, clock }: RobotsTools): Robots {
  /** Jobs of one host that start together ask once. */
  const asking = new Map<string, Promise<RobotsCopy>>();

  async function ask(origin: string, old: RobotsCopy | undefined): Promise<RobotsCopy> {
    const copy = updatedCopy(old, await askServer(origin, client, settings), clock());
    await redis.set(keyOf(origin), JSON.stringify(copy), 'PX', settings.robotsLastGoodMs + settings.robotsFreshMs);
    return copy;
  }

  async function keptCopy(origin: string): Promise<RobotsCopy | undefined> {
    const kept = await redis.get(keyOf(origin));
    return kept === null ? undefined : RobotsCopy.parse(JSON.parse(kept));
  }

  async function copyOf(origin: string, turn: () => Promise<void>): Promise<RobotsCopy> {
    const old = await keptCopy(origin);
    if (old !== undefined && isFresh(old, clock(), settings)) return old;
    const running = asking.get(origin) ?? askInTurn(origin, turn).finally(() => asking.delete(origin));
    asking.set(origin, running);
    return running;
  }

  async function askInTurn(origin: string, turn: () => Promise<void>): Promise<RobotsCopy> {
    await turn();
    // Another worker may have had its turn before this one.
    const old = await keptCopy(origin);
    return old !== undefined && isFresh(old, clock(), settings) ? old : ask(origin, old);
  }

  return {
    async admit(url, turn = async () => {}) {
      const copy = await copyOf(url.origin, turn);
      const decision = decide(copy, clock(), { url, userAgent: client.userAgent, ...settings });
      if (decision.allowed) return decision;
      throw new FetchFailure(
        decision.failure,
        decision.reason,
        copy.answer === 'unreachable' ? { isPassing: true } : {},
      );
    },
  };
}

/** Failures that mean that no server was there to ask. */
const ABSENCES: ReadonlySet<FailureKind> = new Set(['unreachable', 'timeout', 'blocked_address']);
/** It was there, and broke off or spoke no HTTP. */
const BROKEN_OFF = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|HTTPParserError|HPE_\w+|Z_\w+)$/;

async function askServer(origin: string, client: HttpClient, settings: RobotsSettings): Promise<RobotsAnswer> {
  const url = `${origin}/robots.txt`;
  const signal = AbortSignal.timeout(settings.totalTimeoutMs);
  try {
    const answer = await exchange({ url, accept: 'text/plain', maxRedirects: settings.maxRedirects, signal }, client);
    return await answerOf(answer, settings, signal);
  } catch (error) {
    const failure = failureOf(error, url, signal);
    const { kind, message } = failure;
    // §2.3.1.2: after five redirects in a row it may be taken as unavailable, that is, all is allowed.
    if (kind === 'too_many_redirects') return { kind: 'unavailable' };
    const reason = `robots.txt could not be fetched: ${message}`;
    const isAbsent = ABSENCES.has(kind) && !BROKEN_OFF.test(codeOf(failure) ?? '');
    return { kind: 'unreachable', reason, ...(isAbsent && { failure: kind }) };
  }
}

async function answerOf(
  { status, headers, body }: Answer,
  { robotsMaxBytes, maxInflation, inflationFloorBytes }: RobotsSettings,
  signal: AbortSignal,
): Promise<RobotsAnswer> {
  const abort = () => body.destroy(new FetchFailure('timeout', 'Cannot read robots.txt in time'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (status >= 200 && status < 300) {
      const limits = { maxDecodedBytes: robotsMaxBytes, maxInflation, inflationFloorBytes, atCap: 'cut' } as const;
      const bytes = await readBody(body, headerOf(headers, 'content-encoding'), limits);
      return { kind: 'rules', text: new TextDecoder('utf-8').decode(bytes) };
    }
    if (status >= 400 && status < 500) return { kind: 'unavailable' };
    return { kind: 'unreachable', reason: `robots.txt answered with status ${status}` };
  } finally {
    signal.removeEventListener('abort', abort);
    discard(body);
  }
}
