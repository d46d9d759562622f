import { describe, expect, it } from 'vitest';
import { endpointsOf, type Manifest } from '../../../serve/pages/docs/openapi.ts';
import { tools } from '../../../serve/tools/list.ts';
import { MARKET } from '../market-of-crm.ts';
import { SITE, served } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const server = await served(MARKET);
const manifest = (await server.json('/api/v2/openapi.json')) as unknown as Manifest;

/** These ask for what only a server that has made exports or lists in parts can name, or lead elsewhere. */
const WITHOUT_SAMPLE = ['getExportedFile', 'getGenerationFile', 'sitemapPart', 'goToVendor'];
/** Made by another process. */
const OF_OTHERS = [
  ...['reportMistake', 'getExports', 'llmsFullText', 'llmsTools', 'llmsPricing', 'sitemap'],
  ...['travellingPrices', 'liteLlmPrices', 'modelsDevPrices'],
];

describe('the API reference', () => {
  it('lists each operation, tool and problem of the manifest, and leads to it', async () => {
    const page = await pageAt(server, '/docs');
    for (const { operation } of endpointsOf(manifest)) expect(page).toContain(`href="/docs/${operation.operationId}"`);
    for (const { name } of tools) expect(page).toContain(`<code>${name}</code>`);
    for (const words of ['Citation', 'Versions', 'Limits and caching', 'RateLimit-Policy', '/exports/manifest.json'])
      expect(page).toContain(words);
  });

  it('has a page of each operation, with its parameters, members and errors', async () => {
    for (const { path, method, operation } of endpointsOf(manifest)) {
      const page = await pageAt(server, `/docs/${operation.operationId}`);
      expect(textOf(page)).toContain(`${method.toUpperCase()} ${path}`);
      for (const { name } of operation.parameters ?? []) expect(page).toContain(`<code>${name}</code>`);
      expect(page).toContain('href="/problems/rate_limited"');
      const shapes = [...page.matchAll(/href="#(shape-\w+)"/g)].map(([, id]) => id);
      for (const id of shapes) expect(page).toContain(`id="${id}"`);
    }
    const tco = textOf(await pageAt(server, '/docs/calculateTco'));
    expect(tco).toContain('termYears body integer 1 to 5');
    expect(tco).toContain('Default: 1.');
    const pricing = textOf(await pageAt(server, '/docs/getPricing'));
    expect(pricing).toContain('string 2 characters Prices of this market');
    expect(pricing).toContain('at least 1 item Fields');
  });

  it('shows requests that work now, as curl and as TypeScript', async () => {
    for (const { operation } of endpointsOf(manifest)) {
      const { operationId } = operation;
      const page = textOf(await pageAt(server, `/docs/${operationId}`));
      const [, url = '', body] =
        /curl '([^']+)'(?: -H 'Content-Type: application\/json' -d '([^']+)')?/.exec(page) ?? [];
      expect(url === '', operationId).toBe(WITHOUT_SAMPLE.includes(operationId));
      if (url === '' || OF_OTHERS.includes(operationId)) continue;
      expect(page).toContain(`await fetch('${url}'`);
      const target = url.replace(SITE.baseUrl, '');
      const response = body === undefined ? await server.get(target) : await server.post(target, JSON.parse(body));
      expect(response.status, `${operationId} ${target} ${body}`).toBe(200);
    }
  });

  it('has none of what there is not', async () => {
    await pageAt(server, '/docs/nosuch', 404);
  });

  it('is there when nothing is published that could be a sample', async () => {
    const empty = await served({ products: MARKET.products.filter(({ product }) => product.slug === 'gamma') });
    expect(await pageAt(empty, '/docs/getPricing')).not.toContain('Sample request');
    expect(await pageAt(empty, '/docs/listCategories')).toContain('Sample request');
  });
});
