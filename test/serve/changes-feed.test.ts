import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import type { ChangeType } from '../../data/change.ts';
import { change, NOON } from '../builders.ts';
import { MARKET } from './market-of-crm.ts';
import { type Served, SITE, served, sold } from './served.ts';
import { expectAtom } from './strangers.ts';

async function feedAt(server: Served, path = '/feed.xml') {
  const response = await server.get(path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const xml = await response.text();
  const $ = load(xml, { xml: true });
  const textsOf = (name: string) =>
    $(`entry > ${name}`)
      .toArray()
      .map((element) => $(element).text());
  const next = $('feed > link[rel="next"]').attr('href')?.replace(SITE.baseUrl, '');
  return { xml, ids: textsOf('id'), titles: textsOf('title'), updated: $('feed > updated').text(), next };
}

const logOf = (count: number) => Array.from({ length: count }, (_, n) => ({ ...change({ slug: 'acme' }), seq: n + 1 }));
const acme = sold();
const EVIDENCE = 'ev_2e8087b3126738b6a43c';
const ANNOUNCED = { amount: '30.00', currency: 'USD', effectiveFrom: '2027-03-01' };

describe('the feed', () => {
  it('is the log of price changes, the newest first, each under an address that answers with it alone [D3.changes.feed]', async () => {
    const server = await served(MARKET);
    const { ids } = await feedAt(server);
    const answered = await Promise.all(
      ids.map(async (id) => {
        const { changes } = await server.json(id.replace(SITE.baseUrl, ''));
        return (changes as { seq: number }[]).map(({ seq }) => seq);
      }),
    );
    // What entered or left our catalogue is no change of a price.
    expect(answered).toEqual([[6], [4], [3], [2]]);
  });

  it('leads from an event to the words that show it', async () => {
    const server = await served({ products: [acme], changes: [{ ...change({ evidence: [EVIDENCE] }), seq: 1 }] });
    const { xml } = await feedAt(server);
    const link = load(xml, { xml: true })('entry > link[rel="related"]');
    expect(link.attr('href')).toBe(`${SITE.baseUrl}/evidence/${EVIDENCE}`);
  });

  it('is Atom although a plan is named by what no XML may have', async () => {
    const named = { ...change({ subject: 'Pro\uFFFE\uFFFF', before: undefined, after: undefined }), seq: 1 };
    const { xml, titles } = await feedAt(await served({ products: [acme], changes: [named] }));
    expectAtom(xml);
    expect(titles).toEqual(['Acme: price changed: Pro']);
  });

  it('has a feed of each product, with links of its own', async () => {
    const server = await served({ ...MARKET, changes: [...logOf(120), { ...change({ slug: 'delta' }), seq: 121 }] });
    const ofAcme = await feedAt(server, '/feed.xml?slug=acme');
    expect(ofAcme.titles).toHaveLength(100);
    expect(new Set(ofAcme.titles.map((title) => title.split(':')[0]))).toEqual(new Set(['Acme']));
    expect(ofAcme.xml).toContain(`<id>${SITE.baseUrl}/feed.xml?slug=acme</id>`);
    expect(ofAcme.next).toBe('/feed.xml?slug=acme&before=21');
    expect((await feedAt(server, ofAcme.next)).titles).toHaveLength(20);
    expect((await feedAt(server, '/feed.xml?slug=delta')).titles).toHaveLength(1);
    expect((await server.get('/feed.xml?slug=nobody')).status).toBe(404);
  });

  it('takes the filter of the API, as Atom and as JSON Feed alike, and its pages hold every match once', async () => {
    const moved = (n: number, amount: string) => ({
      ...change({ slug: n % 2 === 0 ? 'acme' : 'delta', after: { amount, currency: 'USD' } }),
      seq: n + 1,
    });
    const log = Array.from({ length: 240 }, (_, n) => moved(n, n % 3 === 0 ? '10.50' : '15.00'));
    const server = await served({ ...MARKET, changes: log });
    const filter = 'slugs=delta%2Cacme&type=price_changed&minPercent=20';
    const seen: string[] = [];
    for (let path: string | undefined = `/feed.json?${filter}`; path !== undefined; ) {
      const feed = (await server.json(path)) as {
        version: string;
        feed_url: string;
        next_url?: string;
        items: { id: string; title: string; _change: { seq: number } }[];
      };
      expect([feed.version, feed.feed_url]).toEqual(['https://jsonfeed.org/version/1.1', `${SITE.baseUrl}${path}`]);
      seen.push(...feed.items.map(({ id }) => id));
      path = feed.next_url?.replace(SITE.baseUrl, '');
    }
    const large = log.filter(({ after }) => after?.amount === '15.00');
    expect(seen).toEqual(
      large.toReversed().map(({ seq }) => `${SITE.baseUrl}/api/v2/changes?cursor=${seq - 1}&limit=1`),
    );
    expect((await feedAt(server, `/feed.xml?${filter}`)).ids).toEqual(seen.slice(0, 100));
    expect((await server.get('/feed.json?slugs=acme,nobody')).status).toBe(404);
    for (const value of ['much', '', '-1', '1e3', '1001'])
      expect((await server.get(`/feed.json?minPercent=${value}`)).status, value).toBe(400);
    const many = Array.from({ length: 51 }, (_, n) => `p-${n}`).join();
    for (const path of [`/feed.json?slugs=${many}`, '/api/v2/changes?slug=acme&slugs=delta'])
      expect((await server.get(path)).status).toBe(400);
  });

  it('says of a change of unknown cause what is not known, as the log does', async () => {
    const reason = 'whether the vendor changed its prices or we misread them is not known';
    const server = await served({
      products: [acme],
      changes: [{ ...change({ slug: 'acme', type: 'changed_with_redesign', reason }), seq: 1 }],
    });
    expect((await feedAt(server)).xml).toContain(`; ${reason}.</summary>`);
    expect(await server.json('/api/v2/changes')).toMatchObject({
      changes: [{ type: 'changed_with_redesign', reason }],
    });
  });

  it('walked through its next pages holds every price change once, whatever entered the catalogue between', async () => {
    const entries = Array.from({ length: 300 }, (_, n) => ({ ...change({ type: 'product_added' }), seq: 231 + n }));
    const server = await served({ products: [acme], changes: [...logOf(230), ...entries] });
    const seen: string[] = [];
    for (let path: string | undefined = '/feed.xml'; path !== undefined; ) {
      const { ids, next }: Awaited<ReturnType<typeof feedAt>> = await feedAt(server, path);
      seen.push(...ids.map((id) => /cursor=(\d+)/.exec(id)?.[1] ?? ''));
      path = next;
    }
    expect(seen).toEqual(Array.from({ length: 230 }, (_, n) => String(229 - n)));
  });

  it.each<[ChangeType, object, string]>([
    ['price_changed', {}, 'Acme: price changed: pro, $12, was $10'],
    ['correction', {}, 'Acme: our correction of pro: $12, was $10'],
    ['changed_with_redesign', {}, 'Acme: changed with a redesign, cause unknown: pro, $12, was $10'],
    [
      'announced',
      { after: { name: 'Pro', ...ANNOUNCED, per: 'month', unit: 'user' } },
      'Acme: announced: Pro, $30 per user/month from 2027-03-01 on',
    ],
    ['tier_renamed', { before: { name: 'Pro' }, after: { name: 'Team' } }, 'Acme: Pro is now called Team'],
    [
      'tier_added',
      { before: undefined, after: { name: 'Max', isCustom: true } },
      'Acme: tier added: Max, contact sales',
    ],
    [
      'rate_changed',
      { subject: 'large-1', after: { rate: 'inputPerMTok', amount: '0.075', currency: 'USD' }, before: undefined },
      'Acme: rate changed: large-1, input, $0.075 per million tokens',
    ],
  ])('says of %s what happened', async (type, sides, title) => {
    const server = await served({ products: [acme], changes: [{ ...change({ type, ...sides }), seq: 1 }] });
    expect((await feedAt(server)).titles).toEqual([title]);
  });

  it('of no events is dated by its generation, is open to all, and can be asked for again', async () => {
    const server = await served({ products: [acme] });
    const response = await server.get('/feed.xml');
    expect((await feedAt(server)).updated).toBe(NOON);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const again = await server.get('/feed.xml', { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await server.get('/feed.xml?before=0')).status).toBe(400);
  });
});
