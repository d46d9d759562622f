/** The page about a product's own API: its parts and their order, and that nothing on it is without a source. */
import { describe, expect, test } from 'vitest';
import { apiFacts, IMPORTED_FROM, importedReference, observedReference } from '../../../api-facts.ts';
import { NOON, product } from '../../../builders.ts';
import { served, sold } from '../../served.ts';
import { pageAt } from '../page-at.ts';

const described = (slug: string, api: Parameters<typeof importedReference>[0] = {}) => ({
  ...sold({ slug }),
  api: importedReference(api),
});

const ATTEMPT = { url: IMPORTED_FROM.url, checkedAt: NOON };

const server = await served(
  {
    products: [
      { ...sold({ slug: 'seen' }), api: observedReference() },
      described('carried'),
      described('asked', {
        source: IMPORTED_FROM.url,
        attempt: { ...ATTEMPT, outcome: 'unreadable', failure: 'unreachable', disputed: false },
      }),
      {
        ...sold({ slug: 'doubted' }),
        api: observedReference({ attempt: { ...ATTEMPT, outcome: 'contradicted', disputed: true } }),
      },
      described('bare', { facts: apiFacts({ openapi: '3.0.0', info: { title: 'Bare' }, paths: {} }, '') }),
      sold({ slug: 'silent' }),
      { ...described('named'), product: product({ slug: 'named', name: 'Named API' }) },
      {
        product: product({ slug: 'bygone', retired: { reason: 'Ended', source: 'https://bygone.example/' } }),
        snapshots: [],
      },
    ],
  },
  { feeds: true },
);

const pageOf = (slug: string) => pageAt(server, `/tools/${slug}/api`);

/** The words of a part, from its heading to the next. */
function part(page: string, heading: string): string {
  const [, rest = ''] = page.split(`<h2>${heading}</h2>`);
  return rest.split(/<h2>|<\/main>/)[0] ?? '';
}

