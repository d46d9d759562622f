import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

const PATH = '/api/v2/history';
const server = await served(MARKET);

interface Shown {
  validFrom: string;
  tiers: { id: string }[];
}

async function snapshotsOf(query: string): Promise<Shown[]> {
  return (await server.json(`${PATH}/${query}`)).snapshots as Shown[];
}

describe('a history', () => {
  it('of a product that was never observed is empty and claims nothing [D3.history.insufficient]', async () => {
    const answer = await server.json(`${PATH}/gamma`);
    expect(answer).toMatchObject({
      snapshots: [],
      changes: [],
      priceStability: { label: 'unknown', sufficient: false, observedDays: 0 },
      priceTrend: { direction: 'unknown', sufficient: false },
    });
    expect(answer).not.toHaveProperty('latestSnapshot');
    expect(answer).not.toHaveProperty('lastObservedChange');
  });

  it.each([
    ['to=2025-10-16', 0, 0],
    ['to=2025-10-17', 1, 1],
    ['from=2026-05-04&to=2026-05-04', 1, 0],
    ['from=2026-05-05', 1, 2],
    ['from=2026-05-04', 2, 2],
  ])('within %s has %d intervals and %d changes [D3.history.window]', async (query, snapshots, changes) => {
    const answer = await server.json(`${PATH}/acme?${query}`);
    expect(answer.snapshots).toHaveLength(snapshots);
    expect(answer.changes).toHaveLength(changes);
  });

  it.each(['pro', 'Pro', 'PRO', '+Pro '])('of the tier %s shows that tier alone', async (name) => {
    const snapshots = await snapshotsOf(`acme?tier=${name}`);
    expect(snapshots.map(({ tiers }) => tiers.map(({ id }) => id))).toEqual([['pro'], ['pro']]);
    expect((await server.json(`${PATH}/acme?tier=${name}`)).changes).toMatchObject([
      { type: 'price_changed', subject: 'pro' },
    ]);
  });

  it('of a tier has only the intervals that have it', async () => {
    const snapshots = await snapshotsOf('acme?tier=business');
    expect(snapshots.map(({ tiers }) => tiers.map(({ id }) => id))).toEqual([['business']]);
    expect(await server.json(`${PATH}/acme?tier=business`)).toMatchObject({
      latestSnapshot: { tiers: [{ id: 'business' }] },
      lastObservedChange: { type: 'tier_added', subject: 'business' },
    });
  });

  it('of datasets alone names each with its day and licence, credits it, and claims nothing of its own', async () => {
    expect(await server.json(`${PATH}/beta`)).toMatchObject({
      snapshots: [{ origin: 'imported', imported: { dataset: 'example/prices:beta.yaml', asOf: '2026-01-01' } }],
      datasets: [{ dataset: 'example/prices', license: 'Apache-2.0' }],
      latestSnapshot: { origin: 'imported' },
      changes: [],
      priceStability: { label: 'unknown', sufficient: false, observedDays: 0 },
      priceTrend: { direction: 'unknown', sufficient: false },
    });
    expect(await server.json(`${PATH}/acme`)).not.toHaveProperty('datasets');
  });

  it('of a discontinued product has its end in the log, and not as a change that was observed', async () => {
    const ended = await server.json(`${PATH}/bygone`);
    expect(ended.changes).toMatchObject([{ type: 'product_retired' }]);
    expect(ended).not.toHaveProperty('lastObservedChange');
  });

  it('of rates shows them in each interval', async () => {
    expect(await server.json(`${PATH}/tokens`)).toMatchObject({
      snapshots: [
        { tiers: [], rateCard: { per: '1M tokens', models: [{ inputPerMTok: 2.5 }, {}, { inputPerMTok: 0.075 }] } },
      ],
      lastObservedChange: { type: 'rate_changed' },
    });
  });
});
