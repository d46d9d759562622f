import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoggedChange } from '../../../../data/change.ts';
import { type Overview, onePlan, overviewsOf } from '../../../../serve/pages/charts/overview.ts';
import { type Panel, spanOf } from '../../../../serve/pages/charts/panels.ts';
import { chartKey, priceChart } from '../../../../serve/pages/charts/price-chart.ts';
import { change, customTier, daysAfterNoon, freeTier, NOON, price, rate, tier } from '../../../builders.ts';
import { anyAmount, anyWords, expectSoundDrawing } from './drawn.ts';
import { at, historyOf, panels, type Then } from './histories.ts';

function drawn(all: Panel[], overview?: Overview) {
  if (overview === undefined) throw new Error('there is nothing to draw');
  const frame = { span: spanOf(all, NOON), present: NOON, table: '#prices' };
  const chart = priceChart(overview, `Acme, ${overview.title}: prices`, frame);
  return { ...expectSoundDrawing(chart), svg: String(chart), key: String(chartKey(overview)) };
}

const drawnPlan = (all: Panel[], panel = all[0]) => drawn(all, panel && onePlan(panel));
const drawnOverview = (all: Panel[]) => drawn(all, overviewsOf(all)[0]);

describe('the panels of a past', () => {
  it('are the tiers of today in the vendor’s order, then those that are gone', () => {
    const gone = tier({ id: 'starter' });
    const all = panels(
      historyOf([300, { tiers: [gone, tier()] }], [100, { tiers: [freeTier(), tier(), customTier()] }]),
    );
    expect(all.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      ['free', true],
      ['pro', true],
      ['enterprise', true],
      ['starter', false],
    ]);
  });

  it('keep what is free, what is on request and what has a price apart', () => {
    const [free, enterprise] = panels(historyOf([100, { tiers: [freeTier(), customTier()] }]));
    expect(free?.lines.map(({ manner, steps }) => [manner, steps[0]?.amount])).toEqual([['free', '0.00']]);
    expect([enterprise?.lines, enterprise?.onRequest.map(({ words }) => words)]).toEqual([[], ['Contact sales']]);
  });

  it('keep monthly, annual by the month and annual totals apart, and draw a total as its twelfth', () => {
    const prices = [
      price(),
      price({ amount: '10.00', billing: 'annual' }),
      price({ amount: '120.00', billing: 'annual', per: 'year' }),
    ];
    const [pro] = panels(historyOf([100, { tiers: [tier({ prices })] }]));
    expect(pro?.lines.map(({ manner, steps }) => [manner, steps[0]?.amount, steps[0]?.words])).toEqual([
      ['billed monthly', '12.00', '$12 per user a month, billed monthly'],
      ['billed annually', '10.00', '$10 per user a month, billed annually'],
      ['annual total, drawn per month', '10.00', '$120 per user a year, billed annually'],
    ]);
  });

  it('give what is not paid for time, and other currencies, an axis of their own', () => {
    const prices = [price(), price({ per: 'once', amount: '500.00' }), price({ currency: 'EUR' })];
    expect(
      panels(historyOf([100, { tiers: [tier({ prices })] }])).map(({ currency, lines }) => [
        currency,
        lines[0]?.manner,
      ]),
    ).toEqual([
      ['USD', 'billed monthly'],
      ['EUR', 'billed monthly'],
      ['USD', 'one-time'],
    ]);
  });

  it('join what goes on, and break where one pays for something else', () => {
    const [pro] = panels(
      historyOf(
        [300, { tiers: [at('10.00')] }],
        [200, { tiers: [at('10.00')] }],
        [100, { tiers: [at('10.00', { unit: 'site' })] }],
      ),
    );
    expect(pro?.lines.map(({ unit, steps }) => [unit, steps.length, steps[0]?.seen.length])).toEqual([
      ['user', 1, 2],
      ['site', 1, 1],
    ]);
  });

  it('draw two prices on the same terms as two lines', () => {
    const both = tier({ prices: [price(), price({ amount: '2.00' })] });
    const [pro] = panels(historyOf([300, { tiers: [both] }], [200, { tiers: [both] }]));
    expect(pro?.lines.map(({ steps }) => steps.map(({ amount }) => amount))).toEqual([['12.00'], ['2.00']]);
  });

  it('keep each dataset’s line apart from ours', () => {
    const imported = { dataset: 'example/prices:a.yaml', license: 'MIT', asOf: '2024-01-01', asOfBasis: 'field' };
    const told = historyOf([500, { tiers: [at('8.00')], origin: 'imported', imported }]);
    const [pro] = panels([...told, ...historyOf([100, { tiers: [at('12.00')] }])]);
    expect(pro?.lines.map(({ dataset, steps }) => [dataset, steps[0]?.imported?.license])).toEqual([
      [undefined, undefined],
      ['example/prices', 'MIT'],
    ]);
  });

  it('are of models too, with each rate a line and each band a panel', () => {
    const all = panels(
      historyOf([100, { rates: [rate({ cachedInputPerMTok: '0.25' }), rate({ band: 'over 200K tokens' })] }]),
    );
    expect(all.map(({ id, lines }) => [id, lines.map(({ manner }) => manner)])).toEqual([
      ['large-1', ['input tokens', 'output tokens', 'cached input tokens']],
      ['large-1, over 200K tokens', ['input tokens', 'output tokens']],
    ]);
  });

  it('know what is announced and not taken back, and what we corrected', () => {
    const announced = (amount: string, type: LoggedChange['type'], seq: number): LoggedChange => ({
      ...change({ type, after: { amount, currency: 'USD', per: 'month', effectiveFrom: '2027-01-01' } }),
      seq,
    });
    const log = [
      announced('15.00', 'announced', 1),
      announced('99.00', 'announced', 2),
      announced('99.00', 'announcement_retracted', 3),
      { ...change({ type: 'correction', observedAt: daysAfterNoon(-100) }), seq: 4 },
    ];
    const all = panels(historyOf([200, { tiers: [at('10.00')] }], [100, { tiers: [at('12.00')] }]), log);
    expect(all[0]?.announced.map(({ amount, from }) => [amount, from.slice(0, 10)])).toEqual([['15.00', '2027-01-01']]);
    const { svg, texts, description } = drawnPlan(all);
    expect(texts).toEqual(expect.arrayContaining(['today', '$15', '$12', '$10']));
    expect(svg).toContain('class="corrected"');
    expect(description).toContain(`Corrected by us on 13 Aug 2026. Announced: $15 from 1 Jan 2027.`);
  });
});

