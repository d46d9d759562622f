/** What stands on the page of a product, and what it says to search engines: what is published and nothing else. */
import { describe, expect, test } from 'vitest';
import { customTier, freeTier, price, product, record, tier } from '../../builders.ts';
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
  test('has a switch between billings exactly where a tier has prices of both', async () => {
    const page = await pageOf('orbit');
    expect(page).toContain('<input type="radio" name="billing" value="annual">');
    expect(page).toMatch(/class="price by-monthly"><summary><span class="amount">\$14</);
    expect(page).toMatch(/class="price by-annual"><summary><span class="amount">\$11<\/span>.*21\.4 % less/);
    // A tier of one billing is shown under both.
    expect(page).toMatch(/class="price"><summary><span class="amount"><small>from<\/small> \$1,250\.50</);
    expect(page).toMatch(
      /class="price"><span class="amount">\$4,800<\/span> <span class="terms">a year, which is \$400 a month/,
    );
    expect(await pageOf('delta')).not.toContain('name="billing"');
  });

  test('opens a price to its words, its page, its day, the way of reading and how sure that is', async () => {
    const [, opened = ''] = (await pageOf('orbit')).split('class="price by-annual">');
    const [proof = ''] = opened.split('</details>');
    for (const words of [
      '<blockquote>$11 per member / month, billed annually</blockquote>',
      'orbit.example/pricing',
      '21 Nov 2026',
      'cards; taken by rule, not spelt out: currency',
      '<a href="#sure">why</a>',
      'href="/evidence/ev_',
    ])
      expect(proof, words).toContain(words);
  });

  test('is cited as text and as Markdown', async () => {
    const page = await pageOf('orbit');
    expect(page).toContain(
      `<pre class="cite plain" data-copy>${SITE.brand} (${SITE.baseUrl}/): Orbit Workspaces pricing. Starts at $14 a month. Verified 2026-11-20. ${SITE.baseUrl}/tools/orbit/pricing</pre>`,
    );
    expect(page).toContain('<pre class="cite" data-copy>Data from [Assay](');
    expect(await pageOf('gamma')).toContain('Gamma pricing. Not yet verified.');
  });

  test('draws where it stands in its category and how its price moved', async () => {
    const page = await pageOf('orbit');
    expect(page).not.toContain('Against its category');
    const judged = await pageOf('acme', await served(FULL_MARKET));
    expect(judged).toContain('Starting prices in CRM: per user a month, billed monthly, in USD');
    expect(page).toContain('Starting price of Orbit Workspaces since');
    const gamma = await pageOf('gamma');
    expect(gamma).not.toContain('<svg class="chart');
    expect(gamma).not.toContain('id="tiers"');
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
