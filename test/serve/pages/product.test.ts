/** What stands on the page of a product, and what it says to search engines: what is published and nothing else. */
import { describe, expect, test } from 'vitest';
import { customTier, freeTier, price, product, record, tier, verification } from '../../builders.ts';
import { CATALOGUE } from '../browser/sample.ts';
import { FULL_MARKET } from '../market-of-crm.ts';
import { SITE, served, sold } from '../served.ts';
import { pageAt } from './page-at.ts';

const server = await served(CATALOGUE);

const pageOf = (slug: string, from = server) => pageAt(from, `/tools/${slug}/pricing`);

interface Graph {
  '@graph': Record<string, unknown>[];
}

function dataIn(page: string): (type: string) => Record<string, unknown> {
  const [, text = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page) ?? [];
  const things = (JSON.parse(text) as Graph)['@graph'];
  return (type) => things.find((thing) => thing['@type'] === type) ?? {};
}

describe('the page of a product', () => {
  test('says what came of the last check where no price is known, and names an only other product', async () => {
    const unknown = sold({
      slug: 'acme',
      tiers: [],
      verification: { ...verification({ outcome: 'contradicted' }), confirmedAt: undefined },
    });
    const page = await pageOf('acme', await served({ products: [unknown, sold({ slug: 'beta' })] }));
    expect(page).toContain('21 Nov 2026</time> (reading not published)');
    expect(page).toContain('>Compare Acme with Beta</a>');
  });

  test('says how each other market stands', async () => {
    const [, section = ''] = (await pageOf('acme')).split('id="markets"');
    expect(section).toMatch(/Germany<.*<time[^>]*>[^<]+<\/time> <span class="badge \w+"/s);
  });

  test('has a switch between billings exactly where a tier has prices of both', async () => {
    const page = await pageOf('orbit');
    expect(page).toContain('<input type="radio" name="billing" value="annual">');
    expect(page).toMatch(/class="price by-monthly"><p><span class="amount">\$14</);
    expect(page).toMatch(/class="price by-annual"><p><span class="amount">\$11<\/span>.*21\.4 % less/);
    // A tier of one billing is shown under both.
    expect(page).toMatch(/class="price"><p><span class="amount"><small>from<\/small> \$1,250\.50</);
    expect(page).toMatch(
      /class="price"><p><span class="amount">\$4,800<\/span> <span class="terms">a year, which is \$400 a month/,
    );
    expect(await pageOf('tokens')).not.toContain('name="billing"');
  });

  test('shows both billings in the currency that the saving is of', async () => {
    const inBoth = (amount: string, billing: 'monthly' | 'annual') =>
      (['EUR', 'USD'] as const).map((currency) => price({ amount, currency, billing }));
    const pro = tier({ prices: [...inBoth('12.00', 'monthly'), ...inBoth('9.00', 'annual').reverse()] });
    const shop = await served({ products: [sold({ currency: 'USD', tiers: [pro] })] });
    const page = await pageOf('acme', shop);
    expect(page).toMatch(/class="price by-monthly"><p><span class="amount">\$12</);
    expect(page).toMatch(/class="price by-annual"><p><span class="amount">\$9<.*25 % less/);
    expect(page).toMatch(/class="beside by-monthly"><p><span class="amount">€12</);
  });

  test('opens a price to its words, its page, its day, the way of reading and how sure that is', async () => {
    const [, opened = ''] = (await pageOf('orbit')).split('class="price by-annual">');
    const [proof = ''] = opened.split('</details>');
    for (const words of [
      '<blockquote>$11 per member / month, billed annually</blockquote>',
      'orbit.example/pricing',
      '21 Nov 2026',
      'cards; assumed by rule, not stated: currency',
      '<a href="#sure">sure</a>',
      'href="/evidence/ev_',
    ])
      expect(proof, words).toContain(words);
  });

  test('is cited as text and as Markdown', async () => {
    const page = await pageOf('orbit');
    expect(page).toContain(
      `<pre class="cite plain" data-copy>${SITE.brand} (${SITE.baseUrl}/): Orbit Workspaces pricing. Starts at $14 per user a month, billed monthly. Verified 2026-11-20. ${SITE.baseUrl}/tools/orbit/pricing</pre>`,
    );
    expect(page).toContain('<pre class="cite" data-copy>Data from [Assay](');
    expect(await pageOf('beta')).toContain('Starts at $8 per user a month, billed monthly. Not yet verified.');
  });

  test('answers first: the starting price with its terms, who says so and since when', async () => {
    const [, first = ''] = (await pageOf('orbit')).split('<h1>');
    const [answer = ''] = first.split('</div>');
    expect(answer).toContain('starts at <strong>$14</strong> per user a month, billed monthly. There is a free plan.');
    expect(answer).toMatch(/class="badge verified".*Confirmed .*20 Nov 2026.*href="\/evidence\/ev_/);
    expect(await pageOf('beta')).toContain(
      'Not confirmed on the vendor’s page</span> <small class="ground">dataset example/prices',
    );
    expect(await pageOf('models')).toMatch(
      /charges by token: from <strong>\$0\.015<\/strong> per million input tokens/,
    );
    expect(await pageOf('models')).toMatch(/<th scope="col">Source<\/th>.*<td>example\/prices-of-software, <time/s);
  });

  test('says "starts at" and not "from" too where the vendor says "from"', async () => {
    const page = await pageOf(
      'acme',
      await served({ products: [sold({ tiers: [tier({ prices: [price({ isFloor: true })] })] })] }),
    );
    expect(page).toContain('content="Acme starts at $12 per user a month');
    expect(page).toContain('starts at <strong>$12</strong>');
    expect(page).toContain('Starts at $12 per user a month');
  });

  test('promises no plans and quotes where it has rates of a dataset', async () => {
    const promised = 'usage-based pricing. Each price with its source, date and confidence.">';
    expect(await pageOf('models')).toContain(promised);
  });

  test('of the vendor’s own published source says so, with its words, as the API and the card do', async () => {
    const imported = {
      ...{ dataset: `ably/docs:pricing.mdx@${'a'.repeat(40)}`, license: 'Apache-2.0', asOf: '2026-05-02' },
      ...{ asOfBasis: 'git commit date', publisher: 'vendor' as const, quote: '| <b>$29</b> |' },
    };
    const { source: _, ...pro } = tier({ prices: [price({ amount: '29.00' })], origin: 'imported', imported });
    const { confirmedAt: __, ...unread } = record().verification;
    const from = await served({ products: [sold({ tiers: [pro], evidence: [], verification: unread })] });
    const page = await pageOf('acme', from);
    expect(page).toContain('From the vendor’s own published source (ably/docs), <time datetime="2026-05-02"');
    expect(page).toContain(': “| &lt;b&gt;$29&lt;/b&gt; |”. Not read by us.');
    expect((await from.json('/api/v2/pricing/acme')).tiers).toMatchObject([{ imported }]);
    expect(await (await from.get('/tools/acme/card.svg')).text()).toContain(
      'from the vendor’s own published source, 2 May',
    );
  });

  test('states for a team what the calculation of the API gives, and no total where it gives none', async () => {
    for (const [seats, billing] of [
      [2, 'annual'],
      [10, 'monthly'],
      [60, 'monthly'],
    ] as const) {
      const page = await pageAt(server, `/tools/orbit/pricing?seats=${seats}&billing=${billing}`);
      for (const tier of ['free', 'teams', 'scale', 'by-the-year']) {
        const [, card = ''] = page.split(`id="tier-${tier}"`);
        const [own = ''] = card.split('</article>');
        const [, said] = /class="for-team">[^<]*<strong>(?:at least )?\$([\d,.]+)<\/strong>/.exec(own) ?? [];
        const cost = await server.post('/api/v2/tco', { slug: 'orbit', tier, seats, billing });
        const { total } = (await cost.json()) as { total?: { term?: number; excludes: { reason: string }[] } };
        if (said === undefined) {
          const reasons = total?.excludes.map(({ reason }) => reason) ?? ['seats_beyond_included'];
          expect(tier === 'free' || reasons.includes('seats_beyond_included'), `${tier}, ${seats}`).toBe(true);
        } else expect(Number(said.replaceAll(',', '')), `${tier}, ${seats}`).toBeCloseTo(total?.term ?? Number.NaN, 0);
      }
    }
    expect(await pageAt(server, '/tools/orbit/pricing?seats=60')).toContain('the plan includes fewer');
    expect(await pageAt(server, '/tools/orbit/pricing?seats=60')).toContain(
      `<link rel="canonical" href="${SITE.baseUrl}/tools/orbit/pricing">`,
    );
  });

  test('draws the starting price, with a range to choose, figures that lead to their quotes, and events', async () => {
    const page = await pageOf('orbit');
    expect(page).toContain('Starting price of Orbit Workspaces from 1 Feb 2023 to 21 Nov 2026');
    expect(page).toMatch(/<dt>Low<\/dt><dd><strong>\$10<\/strong> <small>from .*href="\/evidence\/ev_/);
    expect(page).toMatch(/<dt>High<\/dt><dd><strong>\$14<\/strong>/);
    expect(page).toContain('aria-label="price changed: teams, $12, was $10, 31 Mar 2025"');
    const year = await pageAt(server, '/tools/orbit/pricing?range=1y');
    expect(year).toMatch(/range=1y#past" rel="nofollow" aria-current="true"/);
    expect(year).not.toContain('31 Mar 2025"');
    expect(await pageOf('gamma')).not.toContain('<svg class="chart');
  });

  test('states what others cost, and compares only on the same terms', async () => {
    const page = await pageOf('orbit');
    expect(page).toContain('href="/compare?slugs=orbit,acme"');
    expect(page).toMatch(/Acme<\/a>[\s\S]*?\$2 less/);
    expect(page).toMatch(/Eta<\/a>[\s\S]*?other terms/);
    const judged = await pageOf('acme', await served(FULL_MARKET));
    expect(judged).toContain('Starting prices in CRM: per user a month, billed monthly, in USD');
  });

  test('of which nothing is known says so, leads to the vendor and to others, and is not indexed', async () => {
    const page = await pageOf('gamma');
    expect(page).toContain('The price of Gamma is not known yet. Unknown does not mean free.');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain(`href="${SITE.baseUrl}/go/gamma?src=page"`);
    expect(page).toContain('What others cost');
    expect(page).not.toContain('id="plans"');
  });

  test('leads to its feed', async () => {
    expect(await pageOf('orbit')).toContain('href="/feed.xml?slug=orbit"');
    expect((await server.get('/feed.xml?slug=orbit')).status).toBe(200);
  });

  test('offers to search engines what is published', async () => {
    const of = dataIn(await pageOf('orbit'));
    expect(of('Product')).toMatchObject({
      name: 'Orbit Workspaces',
      brand: { name: 'Orbit GmbH & Co. KG' },
      category: 'CRM',
    });
    const offers = of('Product').offers as Record<string, unknown>[];
    expect(offers.map(({ name, price: amount }) => [name, amount])).toEqual([
      ['Hobby', '0'],
      ['Teams & friends', '14.00'],
      ['Teams & friends', '11.00'],
      ['Scale for departments and other organisations of many people', undefined],
      ['Scale for departments and other organisations of many people', '999.00'],
      ['Public sector', '4800.00'],
    ]);
    expect(offers[3]).toMatchObject({ priceSpecification: { minPrice: '1250.50', unitText: 'workspace' } });
    expect(offers[4]).toMatchObject({ priceValidUntil: '2026-12-31' });
    expect(offers[5]).toMatchObject({ priceSpecification: { referenceQuantity: { value: 1, unitCode: 'ANN' } } });
    expect(of('WebPage')).toMatchObject({
      url: `${SITE.baseUrl}/tools/orbit/pricing`,
      lastReviewed: '2026-11-20',
      creditText: expect.stringContaining('Data from [Assay]'),
      isBasedOn: [expect.stringContaining('https://www.orbit.example/pricing')],
    });
    expect(of('BreadcrumbList').itemListElement).toHaveLength(3);
  });

  test('offers nothing that is not known', async () => {
    const of = dataIn(await pageOf('gamma'));
    expect(of('Product')).not.toHaveProperty('offers');
    expect(of('WebPage')).not.toHaveProperty('lastReviewed');
    const { currency: _, ...base } = record({ tiers: [customTier(), freeTier()] });
    const other = await served({ products: [{ product: product(), record: base, snapshots: [] }] });
    expect(dataIn(await pageOf('acme', other))('Product')).not.toHaveProperty('offers');
  });

  test('of a price by usage makes no offer by the month', async () => {
    const tiers = [tier({ prices: [price({ per: 'usage', amount: '0.10', unit: 'request' })] })];
    const other = await served({ products: [sold({ tiers })] });
    const page = await pageOf('acme', other);
    expect(page).toContain('$0.10</span> <span class="terms">per request</span>');
    expect(dataIn(page)('Product')).not.toHaveProperty('offers');
  });
});
