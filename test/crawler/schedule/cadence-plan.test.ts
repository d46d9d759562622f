import { describe, expect, it } from 'vitest';
import { CADENCE, CHECKS_PER_HOST_PER_DAY } from '../../../config/cadence.ts';
import { planCadences } from '../../../crawler/schedule/cadence-plan.ts';
import { type CatalogueProduct, Product, Source } from '../../../data/product.ts';

const DAY = 86_400_000;

function product(slug: string, over: Partial<CatalogueProduct> = {}, cadence: Source['cadence'] = 'weekly') {
  const sources = [{ id: 'pricing', url: `https://${slug}.example/pricing`, cadence }];
  return { ...Product.parse({ name: slug, vendor: slug, category: 'crm', sources }), slug, ...over };
}

function waitOf(products: CatalogueProduct[], checksPerDay: number, watching = new Map()) {
  const plan = planCadences({ products, watching, checksPerDay });
  return (slug: string) => {
    const source = products.find((each) => each.slug === slug)?.sources[0];
    if (source === undefined) throw new Error(`no source of ${slug}`);
    return plan.waitMs(slug, source) / DAY;
  };
}

describe('a plan of checks', () => {
  it('looks more often at what changes more often', () => {
    const products = [product('calm'), product('tokens', { tokenPriced: true, category: 'llm-api' })];
    const wait = waitOf(products, 0.4);
    expect(wait('tokens')).toBeLessThan(wait('calm'));
  });

  it('learns a product’s own pace', () => {
    const products = [product('restless'), product('settled')];
    const since = '2020-01-01T00:00:00.000Z';
    const until = '2026-01-01T00:00:00.000Z';
    const watching = new Map([
      ['restless', { since, until, changes: 30 }],
      ['settled', { since, until, changes: 0 }],
    ]);
    const wait = waitOf(products, 0.3, watching);
    expect(wait('restless')).toBeLessThan(wait('settled'));
  });

  it('keeps to the bounds of the authored cadence, however much or little there is to spend', () => {
    const cadences = ['daily', 'weekly', 'monthly'] as const;
    const products = cadences.map((cadence) => product(cadence, {}, cadence));
    for (const cadence of cadences) {
      const source = Source.parse({ id: 'pricing', url: 'https://x.example/', cadence });
      expect(waitOf(products, 1_000)(cadence)).toBeCloseTo(CADENCE[cadence].shortestMs / DAY, 6);
      const least = products.reduce(
        (sum, { sources }) => sum + DAY / CADENCE[sources[0]?.cadence ?? 'daily'].longestMs,
        0,
      );
      expect(waitOf(products, least)(cadence)).toBeCloseTo(CADENCE[cadence].longestMs / DAY, 6);
      // A source that the plan does not know.
      expect(planCadences({ products: [], watching: new Map(), checksPerDay: 1 }).waitMs('x', source)).toBe(
        CADENCE[cadence].longestMs,
      );
    }
  });

  it('is within what one host is to bear', () => {
    const on = (slug: string) =>
      product(slug, {
        sources: [Source.parse({ id: 'pricing', url: `https://big.example/${slug}`, cadence: 'daily' })],
      });
    const products = Array.from({ length: 180 }, (_, i) => on(`p${i}`));
    const plan = planCadences({ products, watching: new Map(), checksPerDay: 700 });
    expect(plan).toMatchObject({ hostsAtLimit: 1, isWithinBudget: true });
    expect(plan.checksPerDay).toBeCloseTo(CHECKS_PER_HOST_PER_DAY, 3);
  });

  it('says when the budget is less than the longest waits need', () => {
    const plan = planCadences({ products: [product('a', {}, 'daily')], watching: new Map(), checksPerDay: 0.1 });
    expect(plan.isWithinBudget).toBe(false);
  });

  it('spends nothing on a retired product', () => {
    const retired = { reason: 'ended', source: 'https://gone.example/' };
    const plan = planCadences({ products: [product('gone', { retired })], watching: new Map(), checksPerDay: 5 });
    expect(plan.checksPerDay).toBe(0);
  });
});
