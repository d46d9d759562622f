import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../../config/politeness.ts';
import { createHttpClient, type HttpClient } from '../../../crawler/fetch/exchange.ts';
import { createRobots, type Robots } from '../../../crawler/fetch/robots.ts';
import { ownRedis } from '../../redis-server.ts';
import { serve } from '../loopback-server.ts';

const redis = (await ownRedis()).client();
let client: HttpClient;
let now: Date;
/** What the vendor answers to GET /robots.txt. */
let robotsTxt: { status: number; body: string; headers?: Record<string, string> };

const server = await serve((req, res) => {
  if (req.url === '/moved') return void res.writeHead(200).end('User-agent: *\nDisallow: /');
  res.writeHead(robotsTxt.status, robotsTxt.headers).end(robotsTxt.body);
});

beforeEach(async () => {
  await redis.flushall();
  server.requests.length = 0;
  now = new Date('2026-11-21T12:00:00Z');
  client = createHttpClient({
    loopbackVendors: new Map([['acme.test', server.port]]),
    connectTimeoutMs: 1_000,
    userAgent: userAgent('https://assay.test/bot'),
  });
});
afterEach(() => client.agent.destroy());

const robotsOf = (totalTimeoutMs = 2_000): Robots =>
  createRobots({ redis, client, settings: { ...POLITENESS, totalTimeoutMs }, clock: () => now });
const pricing = new URL('https://acme.test/pricing');
const disallowed = expect.objectContaining({ kind: 'disallowed' });

describe('robots', () => {
  it('are asked for with our own user agent', async () => {
    robotsTxt = { status: 200, body: 'User-agent: *\nCrawl-delay: 7' };
    expect(await robotsOf().admit(pricing)).toMatchObject({ crawlDelayMs: 7_000 });
    expect(server.requests).toMatchObject([
      { url: '/robots.txt', host: 'acme.test', headers: { 'user-agent': 'AssayBot/1.0 (+https://assay.test/bot)' } },
    ]);
  });

  it('are asked once a day by all workers together, however many ask at once', async () => {
    robotsTxt = { status: 404, body: '' };
    const [one, two] = [robotsOf(), robotsOf()];
    await Promise.all(Array.from({ length: 10 }, () => one.admit(pricing)));
    await two.admit(pricing);
    expect(server.requests).toHaveLength(1);
    now = new Date(now.getTime() + 24 * 3_600_000);
    await two.admit(pricing);
    expect(server.requests).toHaveLength(2);
  });

  it('disallow what they say', async () => {
    robotsTxt = { status: 200, body: 'User-agent: AssayBot\nDisallow: /pricing' };
    await expect(robotsOf().admit(pricing)).rejects.toEqual(disallowed);
    await expect(robotsOf().admit(new URL('https://acme.test/plans'))).resolves.toBeDefined();
  });

  it('are not compared with an address that makes that slow', async () => {
    robotsTxt = { status: 200, body: `User-agent: *\nDisallow: /*${'a'.repeat(1_000)}b$` };
    const long = new URL(`https://acme.test/${'a'.repeat(2_000)}`);
    await expect(robotsOf().admit(long)).rejects.toMatchObject({ kind: 'blocked_address' });
  });

  it('disallow all while the server fails, but for the last good rules', async () => {
    robotsTxt = { status: 503, body: '' };
    await expect(robotsOf().admit(pricing)).rejects.toEqual(disallowed);
    robotsTxt = { status: 200, body: 'User-agent: *\nDisallow: /private' };
    now = new Date(now.getTime() + 60_000);
    await robotsOf().admit(pricing);
    robotsTxt = { status: 500, body: '' };
    now = new Date(now.getTime() + 25 * 3_600_000);
    await robotsOf().admit(pricing);
    await expect(robotsOf().admit(new URL('https://acme.test/private'))).rejects.toEqual(disallowed);
  });

  it('are of a host that is unreachable where nothing answers, and again while that is remembered', async () => {
    await client.agent.destroy();
    client = createHttpClient({
      loopbackVendors: new Map([['acme.test', 1]]),
      connectTimeoutMs: 500,
      userAgent: 'AssayBot/1.0',
    });
    const unreachable = expect.objectContaining({
      kind: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    await expect(robotsOf().admit(pricing)).rejects.toEqual(unreachable);
    await expect(robotsOf().admit(pricing)).rejects.toEqual(unreachable);
  });

  it('follow redirects, and take a loop of them for no rules', async () => {
    robotsTxt = { status: 301, body: '', headers: { location: '/moved' } };
    await expect(robotsOf().admit(pricing)).rejects.toEqual(disallowed);
    await redis.flushall();
    robotsTxt = { status: 301, body: '', headers: { location: '/robots.txt?again' } };
    await expect(robotsOf().admit(pricing)).resolves.toBeDefined();
  });

  it('are cut at 500 KiB: what stands beyond is not read', async () => {
    robotsTxt = { status: 200, body: `${'#'.repeat(500 * 1024)}\nUser-agent: *\nDisallow: /` };
    await expect(robotsOf().admit(pricing)).resolves.toBeDefined();
  });
});
