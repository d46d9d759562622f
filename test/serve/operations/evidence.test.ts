import { expect, it } from 'vitest';
import { evidence } from '../../../serve/operations/evidence.ts';
import { expectGolden } from '../golden.ts';
import { MARKET, PROOFS } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

it.each(['ev_00000000000000000000', 'ev_1', '..%2f..', 'EV_00000000000000000000'])('%s is a 404', async (id) => {
  await expectProblem(await (await served(MARKET)).get(`/api/v2/evidence/${id}`), 404, 'not_found');
});

it('the golden answer, byte for byte: the words, those around them, their page and time [D3.evidence]', async () => {
  const body = await (await (await served(MARKET)).get(`/api/v2/evidence/${PROOFS.monthly.id}`)).text();
  expectGolden('evidence', body);
  expect(evidence.response.parse(JSON.parse(body))).toMatchObject({
    slug: 'acme',
    quote: '$12 per user/month',
    after: '\nStart a trial',
  });
});

it('every evidence id of a record leads to its evidence', async () => {
  const server = await served(MARKET);
  const { evidence: list } = await server.json('/api/v2/pricing/acme');
  for (const { id, quote } of list as { id: string; quote: string }[]) {
    expect(await server.json(`/api/v2/evidence/${id}`)).toMatchObject({ id, quote });
  }
});
