import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Overview, overviewsOf } from '../../../../serve/pages/charts/overview.ts';
import { type Panel, spanOf } from '../../../../serve/pages/charts/panels.ts';
import { chartKey, priceChart } from '../../../../serve/pages/charts/price-chart.ts';
import { change, customTier, daysAfterNoon, freeTier, NOON, price, rate, tier } from '../../../builders.ts';
import { anyAmount, anyWords, expectSoundDrawing } from './drawn.ts';
import { at, historyOf, panels, type Then } from './histories.ts';

function drawn(all: Panel[], overview: Overview | undefined = overviewsOf(all, NOON)[0]) {
  if (overview === undefined) throw new Error('there is no overview');
  const frame = { span: spanOf(all, NOON), present: NOON, table: '#prices' };
  const chart = priceChart(overview, `Acme, ${overview.title}: prices`, frame);
  return { ...expectSoundDrawing(chart), svg: String(chart), key: String(chartKey(overview)) };
}

const named = (name: string, amount: string, more = {}) =>
  tier({ id: name.toLowerCase(), name, prices: [price({ amount, ...more })] });

describe('overviews of all plans', () => {
  it('keep currency, billing and unit apart, with the most current plans first', () => {
    const yearly = price({ amount: '120.00', billing: 'annual', per: 'year' });
    const tiers = [
      tier({ prices: [price(), price({ amount: '10.00', billing: 'annual' }), yearly] }),
      named('Business', '20.00', { unit: 'seat' }),
      named('Europe', '9.00', { currency: 'EUR' }),
      named('Site', '90.00', { unit: 'site' }),
    ];
    const all = overviewsOf(panels(historyOf([100, { tiers }])), NOON);
    expect(all.map(({ title, series }) => [title, series.map(({ name }) => name)])).toEqual([
      ['Billed monthly, per user or seat, in USD', ['Pro', 'Business']],
      ['Billed annually, per user, in USD', ['Pro']],
      ['Annual total, drawn per month, per user, in USD', ['Pro']],
      ['Billed monthly, per user, in EUR', ['Europe']],
      ['Billed monthly, per site, in USD', ['Site']],
    ]);
  });

  it('are one per rate of models, and say how many of many are not drawn', () => {
    const rates = Array.from({ length: 11 }, (_, index) => rate({ model: `m-${index}` }));
    const all = panels(historyOf([100, { rates }]));
    const [input, output] = overviewsOf(all, NOON);
    expect([input?.title, input?.series.length, input?.left]).toEqual(['Input tokens, per million, in USD', 8, 3]);
    expect(output?.title).toBe('Output tokens, per million, in USD');
    expect(drawn(all).key).toContain('3 more are not drawn');
  });

  it('name each current plan at the end of its line, one label for equal prices', () => {
    const tiers = [named('Pro', '12.00'), named('Plus', '12.00'), named('Max', '12.50')];
    const { svg, texts } = drawn(panels(historyOf([100, { tiers }])));
    expect(texts).toEqual(expect.arrayContaining(['$12 Pro +1', '$12.50 Max']));
    const places = [...svg.matchAll(/<text x="100%" y="([\d.]+)"/g)].map(([, y]) => Number(y)).sort((a, b) => a - b);
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThanOrEqual(13);
  });

  it('draw what is free or on request as bands without a number, and what ended with its name', () => {
    const all = panels(
      historyOf([300, { tiers: [named('Starter', '5.00')] }], [100, { tiers: [freeTier(), tier(), customTier()] }]),
    );
    const { texts, key, description } = drawn(all);
    expect(texts).toEqual(expect.arrayContaining(['Free', 'Enterprise: contact sales', 'Starter $5']));
    expect(key).toContain('Starter (until 13 Aug 2026)');
    expect(description).toContain('Enterprise: contact sales from 13 Aug 2026.');
  });

  it('lead from each point to its evidence, one tab stop a line without script', () => {
    const evidence = `ev_${'a'.repeat(40)}`;
    const { svg } = drawn(
      panels(historyOf([300, { tiers: [at('10.00')] }], [100, { tiers: [at('12.00', { evidence })] }])),
    );
    const points = [...svg.matchAll(/<a class="point" href="([^"]+)"( tabindex="-1")? aria-label="([^"]+)">/g)];
    expect(points.map(([, to, isOff, words]) => [to?.endsWith(evidence), isOff === undefined, words])).toEqual([
      [false, false, 'Pro: $10 per user a month, billed monthly, from 25 Jan 2026. Read on the vendor’s page'],
      [true, true, 'Pro: $12 per user a month, billed monthly, from 13 Aug 2026. Read on the vendor’s page'],
    ]);
  });

  it('mark our corrections, and draw an announcement once', () => {
    const after = { amount: '15.00', currency: 'USD', per: 'month', effectiveFrom: '2027-01-01' } as const;
    const log = [
      { ...change({ type: 'correction', observedAt: daysAfterNoon(-100) }), seq: 1 },
      { ...change({ type: 'announced', after }), seq: 2 },
    ];
    const both = tier({ prices: [price(), price({ amount: '10.00', billing: 'annual' })] });
    const all = panels(historyOf([200, { tiers: [both] }]), log);
    const svgs = overviewsOf(all, NOON).map((overview) => drawn(all, overview).svg);
    expect(svgs.map((svg) => svg.match(/class="announced"/g)?.length ?? 0)).toEqual([1, 0]);
    expect(svgs[0]).toContain('class="correction"');
  });

  it('are sound whatever the past was, and whoever the vendor is', () => {
    const anyTier = fc.oneof(
      fc.constantFrom(freeTier({ id: 'pro' }), tier({ isCustom: true, prices: [] }), tier({ prices: [] })),
      fc.tuple(anyAmount, fc.constantFrom('pro', 'max')).map(([amount, id]) => ({ ...at(amount), id })),
    );
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(days, fc.array(anyTier, { minLength: 12, maxLength: 12 }), anyWords, (when, tiers, name) => {
        const held = when
          .toSorted((a, b) => b - a)
          .map((ago, index): [number, Then] => [ago, { tiers: [{ ...(tiers[index] ?? tier()), name }] }]);
        const all = panels(historyOf(...held));
        for (const overview of overviewsOf(all, NOON)) drawn(all, overview);
      }),
    );
  });
});
