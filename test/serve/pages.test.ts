import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkFeeds } from '../../serve/files/feeds/list.ts';
import { PROBLEMS } from '../../serve/interface/problem.ts';
import { EXPORTS } from '../../serve/interface/published-files.ts';
import { dataBlock, href, html } from '../../web/html.ts';
import { NOON } from '../builders.ts';
import { FIGURES, FULL_MARKET, MARKET, PROOFS } from './market-of-crm.ts';
import { pageAt, pagesFrom } from './pages/page-at.ts';
import { SITE, served } from './served.ts';

const server = await served(MARKET);

describe('the template', () => {
  it('lets no value out of its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const written = String(html`<p title="${text}">${text}</p>`);
        expect(written.match(/[<>"']/g)?.join('')).toBe('<""><>');
      }),
    );
  });

  it('lets no text out of a block of data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [, data = ''] =
          /^<script type="application\/ld\+json">([^<>&]*)<\/script>$/.exec(
            String(dataBlock({ text: `${text}</script><!--${text}` })),
          ) ?? [];
        expect(JSON.parse(data)).toEqual({ text: `${text}</script><!--${text}` });
      }),
    );
  });

  it('writes HTML of its own as it is, lists one after the other, and nothing for what is absent', () => {
    expect(String(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}${undefined}${false}</ul>`)).toBe(
      '<ul><li>1</li><li>2</li></ul>',
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', ' https://x', 'JaVaScRiPt:x'])(
    '%s leads nowhere',
    (url) => {
      expect(href(url)).toBe('#');
    },
  );
});

describe('quality', () => {
  it('shows the figures of the answer, and says where there are none', async () => {
    const page = await pageAt(server, '/quality');
    expect(page).toContain('75 %');
    expect(page).toContain('No forecasts tested yet.');
    expect(page).toContain('No pages read yet.');
    const bins = [{ from: 0.9, to: 0.95, n: 9, given: 0.92, came: 1, low: 0.7, high: 1 }];
    const calibration = { field: { n: 9, brier: 0.01, logLoss: 0.1, bins, products: 3 } };
    const checks = { from: NOON, until: NOON, days: 1, confirmations: 3 };
    const known = await served({ ...MARKET, quality: { ...FIGURES, calibration, checks } });
    const figures = await pageAt(known, '/quality');
    for (const words of [
      'LLM prices by modelpricewatch.com, CC BY 4.0',
      'Different values in datasets: 1',
      '3.00 USD (example/rates',
      'Brier score 0.01',
      '92 %',
      '88 %',
      'sources_emptied',
      'too few days',
      'Too few for a conclusion',
    ])
      expect(figures, words).toContain(words);
  });
});

describe('a product', () => {
  it('is judged by the other products of its category, of which it names vendors, ages and sources', async () => {
    const page = await pageAt(await served(FULL_MARKET), '/tools/acme/pricing');
    for (const words of [
      'is 40 % below the median of 12 other products of CRM on the same terms',
      '9 vendors, prices of 1 Jan 2026 to 21 Nov 2026: 11 read from vendors’ pages, others by example/prices.',
    ])
      expect(page).toContain(words);
    expect(await pageAt(server, '/tools/acme/pricing')).not.toContain('Against its category');
  });

  it('shows each price with its quote, source, capture time and confidence', async () => {
    const page = await pageAt(server, '/tools/acme/pricing');
    for (const words of [
      '$12',
      '$29.90',
      '$120</span> <span class="terms">per user a year, which is $10 a month</span>',
      '$12 per user/month',
      'acme.example/pricing',
      '21 Nov 2026',
      '95 %',
      'Contact sales',
      'At least 3 users',
      'Single sign-on requires Business',
      '<strong>$12</strong> per user a month',
      'id="sure"',
      'Includes: ',
      '2 readings agree',
      '16.7 % less',
      `href="/evidence/${PROOFS.monthly.id}"`,
      `${SITE.baseUrl}/go/acme?src=page`,
    ]) {
      expect(page).toContain(words);
    }
    expect(page).not.toContain('$15');
  });

  it.each([
    ['beta', 'From dataset example/prices (Apache-2.0)', 'Not read by us', 'Not yet confirmed on'],
    ['tokens', '$2.50', '$0.075', '$0.30', 'over 200K tokens'],
  ])('known otherwise says so: %s', async (slug, ...said) => {
    const page = await pageAt(server, `/tools/${slug}/pricing`);
    for (const words of said) expect(page).toContain(words);
  });
});

/** Made by another process, which a test of its own runs. */
const OF_THE_EXPORTER = [EXPORTS.path, ...bulkFeeds.map(({ path }) => path)];

describe('all pages', () => {
  it('hold no script, load nothing from elsewhere, and their links lead somewhere', async () => {
    const seen = new Set<string>();
    const from = ['/', '/bot', '/problems/not_found', '/compare?slugs=acme,delta&seats=10', '/compare?slugs=acme'];
    for await (const { path, response, html: page } of pagesFrom(server, from, { except: OF_THE_EXPORTER })) {
      seen.add(path);
      expect([200, 302], path).toContain(response.status);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
      expect(page).not.toMatch(/\son\w+=|style="|src="http/);
      for (const [script = ''] of page.matchAll(/<script[\s\S]*?<\/script>/g)) {
        const [, data] = /^<script type="application\/ld\+json">([^<]+)<\/script>$/.exec(script) ?? [];
        if (data !== undefined) expect(JSON.parse(data)).toHaveProperty('@context', 'https://schema.org');
        else expect(script).toMatch(/^<script type="module" src="\/assets\/[a-z-]+\.[0-9a-f]{12}\.js"><\/script>$/);
      }
    }
    expect(seen.size).toBeGreaterThan(30);
    for (const code of Object.keys(PROBLEMS)) expect(seen).toContain(`/problems/${code}`);
  });

  it('keep their style for ever, at a path that changes with it', async () => {
    const [, path = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(await pageAt(server, '/')) ?? [];
    const response = await server.get(path);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await response.text()).length).toBeGreaterThan(1_000);
  });

  it('send their scripts without types, small, and to be kept for ever', async () => {
    const [, path = ''] =
      /<script type="module" src="([^"]+)">/.exec(await pageAt(server, '/tools/tokens/pricing')) ?? [];
    const response = await server.get(path, { headers: { 'accept-encoding': 'br' } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': expect.stringContaining('immutable'),
      'content-type': 'text/javascript; charset=utf-8',
      etag: expect.any(String),
    });
    const script = await response.text();
    expect(script).toContain('addEventListener');
    expect(script).not.toContain('HTMLElement');
    const again = await server.get(path, {
      headers: { 'accept-encoding': 'br', 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
