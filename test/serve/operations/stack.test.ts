import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { stack } from '../../../serve/operations/stack.ts';
import { price, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served, sold } from '../served.ts';

const PATH = '/api/v2/stack';
const server = await served(MARKET);

type Answer = z.output<typeof stack.response>;
type Item = { slug: string; seats: number; tier?: string };

async function costOf(items: readonly object[], more: object = {}, of = server): Promise<Answer> {
  const response = await of.post(PATH, { items, ...more });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return stack.response.parse(JSON.parse(text));
}

describe('a body', () => {
  it.each([
    [{}, 'missing_parameter', 'Required'],
    [{ items: [] }, 'invalid_parameter', 'At least 1'],
    [{ items: Array.from({ length: 51 }, () => ({ slug: 'acme' })) }, 'invalid_parameter', 'At most 50'],
    [{ items: [{ slug: 'acme' }, { slug: 'acme', seats: 0 }] }, 'invalid_parameter', '1.seats: Must be a whole number'],
    [{ items: [{ slug: 7 }] }, 'invalid_parameter', '0.slug: Invalid input'],
    [{ items: 'acme' }, 'invalid_parameter', 'Invalid input'],
  ] as const)('%j is a 400 that says where', async (body, code, reason) => {
    const problem = await expectProblem(await server.post(PATH, body), 400, code);
    expect(problem.errors).toMatchObject([{ parameter: 'items', reason: expect.stringContaining(reason) }]);
  });

  it('has a valid date', async () => {
    const problem = await expectProblem(
      await server.post(PATH, { items: [{ slug: 'acme' }], since: 'May' }),
      400,
      'invalid_parameter',
    );
    expect(problem.errors).toMatchObject([{ parameter: 'since' }]);
  });
});

describe('an item', () => {
  it.each(['monthly', 'annual'] as const)('costs what calculateTco says, billed %s', async (billing) => {
    const { items } = await costOf([{ slug: 'acme', seats: 25 }]);
    const tier = items[0]?.costs?.monthly.tier;
    const alone = await server.post('/api/v2/tco', { slug: 'acme', seats: 25, tier, billing });
    expect(await alone.json()).toMatchObject(items[0]?.costs?.[billing] ?? {});
  });

  it('without a cost says why, and which names are meant', async () => {
    const { items, notCounted, totals } = await costOf([
      { slug: 'acne' },
      { slug: 'bygone' },
      { slug: 'acme', tier: 'platinum' },
      { slug: 'acme', tier: 'enterprise' },
      { slug: 'gamma' },
    ]);
    expect(items.map(({ problem }) => problem?.code)).toEqual([
      'not_found',
      'retired',
      'unknown_tier',
      'price_not_public',
      'price_not_known',
    ]);
    expect(items[0]?.problem?.allowed).toContain('acme');
    expect(items[2]?.problem?.allowed).toContain('pro');
    expect(notCounted.map(({ slug }) => slug)).toEqual(['acne', 'bygone', 'acme', 'acme', 'gamma']);
    expect(totals).toEqual([]);
  });

  it('leads to its proof, its changes and its feed', async () => {
    const { items, evidence, changes, watch, links } = await costOf([{ slug: 'old-acme', seats: 2 }], {
      since: '2020-01-01',
    });
    const cited = items[0]?.costs?.monthly.subscription.lines.flatMap((line) => line.evidence ?? []);
    expect(cited?.length).toBeGreaterThan(0);
    expect(evidence.map(({ id }) => id)).toEqual(expect.arrayContaining(cited ?? []));
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ seq }) => seq)).toEqual(changes.map(({ seq }) => seq).toSorted((a, b) => b - a));
    expect(watch?.atom).toMatch(/\/feed\.xml\?slugs=acme$/);
    expect(links.page).toMatch(/\/stack\?items=acme:pro:2$/);
  });

  it('has only changes since the date', async () => {
    const { changes: all } = await costOf([{ slug: 'acme' }], { since: '2020-01-01' });
    const last = all[0]?.observedAt ?? '';
    expect((await costOf([{ slug: 'acme' }], { since: last.slice(0, 10) })).changes).toEqual(
      all.filter(({ observedAt }) => observedAt.slice(0, 10) === last.slice(0, 10)),
    );
    const nextDay = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
    expect((await costOf([{ slug: 'acme' }], { since: nextDay })).changes).toEqual([]);
  });
});

describe('a total', () => {
  const currencies = ['USD', 'EUR'] as const;
  const products = currencies.flatMap((currency) =>
    ['one', 'two'].map((name, at) =>
      sold({
        slug: `${name}-${currency.toLowerCase()}`,
        tiers: [
          tier({
            prices: [
              price({ amount: `${at + 1}.10`, currency, billing: 'monthly' }),
              price({ amount: '12.33', currency, per: 'year', billing: 'annual' }),
            ],
          }),
        ],
      }),
    ),
  );

  it('is the exact sum of its items, in any order, each currency for itself', async () => {
    const mixed = await served({ products });
    const item = fc.record({
      slug: fc.constantFrom(...products.map(({ product }) => product.slug)),
      seats: fc.integer({ min: 1, max: 1_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 6 }), async (items) => {
        const { totals } = await costOf(items, {}, mixed);
        for (const currency of currencies) {
          const own = items.filter(({ slug }) => slug.endsWith(currency.toLowerCase()));
          const monthly = own.reduce((sum, each) => sum + centsAMonth(each) * 12n * BigInt(each.seats), 0n);
          const annual = own.reduce((sum, each) => sum + 1233n * BigInt(each.seats), 0n);
          const total = totals.find((each) => each.currency === currency);
          expect(total?.items ?? 0).toBe(own.length);
          expect(total?.billedMonthly.annual).toBe(own.length === 0 ? undefined : moneyOf(monthly));
          expect(total?.billedAnnually.annual).toBe(own.length === 0 ? undefined : moneyOf(annual));
        }
        const reversed = await costOf(items.toReversed(), {}, mixed);
        const byCurrency = (all: Answer['totals']) => new Map(all.map((total) => [total.currency, total]));
        expect(byCurrency(reversed.totals)).toEqual(byCurrency(totals));
      }),
      { numRuns: 50 },
    );
  });

  it('leaves a free product and one that is sold by usage out', async () => {
    const { totals, notCounted } = await costOf([{ slug: 'tokens' }, { slug: 'acme', seats: 1, tier: 'free' }]);
    expect(totals).toEqual([]);
    expect(notCounted.map(({ slug }) => slug)).toEqual(['tokens']);
  });
});

const centsAMonth = ({ slug }: Item) => (slug.startsWith('one') ? 110n : 210n);

function moneyOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
