/** Whole answers, byte for byte, beside those that the manifest has as examples (test/serve/manifest/examples.test.ts). */
import { expect, it } from 'vitest';
import { operations } from '../../../serve/operations/list.ts';
import { expectGolden } from '../golden.ts';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

const server = await served(MARKET);

async function expectGoldenAnswer(name: string, id: string, response: Response): Promise<void> {
  const body = await response.text();
  expectGolden(name, body);
  const { response: shape } = operations.find((operation) => operation.id === id) ?? expect.fail(id);
  expect(shape.parse(JSON.parse(body))).toBeTruthy();
}

it.each(['beta', 'gamma', 'tokens'])('getPricing of %s', async (slug) => {
  await expectGoldenAnswer(`pricing-${slug}`, 'getPricing', await server.get(`/api/v2/pricing/${slug}`));
});

it.each([
  [
    'getPricingBatch [S2.4.batch] [S4.2.batch] [S7.batch]',
    'batch',
    'pricing?slugs=acme,nobody,bygone,tokens&depth=summary',
  ],
  ['listChanges', 'changes', 'changes'],
  [
    'compareSoftware [S2.4.comparison] [S4.1.compare] [D3.compare.matrix]',
    'compare',
    'compare?slugs=acme,eta,gamma&seats=10',
  ],
  ['getCoverage [S4.1.coverage]', 'coverage', 'coverage?slugs=acme,beta,gamma,nobody'],
  ['discoverSoftware [S2.4.discover] [D3.discover.result]', 'discover', 'discover'],
])('%s', async (title, name, path) => {
  await expectGoldenAnswer(name, title.split(' ')[0] ?? '', await server.get(`/api/v2/${path}`));
});

it('calculateTco [S2.4.tco] [S4.1.tco] [D3.tco.answer]', async () => {
  const body = { slug: 'acme', seats: 10, tier: 'PRO', billing: 'annual', termYears: 3 };
  await expectGoldenAnswer('tco', 'calculateTco', await server.post('/api/v2/tco', body));
});
