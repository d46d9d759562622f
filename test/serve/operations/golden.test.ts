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

it('discoverSoftware [S2.4.discover] [D3.discover.result]', async () => {
  await expectGoldenAnswer('discover', 'discoverSoftware', await server.get('/api/v2/discover'));
});
