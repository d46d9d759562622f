import { describe, expect, it } from 'vitest';
import { price, tier } from '../../builders.ts';
import { FULL_MARKET, MARKET } from '../market-of-crm.ts';
import { expectProblem, served, sold } from '../served.ts';
import { pageAt } from './page-at.ts';

const many = Array.from({ length: 260 }, (_, index) => {
  const slug = `p${String(index).padStart(3, '0')}`;
  const tiers = [tier({ prices: [price({ amount: `${index + 1}.50` })] })];
  return sold({ slug, name: slug, category: 'many', tiers });
});
const categories = [...(MARKET.categories ?? []), { id: 'many', name: 'Many' }, { id: 'empty', name: 'Empty' }];
const server = await served({ ...MARKET, categories, products: [...MARKET.products, ...many] });

const at = (path: string) => pageAt(server, path);
const productsOf = (page: string) =>
  [...page.slice(page.indexOf('id="products"')).matchAll(/<th scope="row"[^>]*><a href="\/tools\/([a-z0-9-]+)\//g)].map(
    ([, slug]) => slug,
  );

describe('the page of a category', () => {
  it('is not there for what is no category', async () => {
    await expectProblem(await server.get('/category/toys'), 404, 'not_found');
    await expectProblem(await server.get('/category/crm?sort=cheapest'), 400, 'invalid_parameter');
  });

  it('says what is compared, how many stand behind the figures, and draws only those', async () => {
    const page = await at('/category/crm');
    expect(page).toContain('priced per user a month, billed monthly, in USD');
    expect(page).toContain('<strong>Too few vendors for a median</strong>: it takes 8.');
    expect(page).toContain('<desc>5 products: from $8 to $99. Too few vendors for a median.</desc>');
    expect(page).not.toContain('<dt>Median</dt>');
  });

  it('has a median from eight vendors on, and says how old its prices are and from whom', async () => {
    const page = await pageAt(await served(FULL_MARKET), '/category/crm');
    expect(page).toMatch(/<dt>Median<\/dt><dd>\$20<\/dd>/);
    expect(page).toContain('<desc>13 products: from $8 to $99, median $20.</desc>');
    expect(page).toContain('9 vendors, prices of 1 Jan 2026 to 21 Nov 2026: 12 read from vendors’ pages, others by');
    expect(page).not.toContain('Too few vendors');
  });

  it('lists every product that is sold, and says of those that are not compared why', async () => {
    const page = await at('/category/crm');
    expect(productsOf(page)).toEqual(['beta', 'eta', 'acme', 'delta', 'epsilon', 'zeta', 'gamma']);
    expect(page).toContain('no: priced in EUR');
    expect(page).toContain('no: Not known yet');
    expect(page).not.toContain('bygone');
  });

  it('sorts by what the address says, with what is not known last either way', async () => {
    const down = await at('/category/crm?sort=-price');
    expect(productsOf(down)).toEqual(['zeta', 'epsilon', 'delta', 'acme', 'eta', 'beta', 'gamma']);
    expect(down).toMatch(/aria-sort="descending"><a href="\/category\/crm\?sort=price"/);
    expect(productsOf(await at('/category/crm?sort=name')).slice(0, 2)).toEqual(['acme', 'beta']);
    expect(productsOf(await at('/category/crm?sort=-confirmed')).slice(-2)).toEqual(['beta', 'gamma']);
  });

  it('says that nothing is compared where nothing can be, and that nothing is there', async () => {
    expect(await at('/category/llm')).toContain('there is nothing to compare');
    expect(await at('/category/empty')).toContain('None yet.');
  });

  it('takes hundreds of products, a page at a time, each once', async () => {
    const [first, second] = [productsOf(await at('/category/many')), productsOf(await at('/category/many?page=2'))];
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([250, 10, 260]);
    const packed = await server.get('/category/many', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(50_000);
  });

  it('has one address for search engines, whatever its order', async () => {
    const ofCrm = (await at('/category/crm?sort=-name')).match(/<link rel="canonical" href="([^"]+)"/)?.[1];
    expect(ofCrm).toBe('https://assay.example/category/crm');
  });
});
