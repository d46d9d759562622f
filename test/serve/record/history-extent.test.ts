import { describe, expect, it } from 'vitest';
import { change, daysAfterNoon, rate, snapshot } from '../../builders.ts';
import { publisher, serve, sold } from '../served.ts';
import { call } from '../tools/rpc.ts';

const INTERVALS = 30;
const MODELS = 40;

/** A vendor of many models, each of its prices moved ten times a month. */
const { dir, publish } = publisher();
const rates = Array.from({ length: MODELS }, (_, n) => rate({ model: `model-${n}` }));
const large = {
  ...sold({ slug: 'openrouter', rates, category: 'crm' }),
  snapshots: Array.from({ length: INTERVALS }, (_, n) =>
    snapshot({
      slug: 'openrouter',
      tiers: [],
      rates,
      validFrom: daysAfterNoon(n - 60),
      validTo: daysAfterNoon(n - 59),
    }),
  ),
};
const moves = Array.from({ length: 300 }, (_, n) => ({
  ...change({ slug: 'openrouter', type: 'rate_changed', observedAt: daysAfterNoon(Math.floor(n / 10) - 60) }),
  seq: n + 1,
}));
publish({ products: [large], changes: moves });
const server = await serve(dir);

interface Answer {
  snapshots: { validFrom: string }[];
  changes: { seq: number }[];
  summary?: object;
}
const asked = async (query = '') => (await server.json(`/api/v2/history/openrouter${query}`)) as unknown as Answer;
const sizes = ({ snapshots, changes }: Answer) => [snapshots.length, changes.length];

describe('the past of a large rate card', () => {
  it('is shown by its newest intervals and changes, with a summary of all, in REST and to agents', async () => {
    const answer = await asked();
    expect(sizes(answer)).toEqual([1, 100]);
    expect(answer.changes.at(-1)?.seq).toBe(300);
    expect(answer.snapshots.at(-1)?.validFrom).toBe(daysAfterNoon(INTERVALS - 61));
    expect(answer.summary).toEqual({
      snapshots: INTERVALS,
      changes: 300,
      changesByType: { rate_changed: 300 },
      models: MODELS,
      from: daysAfterNoon(-60).slice(0, 10),
      to: daysAfterNoon(INTERVALS - 61).slice(0, 10),
    });
    const { structuredContent } = await call(server, 'get_price_history', { slug: 'openrouter' });
    expect(sizes(structuredContent as unknown as Answer)).toEqual([1, 100]);
  });

  it('is shown as far as it is asked for', async () => {
    expect(sizes(await asked('?limit=1'))).toEqual([1, 1]);
    const whole = await asked('?limit=1000');
    expect([sizes(whole), whole.summary]).toEqual([[INTERVALS, 300], undefined]);
    const recent = await asked(`?since=${daysAfterNoon(INTERVALS - 62).slice(0, 10)}`);
    expect([sizes(recent), recent.summary]).toEqual([[2, 20], undefined]);
    expect((await server.get('/api/v2/history/openrouter?limit=0')).status).toBe(400);
    expect((await server.get('/api/v2/history/openrouter?since=lately')).status).toBe(400);
  });
});
