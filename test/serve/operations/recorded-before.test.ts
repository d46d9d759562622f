import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../data/record.ts';
import { price, snapshot, tier } from '../../builders.ts';
import { served, sold } from '../served.ts';

const at = (day: string) => `${day}T12:00:00.000Z`;
const said = (amount: string, over: Partial<Snapshot>) =>
  snapshot({ tiers: [tier({ prices: [price({ amount })] })], ...over });

/**
 * On 1 January we read $10 and were wrong: on 1 March we set right that it had been $12 all along. The vendor went to
 * $15 in June. On 1 July we read $18, which a person withdrew on the 10th.
 */
const SNAPSHOTS: Snapshot[] = [
  said('12.00', {
    validFrom: at('2026-01-01'),
    validTo: at('2026-06-01'),
    lastSeenAt: at('2026-05-30'),
    recordedAt: at('2026-03-01'),
    origin: 'correction',
  }),
  said('15.00', {
    validFrom: at('2026-06-01'),
    validTo: at('2026-07-01'),
    lastSeenAt: at('2026-06-10'),
    recordedAt: at('2026-06-01'),
  }),
  snapshot({
    validFrom: at('2026-07-01'),
    lastSeenAt: at('2026-07-09'),
    recordedAt: at('2026-07-10'),
    origin: 'correction',
    tiers: [],
  }),
  said('10.00', {
    validFrom: at('2026-01-01'),
    lastSeenAt: at('2026-02-20'),
    recordedAt: at('2026-01-01'),
    superseded: true,
  }),
  said('18.00', {
    validFrom: at('2026-07-01'),
    lastSeenAt: at('2026-07-09'),
    recordedAt: at('2026-07-01'),
    superseded: true,
  }),
];

const server = await served({ products: [{ ...sold(), snapshots: SNAPSHOTS }] });

const startingAt = async (query: string) => (await server.json(`/api/v2/pricing/acme?${query}`)).startingPrice;

describe('two clocks of the past', () => {
  it.each([
    // What we say today of that day.
    ['asOf=2026-02-01', 12],
    ['asOf=2026-06-05', 15],
    // What we said of it before we knew better.
    ['asOf=2026-02-01&recordedBefore=2026-02-01', 10],
    ['asOf=2026-02-01&recordedBefore=2026-03-01', 12],
    ['recordedBefore=2026-02-01', 10],
    // A later day than any that was known then: what held last, as far as we had seen.
    ['asOf=2026-06-05&recordedBefore=2026-04-01', 12],
    ['asOf=2026-07-05', null],
    ['asOf=2026-07-05&recordedBefore=2026-07-08', 18],
  ])('%s is %s', async (query, price) => {
    expect(await startingAt(query)).toBe(price);
  });

  it('of a batch are the same', async () => {
    const { records } = await server.json('/api/v2/pricing?slugs=acme&asOf=2026-02-01&recordedBefore=2026-02-01');
    expect(records).toMatchObject([{ startingPrice: 10, recordedBefore: '2026-02-01', asOf: '2026-02-01' }]);
  });

  it('have a history each', async () => {
    const starts = async (query: string) => {
      const { snapshots } = await server.json(`/api/v2/history/acme${query}`);
      return (snapshots as { tiers: { price: number }[]; origin: string; lastSeenAt: string }[]).map(
        ({ tiers, origin, lastSeenAt }) => [tiers.at(-1)?.price, origin, lastSeenAt.slice(0, 10)],
      );
    };
    expect(await starts('')).toEqual([
      [12, 'correction', '2026-05-30'],
      [15, 'observed', '2026-06-10'],
      [undefined, 'correction', '2026-07-09'],
    ]);
    expect(await starts('?recordedBefore=2026-02-25')).toEqual([[10, 'observed', '2026-02-20']]);
    // Seen again since: when it had last been seen by then is not kept, its start is sure.
    expect(await starts('?recordedBefore=2026-02-01')).toEqual([[10, 'observed', '2026-01-01']]);
  });
});
