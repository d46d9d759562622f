import { describe, expect, it } from 'vitest';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { categoryGrid } from '../../../serve/pages/category-grid.ts';
import { isSold } from '../../../serve/search/discovery.ts';
import { openStore } from '../../../serve/store/store.ts';
import { change, NOON, price, tier } from '../../builders.ts';
import { currentOf } from '../../current-of.ts';
import { FULL_MARKET, MARKET } from '../market-of-crm.ts';
import { expectProblem, publisher, SITE, served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const many = Array.from({ length: 260 }, (_, index) => {
  const slug = `p${String(index).padStart(3, '0')}`;
  const tiers = [tier({ prices: [price({ amount: `${index + 1}.50` })] })];
  return sold({ slug, name: slug, category: 'many', tiers });
});
const categories = [...(MARKET.categories ?? []), { id: 'many', name: 'Many' }, { id: 'empty', name: 'Empty' }];
const server = await served({ ...MARKET, categories, products: [...MARKET.products, ...many] });

const at = (path: string) => pageAt(server, path);
const productsOf = (page: string) =>
  [
    ...page
      .slice(page.indexOf('id="products"'))
      .replace(/<details[\s\S]*/, '')
      .matchAll(/<th scope="row"[^>]*><a href="\/tools\/([a-z0-9-]+)\//g),
  ].map(([, slug]) => slug);

describe('the page of a category', () => {
  it('is not there for what is no category', async () => {
    await expectProblem(await server.get('/category/toys'), 404, 'not_found');
    await expectProblem(await server.get('/category/crm?sort=cheapest'), 400, 'invalid_parameter');
  });

  it('says what is compared, how many stand behind the figures, and draws only those', async () => {
    const page = await at('/category/crm');
    expect(page).toContain('5 products priced per user a month, billed monthly, in USD');
    expect(page).toContain('<strong>Too few vendors for a median</strong>: 8 are needed.');
    expect(page).toContain('<desc>5 products: from $8 to $99. Too few vendors for a median.</desc>');
    expect(page).not.toContain('<dt>Median</dt>');
    expect(await at('/category/llm')).not.toContain('<h2>Starting prices</h2>');
  });

  it('has a median from eight vendors on, and says how old its prices are and from whom', async () => {
    const page = await pageAt(await served(FULL_MARKET), '/category/crm');
    expect(page).toMatch(/<dt>Median<\/dt><dd>\$20<\/dd>/);
    expect(page).toContain('<desc>13 products: from $8 to $99, median $20.</desc>');
    expect(page).toContain('9 vendors, prices of 1 Jan 2026 to 21 Nov 2026: 12 read from vendors’ pages, others by');
    expect(page).not.toContain('Too few vendors');
  });

  it('lists products with a price first, by currency, and those without one in a closed list', async () => {
    const page = await at('/category/crm');
    expect(productsOf(page)).toEqual(['beta', 'acme', 'delta', 'epsilon', 'zeta', 'eta']);
    expect(page).toContain('7 products, 6 with a known price.');
    const [, unknown = ''] = /<details class="unknown">([\s\S]*?)<\/details>/.exec(page) ?? [];
    expect(unknown).toContain('1 product without a known price');
    expect(unknown).toContain('/tools/gamma/pricing');
    expect(page).not.toContain('Not known yet');
    expect(page).not.toContain('bygone');
  });

  it('shows unit, billing, free plan, state with its meaning, age with its source, and twelve months', async () => {
    const page = await at('/category/crm');
    const row = textOf(/<tr><th scope="row"[^>]*><a href="\/tools\/acme\/[\s\S]*?<\/tr>/.exec(page)?.[0] ?? '');
    expect(row.trim()).toBe('Acme $12 per user monthly Yes verified today +20 %');
    expect(page).toContain('Recently confirmed on the vendor’s page');
    expect(page).toContain('title="Dataset example/prices, 1 Jan 2026">10 months</time>');
    expect(page).toContain('No price is known from a year earlier');
  });

  it('has no change of a product whose page was redesigned within the year', async () => {
    const changeOf = async (slug: string) => {
      const changes = [
        { seq: 1, ...change({ slug, type: 'changed_with_redesign', subject: 'pro', observedAt: NOON }) },
      ];
      const page = await pageAt(await served({ ...MARKET, changes }), '/category/crm');
      return /<tr><th scope="row"[^>]*><a href="\/tools\/acme\/[\s\S]*?<\/tr>/.exec(page)?.[0];
    };
    expect(await changeOf('acme')).not.toContain('+20 %');
    expect(await changeOf('beta')).toContain('+20 %');
  });

  it('leaves out a column that says nothing', async () => {
    const page = await at('/category/many');
    expect(page).toContain('>Unit</a>');
    expect(page).not.toContain('>12 months</a>');
    expect(page).not.toContain('>Free plan</a>');
  });

  it('sorts by what the address says, never one currency by another', async () => {
    const down = await at('/category/crm?sort=-price');
    expect(productsOf(down)).toEqual(['zeta', 'epsilon', 'delta', 'acme', 'beta', 'eta']);
    expect(down).toMatch(/aria-sort="descending"><a href="\/category\/crm\?sort=price"/);
    expect(productsOf(await at('/category/crm?sort=name')).slice(0, 2)).toEqual(['acme', 'beta']);
    expect(productsOf(await at('/category/crm?sort=-age'))[0]).toBe('beta');
    expect(productsOf(await at('/category/crm?sort=-change'))[0]).toBe('acme');
  });

  it('shows the token rates of its products and leads to all of them', async () => {
    const page = await at('/category/llm');
    expect(page).toContain('<h2 id="rates">Token rates</h2>');
    expect(page).toContain('href="/models?category=llm"');
    expect(page).toContain('<a href="/models?provider=tokens">3 token rates</a>');
    expect(page).toContain('large-1');
    expect(await at('/category/crm')).not.toContain('Token rates</h2>');
  });

  it('says that there are no products', async () => {
    expect(await at('/category/empty')).toContain('No products yet.');
  });

  it('takes hundreds of products, a page at a time, each once', async () => {
    const [first, second] = [productsOf(await at('/category/many')), productsOf(await at('/category/many?page=2'))];
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([250, 10, 260]);
    const packed = await server.get('/category/many', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(50_000);
  });

  it('reads no history, in any order', async () => {
    const { dir } = publisher({ categories, products: many });
    const generation = openGeneration(dir, currentOf(dir));
    const store = await openStore(generation, SITE);
    const read: unknown[] = [];
    const parts = {
      ...store.generation,
      snapshots: (slug: string) => {
        read.push(slug);
        return generation.snapshots(slug);
      },
      changes: (query: Parameters<typeof generation.changes>[0]) => {
        read.push(query);
        return generation.changes(query);
      },
    };
    for (const sort of ['price', '-change'] as const)
      categoryGrid({ ...store, generation: parts }, store.listed.filter(isSold), {
        id: 'many',
        sort,
        number: 2,
        now: new Date(NOON),
      });
    generation.close();
    expect(read).toEqual([]);
  });
});
