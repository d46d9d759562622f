import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { POLITENESS } from '../../../config/politeness.ts';
import { createHttpClient, type HttpClient } from '../../../crawler/fetch/exchange.ts';
import type { Fetched } from '../../../crawler/fetch/fetched.ts';
import type { PageQuestion } from '../../../crawler/fetch/http.ts';
import { startHttpCrawler } from '../../../crawler/fetch/http-crawler.ts';
import type { LongLivedCrawler } from '../../../crawler/fetch/long-lived-crawler.ts';
import { type LoopbackServer, serve } from '../loopback-server.ts';

const DAY = 86_400_000;
/** By how much the clock of the system is set ahead; it goes on from there. */
let ahead = 0;
const trueNow = Date.now;

let server: LoopbackServer;
let client: HttpClient;
let crawler: LongLivedCrawler<PageQuestion, Fetched>;
beforeEach(async () => {
  ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + ahead);
  server = await serve((_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<p>$12</p>'));
  const loopbackVendors = new Map([['www.acme.test', server.port]]);
  client = createHttpClient({ loopbackVendors, connectTimeoutMs: 1_000, userAgent: 'test' });
  crawler = startHttpCrawler({
    client,
    limits: POLITENESS,
    concurrency: 2,
    onEnd(error) {
      throw error;
    },
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await crawler.stop();
  await client.agent.destroy();
  await server.close();
});

const visited = async () =>
  (await crawler.visit({ url: 'https://www.acme.test/pricing', clock: () => new Date() })).kind;

it('makes visits whatever the clock of the system is set to', async () => {
  for (const days of [0, 90, 89, 0]) {
    ahead = days * DAY;
    expect(await visited()).toBe('page');
  }
});
