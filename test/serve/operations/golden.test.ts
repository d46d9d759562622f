/** One whole answer of each operation, byte for byte, in the shape that the operation declares. */
import { expect, it } from 'vitest';
import { operations } from '../../../serve/operations/list.ts';
import { expectGolden } from '../golden.ts';
import { MARKET, PROOFS } from '../market-of-crm.ts';
import { served } from '../served.ts';

const server = await served(MARKET);

async function expectGoldenAnswer(name: string, id: string, response: Response): Promise<void> {
  const body = await response.text();
  expectGolden(name, body);
  const { response: shape } = operations.find((operation) => operation.id === id) ?? expect.fail(id);
  expect(shape.parse(JSON.parse(body))).toBeTruthy();
}

it.each(['acme', 'beta', 'gamma', 'tokens'])(
  'getPricing of %s [S2.3.identity] [S2.2.source] [S2.3.discounts] [D2.discounts] [S2.3.hiddenCosts] [D2.hiddenCosts] [S2.2.verification] [D2.verification] [D2.evidence]',
  async (slug) => {
    await expectGoldenAnswer(`pricing-${slug}`, 'getPricing', await server.get(`/api/v2/pricing/${slug}`));
  },
);

it.each([
  [
    'getPricingBatch [S2.4.batch] [S4.2.batch] [S7.batch]',
    'batch',
    'pricing?slugs=acme,nobody,bygone,tokens&depth=summary',
  ],
  ['listCategories', 'categories', 'categories'],
  ['listChanges', 'changes', 'changes'],
  [
    'compareSoftware [S2.4.comparison] [S4.1.compare] [D3.compare.matrix]',
    'compare',
    'compare?slugs=acme,eta,gamma&seats=10',
  ],
  ['getCostGuide [S4.1.cost-guide]', 'cost-guide-acme', 'cost-guide/acme'],
  ['getCoverage [S4.1.coverage]', 'coverage', 'coverage?slugs=acme,beta,gamma,nobody'],
  ['discoverSoftware [S2.4.discover] [D3.discover.result]', 'discover', 'discover'],
  ['getEvidence [D3.evidence]', 'evidence', `evidence/${PROOFS.monthly.id}`],
  [
    'getPriceHistory [S2.4.history] [S4.1.history] [D3.history.stability] [D3.history.trend] [D3.history.snapshots] [D3.history.changes]',
    'history',
    'history/acme',
  ],
  [
    'estimateUsage [S2.4.usage] [S4.1.usage] [D3.usage.models]',
    'usage',
    'usage/tokens?inputTokens=2000000&outputTokens=500000&cachedInputTokens=1500000',
  ],
])('%s', async (title, name, path) => {
  await expectGoldenAnswer(name, title.split(' ')[0] ?? '', await server.get(`/api/v2/${path}`));
});

it('calculateTco [S2.4.tco] [S4.1.tco] [D3.tco.answer]', async () => {
  const body = { slug: 'acme', seats: 10, tier: 'PRO', billing: 'annual', termYears: 3 };
  await expectGoldenAnswer('tco', 'calculateTco', await server.post('/api/v2/tco', body));
});