it('a panel is there for what is announced and never was before', () => {
  const after = { name: 'Huge', amount: '1.50', currency: 'USD', rate: 'inputPerMTok', effectiveFrom: '2027-01-01' };
  const all = panels([], [{ ...change({ type: 'announced', subject: 'huge-1', after }), seq: 1 }]);
  expect(all.map(({ id, kind, announced }) => [id, kind, announced.length])).toEqual([['huge-1', 'model', 1]]);
  expect(drawnPlan(all).description).toContain('Announced: $1.50 from 1 Jan 2027.');
});

describe('the chart of one plan', () => {
  it('says in words what it shows, and what the tier was when it had no public price', () => {
    const { title, description, texts } = drawnPlan(
      panels(historyOf([300, { tiers: [at('10.00')] }], [100, { tiers: [tier({ isCustom: true, prices: [] })] }])),
    );
    expect(title).toBe('Acme, Pro: prices from 25 Jan 2026 to 21 Nov 2026');
    expect(description).toBe(
      '$10 per user a month, billed monthly from 25 Jan 2026. Contact sales from 13 Aug 2026. Dashed: not checked.',
    );
    expect(texts).toContain('Contact sales');
  });

  it('has no number for what is on request', () => {
    expect(drawnPlan(panels(historyOf([100, { tiers: [customTier()] }]))).svg).not.toContain('$');
  });

  it('steps with time, and never slopes', () => {
    const { svg } = drawnPlan(
      panels(
        historyOf([400, { tiers: [at('10.00')] }], [200, { tiers: [at('14.00')] }], [50, { tiers: [at('9.00')] }]),
      ),
    );
    const lines = [
      ...(svg.match(/<g class="line c1">.*/)?.[0] ?? '').matchAll(
        /<line[^>]*x1="([\d.]+)%" x2="([\d.]+)%" y1="([\d.]+)" y2="([\d.]+)"/g,
      ),
    ];
    const places = lines.map(([, ...figures]) => figures.map(Number));
    expect(places).toHaveLength(5);
    for (const [x1 = 0, x2 = 0, y1, y2] of places) expect(x1 === x2 || (y1 === y2 && x1 < x2)).toBe(true);
    const starts = places.map(([x1]) => x1);
    expect(starts).toEqual(starts.toSorted((a = 0, b = 0) => a - b));
  });

  it('names each sign in its key once, whatever it stands for in words', () => {
    const [pro] = panels(historyOf([300, { tiers: [at('10.00')] }], [100, { tiers: [at('10.00', { unit: 'site' })] }]));
    if (pro === undefined) throw new Error('there is no panel');
    const key = String(chartKey(onePlan(pro)));
    expect(key.match(/<li>/g)).toHaveLength(1);
    expect(key).toContain('billed monthly, per user, per site');
  });
});

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
    const all = overviewsOf(panels(historyOf([100, { tiers }])));
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
    const [input, output] = overviewsOf(all);
    expect([input?.title, input?.series.length, input?.left]).toEqual(['Input tokens, per million, in USD', 8, 3]);
    expect(output?.title).toBe('Output tokens, per million, in USD');
    expect(drawnOverview(all).key).toContain('3 more are not drawn');
  });

  it('name each current plan at the end of its line, one label for equal prices', () => {
    const tiers = [named('Pro', '12.00'), named('Plus', '12.00'), named('Max', '12.50')];
    const { svg, texts } = drawnOverview(panels(historyOf([100, { tiers }])));
    expect(texts).toEqual(expect.arrayContaining(['$12 Pro +1', '$12.50 Max']));
    const places = [...svg.matchAll(/<text x="100%" y="([\d.]+)"/g)].map(([, y]) => Number(y)).sort((a, b) => a - b);
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThanOrEqual(13);
  });

  it('draw what is free or on request as bands without a number, and what ended with its name', () => {
    const all = panels(
      historyOf([300, { tiers: [named('Starter', '5.00')] }], [100, { tiers: [freeTier(), tier(), customTier()] }]),
    );
    const { texts, key, description } = drawnOverview(all);
    expect(texts).toEqual(expect.arrayContaining(['Free', 'Enterprise: contact sales', 'Starter $5']));
    expect(key).toContain('Starter (until 13 Aug 2026)');
    expect(description).toContain('Enterprise: contact sales from 13 Aug 2026.');
  });

  it('lead from each point to its evidence, one tab stop a line without script', () => {
    const evidence = `ev_${'a'.repeat(40)}`;
    const { svg } = drawnOverview(
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
    const svgs = overviewsOf(all).map((overview) => drawn(all, overview).svg);
    expect(svgs.map((svg) => svg.match(/class="announced"/g)?.length ?? 0)).toEqual([1, 0]);
    expect(svgs[0]).toContain('class="correction"');
  });

  it.each([
    ['another amount', ['15.00']],
    ['the amount before, which was undone', ['10.00', '12.00']],
  ])('mark no change of the vendor that we corrected to %s', (_, amounts) => {
    const at = daysAfterNoon(-100);
    const corrections = amounts.map((amount, index) => {
      const [before, after] = [amounts[index - 1] ?? '12.00', amount].map((each) => ({
        amount: each,
        currency: 'USD',
      }));
      return change({ type: 'correction', observedAt: at, before, after });
    });
    const log = [change({ observedAt: at }), ...corrections].map((entry, index) => ({ ...entry, seq: index + 1 }));
    expect(panels(historyOf([200, { tiers: [tier()] }]), log).map((panel) => panel.corrections)).toEqual([[]]);
  });
});

