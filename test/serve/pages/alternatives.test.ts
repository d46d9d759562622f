import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativesTo } from '../../../serve/search/alternatives.ts';
import type { SoldProduct } from '../../../serve/search/discovery.ts';
import { product, verification } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const server = await served(MARKET);

describe('alternatives', () => {
  it('have lower or higher prices, or stand apart with the reason', async () => {
    const page = await pageAt(server, '/tools/delta/alternatives');
    const text = textOf(page);
    expect(text).toContain('Delta starts at $20 per user a month');
    expect(text).toContain('Lower starting price: 2');
    expect(text).toMatch(
      /Beta \$8 per user a month \$12 less \(60 %\).*Acme free plan \$12 per user a month \$8 less \(40 %\)/,
    );
    expect(text).toContain('Higher starting price: 2');
    expect(text).toMatch(/Epsilon \$45 per user a month \$25 more \(125 %\)/);
    expect(text).toContain('With a free plan: 1');
    expect(text).toMatch(/Other currency Eta €9 per user a month/);
    expect(text).toMatch(/Without a known monthly price Gamma/);
    expect(page).toContain('href="/compare?slugs=delta,beta"');
    expect(text).not.toContain('Bygone');
  });

  it('of what has no price are called neither', async () => {
    const text = textOf(await pageAt(server, '/tools/gamma/alternatives'));
    expect(text).toContain('It cannot be compared by price');
    expect(text).not.toContain('Lower starting price');
    expect(text).toContain('Acme $12 per user a month');
  });

  it('of what stands alone are none, and an alias leads on', async () => {
    const page = await pageAt(server, '/tools/tokens/alternatives');
    expect(textOf(page)).not.toMatch(/Lower|Higher|Not comparable/);
    expect((await server.get('/tools/acme-crm/alternatives')).status).toBe(308);
  });

  it('each stand once, and on the right side', () => {
    const cents = fc.integer({ min: 1, max: 100_000 }).map((amount) => (amount / 100).toFixed(2));
    const start = fc.record({
      startingAmount: cents,
      startingBilling: fc.constantFrom('monthly' as const, 'annual' as const),
      startingUnit: fc.constantFrom('user', 'seat', 'workspace'),
      currency: fc.constantFrom('USD', 'EUR'),
    });
    const sold = (at: number, more: object): SoldProduct => ({
      ...product({ slug: `p${at}` }),
      aliases: [],
      retired: false,
      freeTier: false,
      has: [],
      verification: verification(),
      ...more,
    });
    fc.assert(
      fc.property(start, fc.array(fc.oneof(start, fc.constant({})), { maxLength: 30 }), (mine, others) => {
        const own = sold(0, mine);
        const all = [own, ...others.map((more, at) => sold(at + 1, more))];
        const { lower, same, higher, apart } = alternativesTo(own, all);
        const compared = [...lower, ...same, ...higher];
        expect([...compared, ...apart].map((each) => each.product.slug).sort()).toEqual(
          all
            .slice(1)
            .map(({ slug }) => slug)
            .sort(),
        );
        for (const { start } of lower) expect(Number(start.amount)).toBeLessThan(Number(mine.startingAmount));
        for (const { start } of same) expect(Number(start.amount)).toBe(Number(mine.startingAmount));
        for (const { start } of higher) expect(Number(start.amount)).toBeGreaterThan(Number(mine.startingAmount));
        for (const { start } of compared) {
          expect([start.currency, start.billing]).toEqual([mine.currency, mine.startingBilling]);
          expect(start.unit === 'workspace').toBe(mine.startingUnit === 'workspace');
        }
      }),
    );
  });
});
