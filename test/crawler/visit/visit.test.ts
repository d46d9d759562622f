import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openReadWorker } from '../../../crawler/visit/read-worker.ts';
import { type VisitTools, visit } from '../../../crawler/visit/visit.ts';
import { type CrawlJob, Observation } from '../../../data/observation.ts';
import { isPicture } from '../../../data/page.ts';
import { openArchive, sha256Of } from '../../../data/store/archive/archive.ts';
import { crawlJob as job } from '../../builders.ts';
import { ownRedis } from '../../redis-server.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { chromiumPath } from '../chromium.ts';
import { serve } from '../loopback-server.ts';
import { openLoopbackWeb } from '../loopback-web.ts';
import { taught } from '../read/recipe/taught.ts';

const DAY_MS = 86_400_000;
const CARDS = ['Starter $9', 'Team $29', 'Business $79']
  .map((text) => text.split(' '))
  .map(
    ([name, price]) =>
      `<div class="tier"><h3>${name}</h3><p><b>${price}</b> per user / month, billed monthly</p><ul><li>Everything you need</li></ul></div>`,
  )
  .join('');
const html = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Pricing - Acme</title></head><body><h1>Pricing</h1>${body}</body></html>`;
const SHELL = `<!doctype html><html><head><title>Acme</title></head><body><div id="root"></div><script>
  setTimeout(() => { document.getElementById('root').innerHTML = ${JSON.stringify(`<h1>Pricing</h1>${CARDS}`)}; }, 50);
