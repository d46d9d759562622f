import { expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const server = await served(MARKET);

it.each(['ev_00000000000000000000', 'ev_1', '..%2f..', 'EV_00000000000000000000'])('%s is a 404', async (id) => {
  await expectProblem(await server.get(`/api/v2/evidence/${id}`), 404, 'not_found');
});

it('every evidence id of a record leads to its evidence', async () => {
  const { evidence: list } = await server.json('/api/v2/pricing/acme');
  for (const { id, quote } of list as { id: string; quote: string }[]) {
    expect(await server.json(`/api/v2/evidence/${id}`)).toMatchObject({ id, quote });
  }
});
