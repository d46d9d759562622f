/**
 * The web as a visit needs it, put together: both crawlers, robots.txt, politeness, one guard under all of them.
 * Chromium is started by the first page that needs it, and a machine without it reads everything else.
 */
import type { Redis } from 'ioredis';
import type { POLITENESS } from '../../config/politeness.ts';
import { type Browser, startBrowser } from './browser.ts';
import { type EgressProxy, startEgressProxy } from './egress-proxy.ts';
import { createHttpClient } from './exchange.ts';
import { FetchFailure } from './failure.ts';
import type { Fetched } from './fetched.ts';
import type { GuardOptions } from './guard.ts';
import type { PageQuestion } from './http.ts';
import { startHttpCrawler } from './http-crawler.ts';
import type { LongLivedCrawler } from './long-lived-crawler.ts';
import { createPoliteness, type Politeness } from './politeness.ts';
import { createRobots, type Robots } from './robots.ts';

export interface WebOptions {
  redis: Redis;
  userAgent: string;
  loopbackVendors: GuardOptions['loopbackVendors'];
  hostSpacingMs: number;
  concurrency: number;
  chromiumPath: string | undefined;
  limits: typeof POLITENESS;
  clock: () => Date;
  /** A crawler ended by itself; the process can't go on. */
  onEnd: (error: Error) => void;
}

export interface Web {
  http: LongLivedCrawler<PageQuestion, Fetched>;
  /** @throws {FetchFailure} `browser_missing` */
  browser: () => Promise<Browser>;
  robots: Robots;
  politeness: Politeness;
  stop(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Tabs at once: each takes some 100 MB and a good part of a core. */
const TABS = 2;
/** A page's scripts and data together may be this many times what the page itself may be. */
const TRAFFIC_FACTOR = 3;

export function openWeb(options: WebOptions): Web {
  const { redis, userAgent, loopbackVendors, hostSpacingMs, concurrency, chromiumPath, limits, clock, onEnd } = options;
  const guard: GuardOptions = { loopbackVendors, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const client = createHttpClient({ ...guard, userAgent });
  const http = startHttpCrawler({ client, limits, concurrency, onEnd });
  let proxy: EgressProxy | undefined;
  let starting: Promise<Browser> | undefined;

  async function start(executablePath: string): Promise<Browser> {
    const traffic = { maxBytes: limits.maxDecodedBytes * TRAFFIC_FACTOR, maxMs: limits.totalTimeoutMs };
    proxy ??= await startEgressProxy(guard, traffic);
    return startBrowser({ executablePath, proxy, userAgent, loopbackVendors, limits, concurrency: TABS, onEnd });
  }

  return {
    http,
    async browser() {
      if (chromiumPath === undefined)
        throw new FetchFailure('browser_missing', 'No Chromium was found on this machine');
      starting ??= start(chromiumPath);
      try {
        return await starting;
      } catch (error) {
        // Somebody may install it while we run.
        starting = undefined;
        throw error;
      }
    },
    robots: createRobots({ redis, client, settings: limits, clock }),
    politeness: createPoliteness(redis, { ...limits, hostSpacingMs }),
    async stop() {
      const browser = await starting?.catch(() => undefined);
      await Promise.all([http.stop(), browser?.stop()]);
      await proxy?.close();
      await client.agent.destroy();
    },
  };
}