it('charts are sound whatever the past was, and whoever the vendor is', () => {
  const term = fc.constantFrom('month' as const, 'year' as const, 'once' as const);
  const anyPrice = fc.record({ amount: anyAmount, per: term, currency: fc.constantFrom('USD', 'EUR') });
  const id = fc.constantFrom('pro', 'max');
  const anyTier = fc.oneof(
    fc.constantFrom(freeTier({ id: 'pro' }), tier({ isCustom: true, prices: [] }), tier({ prices: [] })),
    fc
      .tuple(fc.array(anyPrice, { minLength: 1, maxLength: 3 }), id)
      .map(([prices, of]) => ({ ...tier({ prices: prices.map((each) => price(each)) }), id: of })),
  );
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 9_000 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(days, fc.array(anyTier, { minLength: 12, maxLength: 12 }), anyWords, (when, tiers, name) => {
      const held = when
        .toSorted((a, b) => b - a)
        .map((daysAgo, index): [number, Then] => [daysAgo, { tiers: [{ ...(tiers[index] ?? tier()), name }] }]);
      const all = panels(historyOf(...held));
      for (const overview of overviewsOf(all)) drawn(all, overview);
      for (const panel of all) {
        drawnPlan(all, panel);
        for (const { steps } of panel.lines) {
          for (const [index, step] of steps.entries()) {
            expect(step.from <= step.to && (steps[index - 1]?.to ?? '') <= step.from).toBe(true);
          }
        }
      }
    }),
    // Each run draws a dozen charts.
    { numRuns: 50 },
  );
});
