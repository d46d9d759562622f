/** Both ways of fetching, robots.txt and politeness, under one guard. The first page that needs Chromium starts it. */
import type { Redis } from 'ioredis';
import type { POLITENESS } from '../../config/politeness.ts';
import { type Browser, startBrowser } from './browser.ts';
import { type EgressProxy, startEgressProxy } from './egress-proxy.ts';
import { createHttpClient } from './exchange.ts';
import { FetchFailure } from './fetched.ts';
import type { GuardOptions } from './guard.ts';
import { fileFetcher, httpFetcher, type PageFetcher } from './http.ts';
import { createPoliteness } from './politeness.ts';
import { createRobots } from './robots.ts';

export interface WebOptions {
  redis: Redis;
  userAgent: string;
  loopbackVendors: GuardOptions['loopbackVendors'];
  hostSpacingMs: number;
  chromiumPath: string | undefined;
  limits: typeof POLITENESS;
  clock: () => Date;
}

export type Web = ReturnType<typeof openWeb>;

const CONNECT_TIMEOUT_MS = 10_000;
/** Tabs at once: each takes some 100 MB and a good part of a core. */
const TABS = 2;
/** A page's scripts and data together may be this many times as large as the page itself. */
const TRAFFIC_FACTOR = 3;

export function openWeb(options: WebOptions) {
  const { redis, userAgent, loopbackVendors, hostSpacingMs, chromiumPath, limits, clock } = options;
  const guard: GuardOptions = { loopbackVendors, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const client = createHttpClient({ ...guard, userAgent });
  let proxy: EgressProxy | undefined;
  let browser: Promise<Browser> | undefined;

  async function startChromium(): Promise<Browser> {
    if (chromiumPath === undefined) throw new FetchFailure('browser_missing', 'No Chromium found on this machine');
    const traffic = { maxBytes: limits.maxDecodedBytes * TRAFFIC_FACTOR, maxMs: limits.totalTimeoutMs };
    proxy ??= await startEgressProxy(guard, traffic);
    return startBrowser({ executablePath: chromiumPath, proxy, userAgent, loopbackVendors, limits, tabs: TABS });
  }

  return {
    fetch: httpFetcher(client, limits),
    fetchFile: fileFetcher(client, limits),
    /** Fetches through Chromium. @throws {FetchFailure} `browser_missing` */
    async browser(): Promise<PageFetcher> {
      // A failed start is not cached: Chromium may be installed while we run.
      browser ??= startChromium().catch((error: unknown) => {
        browser = undefined;
        throw error;
      });
      return (await browser).fetch;
    },
    robots: createRobots({ redis, client, settings: limits, clock }),
    politeness: createPoliteness(redis, { ...limits, hostSpacingMs }),
    async stop(): Promise<void> {
      await (await browser?.catch(() => undefined))?.stop();
      await proxy?.close();
      await client.agent.destroy();
    },
  };
}
