import { describe, expect, it } from 'vitest';
import type { Change } from '../../../data/change.ts';
import type { ImportedFrom } from '../../../data/record.ts';
import { evidencePath } from '../../../serve/pages/parts/proof.ts';
import { change, daysAfterNoon } from '../../builders.ts';
import { MARKET, PROOFS } from '../market-of-crm.ts';
import { served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const DATASET: ImportedFrom = { dataset: 'example/b', license: 'MIT', asOf: '2026-08-22', asOfBasis: 'date column' };
const log: Change[] = [
  change({ slug: 'delta', observedAt: daysAfterNoon(-20), evidence: [PROOFS.monthly.id] }),
  change({ slug: 'acme', type: 'correction', subject: 'ours' }),
  change({ slug: 'acme', type: 'changed_with_redesign', subject: 'unclear' }),
  change({ slug: 'acme', subject: 'imported', imported: DATASET }),
  change({ slug: 'acme', type: 'tier_added', subject: 'first-read' }),
  change({ slug: 'acme', subject: 'taken-back' }),
  change({
    slug: 'acme',
    type: 'correction',
    subject: 'taken-back',
    before: { amount: '12.00', currency: 'USD' },
    after: { amount: '10.00', currency: 'USD' },
  }),
  change({ slug: 'zeta', before: { amount: '30.00', currency: 'USD' }, after: { amount: '27.00', currency: 'EUR' } }),
  change({
    slug: 'zeta',
    type: 'tier_removed',
    subject: 'basic',
    before: { name: 'Basic', amount: '8.00', currency: 'USD' },
    after: undefined,
  }),
];
const server = await served({
  ...MARKET,
  products: [...MARKET.products, sold({ slug: 'slack', name: 'Slack' })],
  changes: log.map((entry, index) => ({ ...entry, seq: index + 1 })),
});

describe('the home page', () => {
  it('shows products with a known price, the best known first, with price, history and age', async () => {
    const page = await pageAt(server, '/');
    const cards = page.slice(page.indexOf('id="products"'), page.indexOf('id="uses"'));
    const slugs = [...cards.matchAll(/<h3><a href="\/tools\/([^/]+)\/pricing">/g)].map(([, slug]) => slug);
    expect(slugs).toEqual(['slack', 'acme', 'beta', 'delta', 'epsilon', 'eta', 'zeta']);
    expect(textOf(cards)).toContain('$12 per user a month; free plan');
    expect(cards).toContain('Starting price of Acme since');
    expect(cards).toMatch(
      /dataset, <time datetime="2026-01-01" title="Dataset example\/prices, 1 Jan 2026">10 months<\/time> old/,
    );
  });

  it('shows changes by vendors alone, with before, after, percent and quote', async () => {
    const page = await pageAt(server, '/');
    const lately = page.slice(page.indexOf('id="lately"'), page.indexOf('id="coverage"'));
    const text = textOf(lately);
    expect(text).toContain('Delta pro: $10 → $12 +20 %');
    expect(lately).toContain(`href="${evidencePath(PROOFS.monthly.id)}"`);
    expect(text).toContain('Zeta Basic: plan removed, was $8');
    for (const word of ['ours', 'unclear', 'imported', 'first-read', 'taken-back']) expect(text).not.toContain(word);
    expect(text).not.toContain('10 %');
    expect(lately.indexOf('zeta')).toBeLessThan(lately.indexOf('delta'));
    expect(lately).toContain('href="/changes?slug=zeta">1 more</a>');
  });

  it('says how many products have a price, from where, and how old the prices are', async () => {
    const text = textOf(await pageAt(server, '/'));
    expect(text).toContain('89 % of 9 products have a known price.');
    expect(text).toContain('7 read on the vendor’s page');
    expect(text).toContain('1 from public datasets');
    expect(text).toContain('1 without a known price');
    expect(text).toMatch(/Median age of a price: \d+ days?\./);
    expect(await pageAt(server, '/')).toContain('<a href="/category/crm">CRM</a>');
  });

  it('leads to a price, a comparison, and the API with an address that answers', async () => {
    const page = await pageAt(server, '/');
    for (const path of ['/compare', '/models', '/docs', '/calculators/tco']) expect(page).toContain(`href="${path}"`);
    expect(page).toContain('https://assay.example/api/mcp');
    const [, path = ''] = /curl https:\/\/assay\.example(\/[^<]+)/.exec(page) ?? [];
    expect((await server.get(path)).status).toBe(200);
  });

  it('says so where nothing is known or has changed', async () => {
    const text = textOf(await pageAt(await served({ products: [] }), '/'));
    expect(text).toContain('No changes recorded.');
    expect(text).toContain('0 % of 0 products');
    expect(text).not.toContain('Median age');
  });
});

describe('the list of products', () => {
  it('has every product that is sold, with its price or why there is none, and a link to the data', async () => {
    const page = await pageAt(server, '/?page=1');
    for (const slug of ['acme', 'beta', 'delta', 'epsilon', 'eta', 'gamma', 'tokens', 'zeta']) {
      expect(page).toContain(`href="/tools/${slug}/pricing"`);
      expect(page).toContain(`href="/api/v2/pricing/${slug}"`);
    }
    expect(page).not.toContain('bygone');
    expect(page).toContain('€9');
    expect(page.match(/Not known yet/g)).toHaveLength(1);
    expect(page.indexOf('/tools/slack/')).toBeLessThan(page.indexOf('/tools/acme/'));
  });

  it('searches without script', async () => {
    const page = await pageAt(server, '/?q=acme&category=');
    expect(page).toContain('>1 product<');
    expect(page).toContain('content="1 software product with starting prices, ');
    expect(page).toContain('value="acme"');
    expect(page).not.toContain('/tools/beta/');
    expect(await pageAt(server, '/?q=&category=llm')).toContain('/tools/tokens/pricing');
    expect(await pageAt(server, '/?q=nosuchthing')).toContain('Nothing matches');
    // Past the end, the last page.
    expect(await pageAt(server, '/?page=999')).toContain('href="/tools/acme/pricing"');
  });
});