describe('the page of an API', () => {
  test('has the parts of the interface, in its order [S2.5.order]', async () => {
    const page = await pageOf('seen');
    const marks = [
      '<h1>Seen API</h1>',
      'Documentation rating: <strong>',
      'aria-label="Verdict"',
      '<h2>Key facts</h2>',
      '<h2>First request</h2>',
      '<h2>Authentication</h2>',
      '<h2>Core endpoints</h2>',
      '<h2>Rate limits</h2>',
      '<h2>SDKs and errors</h2>',
      '<h2>Questions</h2>',
      '<h2>Sources</h2>',
    ];
    const places = marks.map((mark) => page.indexOf(mark));
    expect(places.every((at) => at > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(page).not.toContain('<script>');
  });

  test('says "API" once where the product is named so', async () => {
    expect(await pageOf('named')).toContain('<h1>Named API</h1>');
    expect(await pageOf('named')).not.toContain('API API');
  });

  test.each([
    [
      'rating [S2.5.rating]',
      'Documentation rating: <strong>74</strong> of 100',
      '1 of 5 operations with a summary or description (2 of 12)',
    ],
    [
      'verdict with the verified date and the number of sources checked [S2.5.verdict]',
      'Glasshouse API is described in OpenAPI 3.0.3: 5 operations on 2 resources, 1 deprecated.',
      'Authentication: Bearer token (JWT). Rate limits: 1,200 requests per minute; 10 requests per second.',
      '<dt>Verified</dt><dd><time datetime="2026-11-21T12:00:00.000Z">21 Nov 2026',
      '<dt>Sources checked</dt><dd>1</dd>',
    ],
  ])('has a %s', async (_, ...said) => {
    const page = await pageOf('seen');
    for (const fact of said) expect(page).toContain(fact);
  });

  test.each([
    [
      'Key facts [S2.5.keyFacts]',
      '<dt>Authentication</dt><dd>Bearer token (JWT)</dd>',
      '<dt>Base URL</dt><dd><code>https://api.glasshouse.example</code></dd>',
      '<dt>Primary endpoint</dt><dd><code>GET /v4/plants</code></dd>',
      '<dt>Limits</dt><dd>1,200 requests per minute; 10 requests per second</dd>',
    ],
    ['First request [S2.5.firstRequest]', 'curl --url &#39;https://api.glasshouse.example/v4/plants&#39;'],
    ['Authentication [S2.5.tables]', 'header Authorization'],
    ['Core endpoints [S2.5.tables]', '<code>POST /v4/plants</code>'],
    ['Rate limits [S2.5.tables]', 'sets the page size (25 by default, at most 100), at 2 operations'],
    ['SDKs and errors [S2.5.tables]', 'Python, for 1 operation', '<th scope="row">429</th>', '>Too many requests<'],
    [
      'Questions [S2.5.faq]',
      'How do I authenticate with the Seen API?',
      'Bearer token (JWT). 4 operations of 5 require it; open: 1.',
    ],
    [
      'Sources [S2.5.sources]',
      ...['Source', 'What was checked', 'Last checked'].map((column) => `<th scope="col">${column}</th>`),
      'docs.glasshouse.example/openapi.json',
      '21 Nov 2026',
    ],
  ])('says what is known under the heading %s', async (title, ...said) => {
    const text = part(await pageOf('seen'), title.split(' [')[0] ?? '');
    for (const fact of said) expect(text).toContain(fact);
  });

  test('ties every row of every table to a place in a source that is named and dated [S2.5.sourced]', async () => {
    const page = await pageOf('seen');
    for (const heading of ['Authentication', 'Core endpoints', 'Rate limits', 'SDKs and errors']) {
      const rows = part(page, heading).match(/<tr><th scope="row">.*?<\/tr>/gs) ?? [];
      expect(rows.length, heading).toBeGreaterThan(0);
      for (const row of rows)
        expect(row).toMatch(/<td data-of="Location"><code class="quiet">#\/[^<]+<\/code><\/td><\/tr>$/);
    }
  });

  test('says of imported facts where they come from, since when, and that nobody of us has read them', async () => {
    const page = await pageOf('carried');
    expect(page).toContain('<dt>Verified</dt><dd>not yet</dd>');
    expect(page).toContain('<dt>Sources checked</dt><dd>0 (1 dataset imported)</dd>');
    expect(page).toContain('From the description in glass/directory-of-apis');
    expect(page).toContain('No URL for later checks is known.');
    expect(part(page, 'Sources')).toContain('as of <time datetime="2025-10-15">15 Oct 2025</time>, by the dataset');
  });

  test('says what came of the last look, and that another description waits', async () => {
    expect(await pageOf('asked')).toContain('21 Nov 2026</time> (unreadable)');
    expect(await pageOf('doubted')).toContain('The last reading differs and is waiting for review.');
  });

  test('says of a description with nothing in it that it states nothing', async () => {
    const page = await pageOf('bare');
    expect(part(page, 'First request')).toContain('has no base URL');
    expect(part(page, 'Rate limits')).toContain('The API may still have some.');
    expect(part(page, 'SDKs and errors')).toContain('documents no errors');
    expect(part(page, 'Questions')).toContain('The description documents no authentication.');
    expect(part(page, 'Questions')).toContain('The description does not say.');
    expect(part(page, 'Questions')).not.toContain('How does pagination work?');
  });

  test('is linked from the page of the product, and only where there is one [D5.api]', async () => {
    const [seen, silent] = await Promise.all(
      ['seen', 'silent'].map((slug) => pageAt(server, `/tools/${slug}/pricing`)),
    );
    expect(seen).toContain('href="/tools/seen/api"');
    expect(silent).not.toContain('/api"');
    const sitemap = await (await server.get('/sitemap.xml')).text();
    expect(sitemap).toContain('/tools/seen/api<');
    expect(sitemap).not.toContain('/tools/silent/api<');
    expect((await server.get('/tools/silent/api')).status).toBe(404);
    expect((await server.get('/tools/nosuch/api')).status).toBe(404);
    expect((await server.get('/tools/bygone/api')).status).toBe(410);
  });
});
