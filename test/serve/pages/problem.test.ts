/** What a person sees where there is no page: why, and how to go on. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notFound } from '../../../serve/interface/lookup.ts';
import { CATALOGUE } from '../browser/sample.ts';
import { publisher, serve, served } from '../served.ts';
import { AS_BROWSER } from './page-at.ts';

const server = await served(CATALOGUE);

async function pageAt(path: string, status: number, from = server): Promise<string> {
  const response = await from.get(path, AS_BROWSER);
  expect([response.status, response.headers.get('content-type')], path).toEqual([status, 'text/html; charset=utf-8']);
  if (status !== 503 && status !== 429) expect(response.headers.get('vary')).toBe('Accept');
  const page = await response.text();
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('rel="canonical"');
  expect(page).toContain(`Request ${response.headers.get('x-request-id')}`);
  return page;
}

describe('where there is no page', () => {
  test.each([
    ['/tools/orbitt/pricing', 'orbit', 'Orbit Workspaces'],
    ['/tools/orbit-apps/alternatives', 'orbit-app', 'Orbit Workspaces'],
    ['/orbit', 'orbit', 'Orbit Workspaces'],
    ['/pricing/acmee', 'acme', 'Acme'],
  ])('%s, near products are named', async (path, slug, name) => {
    const page = await pageAt(path, 404);
    expect(page).toContain(`<li><a href="/tools/${slug}/pricing">${name}</a></li>`);
    expect(page).toContain('href="/problems/not_found"');
  });

  test('what was asked for stands in the search, as text', async () => {
    expect(await pageAt('/tools/some-crm/pricing', 404)).toContain('value="some crm"');
    const page = await pageAt(`/${encodeURIComponent('"><script>alert(1)</script>\u202e')}`, 404);
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  test('of a product that there is, it leads to what is known of it', async () => {
    const page = await pageAt('/tools/acme/api', 404);
    expect(page).toContain('Pricing record: <a href="/tools/acme/pricing">Acme</a>');
    expect(await pageAt('/acme', 404)).not.toContain('Pricing record');
  });

  test('the API says the same in its own form', async () => {
    const response = await server.get('/api/v2/prices/orbit');
    expect(await response.json()).toMatchObject({ code: 'not_found', suggestions: ['orbit', 'orbit-app'] });
  });

  test('a product that is no longer sold says why, since when, by which source, and what follows', async () => {
    const page = await pageAt('/tools/bygone/pricing', 410);
    for (const words of [
      'Shut down',
      'href="https://bygone.example/farewell"',
      '31 Dec 2025',
      '<a href="/tools/acme/pricing">Acme</a>',
      '/tools/bygone/history',
      'href="/problems/retired"',
    ])
      expect(page, words).toContain(words);
  });

  test('what can’t be asked for says what can', async () => {
    const page = await pageAt('/compare?slugs=acme,beta&seats=0', 400);
    expect(page).toContain('<code>seats</code>');
    expect(page).toContain('href="/problems/invalid_parameter"');
  });

  test('before anything is published, and beyond what one may ask, it says when to come again', async () => {
    const empty = await serve(publisher().dir);
    const page = await pageAt('/tools/orbit/pricing', 503, empty);
    expect(page).toContain('Try again in 2 seconds.');
    expect(page).toContain('href="/problems/unavailable"');
    expect(await pageAt('/orbit', 404, empty)).not.toContain('Did you mean');
    const slow = await served(CATALOGUE, { rateLimit: { perSecond: 0.1, burst: 1 } });
    await slow.get('/terms');
    expect(await pageAt('/terms', 429, slow)).toMatch(/Try again in (?:9|10) seconds\./);
  });
});

describe('a path at which there is nothing', () => {
  test('is a problem, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        const { code, members } = notFound(undefined, path);
        expect([code, members]).toEqual(['not_found', {}]);
      }),
      { examples: [['/%E0%A4%A']] },
    );
  });
});