</script></body></html>`;

const redis = (await ownRedis()).client();
const archive = await openArchive(temporaryDirectory());
const reader = openReadWorker();
let sites: Record<string, (req: IncomingMessage, res: ServerResponse) => void>;
const server = await serve((req, res) => {
  const site = sites[req.headers.host ?? ''];
  if (site === undefined || (req.url === '/robots.txt' && !site.length)) res.writeHead(404).end();
  else site(req, res);
});

const openTestWeb = (options?: Parameters<typeof openLoopbackWeb>[2]) => openLoopbackWeb(redis, server.port, options);
const web = openTestWeb();
afterAll(async () => {
  await web.stop();
  await reader.stop();
});
beforeEach(async () => {
  await redis.flushall();
  server.requests.length = 0;
  sites = {};
});

/** A site that has no robots.txt. */
const site =
  (answer: (req: IncomingMessage, res: ServerResponse) => void) => (req: IncomingMessage, res: ServerResponse) =>
    req.url === '/robots.txt' ? res.writeHead(404).end() : answer(req, res);
const page = (body: string, headers: Record<string, string> = {}) =>
  site((_req, res) => res.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body));
const tools = (with_: Partial<VisitTools> = {}): VisitTools => ({
  ...web,
  archive,
  reader,
  hintsOf: () => ({}),
  clock: () => new Date(),
  ...with_,
});

async function observationOf(asked: CrawlJob, with_?: Partial<VisitTools>): Promise<Observation> {
  const result = await visit(asked, tools(with_));
  if (result.kind !== 'observed') throw new Error(`The visit was ${result.kind}`);
  return Observation.parse(result.observation);
}
const pagesAsked = () =>
  server.requests.filter(({ url }) => url !== '/robots.txt').map(({ host, url }) => `${host}${url}`);
const daysFrom = (at: string, until: string | undefined) =>
  Math.round((Date.parse(until ?? '') - Date.parse(at)) / DAY_MS);

describe('a visit that fails', () => {
  it('is an observation: blocked, disallowed, not a page', async () => {
    sites['robots.test'] = (req, res) =>
      req.url === '/robots.txt' ? res.end('User-agent: AssayBot\nDisallow: /pricing') : res.end(html(CARDS));
    expect(await observationOf(job({ url: 'https://127.0.0.1/pricing' }))).toMatchObject({
      failure: 'blocked_address',
    });
    expect(await observationOf(job({ url: 'https://robots.test/pricing' }))).toMatchObject({ failure: 'disallowed' });
    sites['acme.test'] = site((_req, res) => res.writeHead(200, { 'content-type': 'image/png' }).end('x'));
    expect(await observationOf(job())).toMatchObject({ failure: 'wrong_type', id: 'acme.pricing.2026-11-21T12-00Z' });
    expect(pagesAsked()).toEqual(['acme.test/pricing']);
  });

  it('of a host that redirects obeys the robots rules of where it leads', async () => {
    sites['acme.test'] = site((_req, res) => res.writeHead(302, { location: 'https://other.test/pricing' }).end());
    sites['other.test'] = (_req, res) => res.end('User-agent: *\nDisallow: /');
    expect(await observationOf(job())).toMatchObject({ kind: 'failure', failure: 'disallowed' });
    expect(pagesAsked()).toEqual(['acme.test/pricing']);
  });

  it('of a host whose robots.txt fails asks for no page', async () => {
    sites['acme.test'] = (_req, res) => res.writeHead(500).end();
    expect(await observationOf(job())).toMatchObject({ failure: 'disallowed', detail: expect.stringContaining('500') });
    expect(pagesAsked()).toEqual([]);
  });

  it('because the vendor refuses holds the host for its other sources too', async () => {
    sites['acme.test'] = site((_req, res) => res.writeHead(403).end());
    const refused = await observationOf(job());
    expect(refused).toMatchObject({ failure: 'refused', status: 403 });
    expect(refused.kind === 'failure' && daysFrom(refused.observedAt, refused.notBefore)).toBe(1);
    const other = await observationOf(job({ source: 'docs', url: 'https://acme.test/docs' }));
    expect(other).toMatchObject({ failure: 'refused', detail: expect.stringContaining('no visits until') });
    expect(other.kind === 'failure' && daysFrom(other.observedAt, other.notBefore)).toBe(1);
    expect(pagesAsked()).toEqual(['acme.test/pricing']);
  });

  it.each([
    ['blocked', '<title>Access Denied</title><h1>Access Denied</h1><p>Reference #18.5e2f1</p>'],
    ['challenge', '<title>Just a moment...</title><p>Verify you are human</p>'],
  ])('by a page that says so with status 200 holds the host: %s', async (verdict, body) => {
    sites['acme.test'] = page(body);
    expect(await observationOf(job())).toMatchObject({ kind: 'page', reading: { verdict, tiers: [] } });
    expect(await observationOf(job({ source: 'docs', url: 'https://acme.test/docs' }))).toMatchObject({
      failure: 'refused',
    });
    expect(pagesAsked()).toEqual(['acme.test/pricing']);
  });

  it('with Retry-After says when to come back, by the clock of the visit', async () => {
    sites['acme.test'] = site((_req, res) => res.writeHead(429, { 'retry-after': '7200' }).end());
    const at = '2021-03-04T05:06:07.000Z';
    expect(await observationOf(job({ at }))).toMatchObject({ observedAt: at, notBefore: '2021-03-04T07:06:07.000Z' });
    await redis.flushall();
    sites['acme.test'] = site((_req, res) => res.writeHead(503, { 'retry-after': '3600' }).end());
    const result = await visit(job({ at }), tools());
    expect(result).toMatchObject({
      isPassing: false,
      observation: { failure: 'bad_status', notBefore: '2021-03-04T06:06:07.000Z' },
    });
  });

  it.each([
    [500, true],
    [408, true],
    [404, false],
  ])('with status %i is passing: %s', async (status, isPassing) => {
    sites['acme.test'] = site((_req, res) => res.writeHead(status).end());
    expect(await visit(job(), tools())).toMatchObject({ isPassing, observation: { failure: 'bad_status', status } });
  });

  it('without Chromium where the source needs it says so, and comes back in a day', async () => {
    const bare = openTestWeb({ chromiumPath: undefined });
    sites['acme.test'] = page(SHELL);
    for (const render of ['browser', 'http'] as const) {
      const missing = await observationOf(job({ render }), { browser: bare.browser });
      expect(missing).toMatchObject({ failure: 'browser_missing' });
      expect(missing.kind === 'failure' && daysFrom(missing.observedAt, missing.notBefore)).toBe(1);
    }
    await bare.stop();
  });
});

describe('a visit that brings a page', () => {
  it('archives its bytes and reads them, on the clock of the job', async () => {
    const body = html(CARDS);
    sites['acme.test'] = page(body, { etag: '"v1"' });
    const at = '2021-03-04T05:06:07.000Z';
    const seen = await observationOf(job({ at }));
    expect(seen).toMatchObject({
      kind: 'page',
      observedAt: at,
      page: {
        sha256: sha256Of(Buffer.from(body)),
        bytes: Buffer.byteLength(body),
        charset: 'utf-8',
        via: 'http',
        etag: '"v1"',
        fetchedAt: at,
      },
      reading: { verdict: 'pricing' },
    });
    expect(seen.kind === 'page' && seen.reading.tiers.map(({ name }) => name)).toEqual(['Starter', 'Team', 'Business']);
    expect(await archive.get(sha256Of(Buffer.from(body)))).toEqual(Buffer.from(body));
  });

  it('confirms the page it has, by 304 or by the same bytes', async () => {
    const body = html(CARDS);
    sites['acme.test'] = site((req, res) => {
      if (req.headers['if-none-match'] === '"v1"') res.writeHead(304).end();
      else res.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
    const sha256 = sha256Of(Buffer.from(body));
    for (const previous of [{ sha256, etag: '"v1"' }, { sha256 }]) {
      expect(await observationOf(job({ previous }))).toMatchObject({ kind: 'unchanged', sha256, via: 'http' });
    }
    expect(await observationOf(job({ previous: { sha256: '0'.repeat(64), etag: '"v0"' } }))).toMatchObject({
      kind: 'page',
    });
  });

  it('reads with the recipe of the product', async () => {
    const source = html('<section><i>Solo</i><u>$17</u></section>');
    sites['acme.test'] = page(source);
    const recipe = taught(source, ['Solo 17']);
    const seen = await observationOf(job(), { hintsOf: ({ source }) => (source === 'pricing' ? { recipe } : {}) });
    expect(seen.kind === 'page' && seen.reading.tiers).toMatchObject([
      { name: 'Solo', prices: [{ amount: '17.00', evidence: { method: 'recipe' } }] },
    ]);
  });

  it('knows what was asked for where the site answers with its home page', async () => {
    sites['acme.test'] = site((req, res) => {
      if (req.url === '/pricing') res.writeHead(302, { location: '/' }).end();
      else
        res
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Acme</title><h1>Work together</h1><p>From $9 per month.</p>');
    });
    expect(await observationOf(job())).toMatchObject({ kind: 'page', reading: { verdict: 'soft_404', tiers: [] } });
  });

  it("leaves out what the page prices of the vendor's other products", async () => {
    const tiers = (name: string, price: string) => `<div><h3>${name}</h3><p>$${price} / month</p></div>`;
    sites['acme.test'] = page(
      `<h1>Pricing</h1><section><h2>Acme Desk</h2>${tiers('Basic', '12')}${tiers('Plus', '30')}</section><section><h2>Acme Chat</h2>${tiers('Start', '7')}${tiers('Scale', '70')}</section>`,
    );
    const seen = await observationOf(job(), {
      hintsOf: () => ({ product: { name: 'Acme Desk', others: ['Acme Chat'] } }),
    });
    expect(seen.kind === 'page' && seen.reading.tiers.map(({ name }) => name)).toEqual(['Basic', 'Plus']);
  });

  it.skipIf(chromiumPath === undefined)('looks again in Chromium where the page is an empty shell', async () => {
    sites['acme.test'] = page(SHELL);
    const seen = await observationOf(job());
    expect(seen).toMatchObject({ kind: 'page', page: { via: 'browser' }, reading: { verdict: 'pricing' } });
    expect(seen.kind === 'page' && seen.reading.tiers).toHaveLength(3);
    const { sha256 } = (seen as Extract<Observation, { kind: 'page' }>).page;
    expect((await archive.get(sha256))?.toString()).toContain('Business');
    // The same DOM again is a confirmation.
    const again = await observationOf(job({ render: 'browser', previous: { sha256 } }));
    expect(again).toMatchObject({ kind: 'unchanged', sha256, via: 'browser' });
  });
});

describe.skipIf(chromiumPath === undefined)('a page in Chromium', () => {
  const seenPage = async (asked: CrawlJob) => {
    const seen = await observationOf(asked);
    if (seen.kind !== 'page') throw new Error(`The visit was ${seen.kind}`);
    return seen.page;
  };

  it('is pictured where its amounts are new, and the picture archived', async () => {
    sites['acme.test'] = page(html(CARDS));
    const first = await seenPage(job({ render: 'browser' }));
    expect(isPicture((await archive.get(first.picture ?? '')) ?? Buffer.alloc(0))).toBe(true);
    sites['acme.test'] = page(html(`${CARDS}<footer>The same prices</footer>`));
    // new-amounts.test.ts has the ways in which amounts are new.
    const second = await seenPage(job({ render: 'browser', previous: { sha256: first.sha256 } }));
    expect(second).not.toHaveProperty('picture');
  });
});

describe('a visit whose turn has not come', () => {
  it('is postponed for as long as the crawl delay asks, and a robots.txt asked for once', async () => {
    sites['acme.test'] = (req, res) =>
      req.url === '/robots.txt' ? res.end('User-agent: *\nCrawl-delay: 20') : res.writeHead(404).end();
    expect((await visit(job(), tools())).kind).toBe('observed');
    const second = await visit(job({ source: 'docs', url: 'https://acme.test/docs' }), tools());
    expect(second).toMatchObject({ kind: 'postponed' });
    expect(second.kind === 'postponed' && Math.round(second.waitMs / 1_000)).toBe(20);
    expect(server.requests.map(({ url }) => url)).toEqual(['/robots.txt', '/pricing']);
  });

  it('waits on the spot where it is only a moment', async () => {
    const spaced = openTestWeb({ hostSpacingMs: 300 });
    sites['acme.test'] = page(html(CARDS));
    const started = performance.now();
    await Promise.all(['a', 'b', 'c'].map((source) => observationOf(job({ source }), spaced)));
    expect(performance.now() - started).toBeGreaterThan(590);
    await spaced.stop();
  });

  it.skipIf(chromiumPath === undefined)('remembers that the page needs Chromium', async () => {
    const spaced = openTestWeb({ hostSpacingMs: 60_000 });
    sites['acme.test'] = page(SHELL);
    // Its robots.txt is known: else that would be what takes the host's turn.
    await spaced.robots.admit(new URL(job().url));
    expect(await visit(job(), tools(spaced))).toMatchObject({ kind: 'postponed', job: job({ render: 'browser' }) });
    await spaced.stop();
  });
});
