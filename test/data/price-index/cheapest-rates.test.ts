import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheapestRates, CONTEXTS, cheapestRates } from '../../../data/price-index/cheapest-rates.ts';
import { endOfMonth, monthName } from '../../../data/price-index/months.ts';
import type { PricedInterval, PricedProduct } from '../../../data/price-index/price-lines.ts';
import type { Basis } from '../../../data/price-index/standing.ts';
import type { ContextWindow } from '../../../data/record.ts';
import { atOnce } from '../../../data/store/steps.ts';
import { repetitions } from '../../long.ts';

const FIRST = 2026 * 12;
const MONTHS = 4;
const day = (month: number) => `${monthName(FIRST + month)}-10T00:00:00.000Z`;

interface Model {
  slug: string;
  name: string;
  /** Unknown where undefined. */
  window: number | undefined;
  input: number;
  output: number | undefined;
  from: number;
  band?: string;
  currency?: string;
}

type Sold = PricedProduct & { slug: string };

/** One dataset that states each model from a month on, to the end. */
function productsOf(models: readonly Model[]): Sold[] {
  return [...Map.groupBy(models, ({ slug }) => slug)].map(([slug, own]) => {
    const intervals = Array.from({ length: MONTHS }, (_, month): PricedInterval => {
      const amounts = own
        .filter(({ from }) => from <= month)
        .flatMap(({ name, input, output, band = '', currency = 'USD' }) => [
          [`rate|${name}|${band}|${currency}|input`, input.toFixed(3)],
          ...(output === undefined ? [] : [[`rate|${name}|${band}|${currency}|output`, output.toFixed(3)]]),
        ]);
      const until = month === MONTHS - 1 ? {} : { to: day(month + 1) };
      return {
        from: day(month),
        ...until,
        seen: day(month),
        amounts: Object.fromEntries(amounts),
        free: 0,
        contactUs: 0,
      };
    });
    return { slug, vendor: slug, category: 'llm', lines: [{ dataset: 'a/b', intervals }] };
  });
}

const imported = { dataset: 'c/d:windows.json@1', license: 'MIT', asOf: '2026-09-23', asOfBasis: 'release date' };

function cheapest(
  models: readonly Model[],
  basis: Basis = 'imported-rates',
  products = productsOf(models),
): CheapestRates[] {
  const windowOf = (slug: string, model: string): ContextWindow | undefined => {
    const tokens = models.find((each) => each.slug === slug && each.name === model)?.window;
    return tokens === undefined ? undefined : { tokens, statements: [{ tokens, imported }] };
  };
  return atOnce(cheapestRates(products, { basis, until: endOfMonth(FIRST + MONTHS - 1), windowOf }));
}

const model = (over: Partial<Model> = {}): Model => ({
  ...{ slug: 'maker', name: 'm', window: 200_000, input: 1, output: 2, from: 0 },
  ...over,
});
const at = (context: number, series: readonly CheapestRates[]) => series.find((each) => each.context === context);

describe('the cheapest rates', () => {
  it('name the model of each rate, with the datasets of the windows, from the month in which it is first stated', () => {
    const found = cheapest([model(), model({ slug: 'host', name: 'n', input: 0.5, output: 3, from: 2 })]);
    expect(found.map(({ context }) => context)).toEqual([128_000, 200_000]);
    const [first, , third] = at(200_000, found)?.months ?? [];
    const only = { slug: 'maker', model: 'm' };
    expect(first).toEqual({
      ...{ month: '2026-01', input: { amount: '1.000', ...only }, output: { amount: '2.000', ...only } },
      ...{ models: 1, vendors: 1, sufficient: false },
    });
    expect(third).toMatchObject({
      input: { slug: 'host', amount: '0.500' },
      output: { slug: 'maker' },
      models: 2,
      vendors: 2,
    });
    expect(at(200_000, found)?.datasets).toEqual(['c/d']);
  });

  it.each<[string, Partial<Model>]>([
    ['another currency', { currency: 'CNY' }],
    ['no output rate', { output: undefined }],
    ['rates for prompts of a length that is not understood', { band: 'off-peak' }],
  ])('are never of a model with %s', (_, over) => {
    const found = cheapest([model(), model({ slug: 'other', input: 0.1, output: 0.1, ...over })]);
    expect(at(200_000, found)?.months.map(({ input, models }) => [input.slug, models])).toEqual(
      Array.from({ length: MONTHS }, () => ['maker', 1]),
    );
  });

  it('are those for prompts as long as the window', () => {
    const long = [model({ band: '≤ 200K' }), model({ band: '> 200K', input: 3, window: 1_000_000 })];
    const found = cheapest(long.map((each) => ({ ...each, window: 1_000_000 })));
    expect(at(200_000, found)?.months[0]?.input.amount).toBe('1.000');
    expect(at(1_000_000, found)?.months[0]?.input.amount).toBe('3.000');
  });

  it('are not those of one month that went back to what they were', () => {
    const amounts = (input: string) => ({ 'rate|m||USD|input': input, 'rate|m||USD|output': '2.00' });
    const rates = ['1.00', '0.10', '1.00', '0.90'];
    const intervals = rates.map((input, month): PricedInterval => {
      const until = month === MONTHS - 1 ? {} : { to: day(month + 1) };
      return { from: day(month), ...until, seen: day(month), amounts: amounts(input), free: 0, contactUs: 0 };
    });
    const sold = [{ slug: 'maker', vendor: 'maker', category: 'llm', lines: [{ dataset: 'a/b', intervals }] }];
    const months = at(200_000, cheapest([model()], 'imported-rates', sold))?.months;
    expect(months?.map(({ month, input }) => [month, input.amount])).toEqual([
      ['2026-01', '1.00'],
      ['2026-03', '1.00'],
      ['2026-04', '0.90'],
    ]);
  });

  it('of our own observations need a page that was seen in the month', () => {
    const models = [model()];
    const [sold] = productsOf(models);
    const amounts = sold?.lines[0]?.intervals[0]?.amounts ?? {};
    const intervals = [{ from: day(0), seen: day(1), amounts, free: 0, contactUs: 0 }];
    const own: Sold[] = [{ slug: 'maker', vendor: 'maker', category: 'llm', lines: [{ intervals }] }];
    expect(at(200_000, cheapest(models, 'rates', own))?.months.map(({ month }) => month)).toEqual([
      '2026-01',
      '2026-02',
    ]);
    expect(cheapest(models, 'imported-rates', own)).toEqual([]);
  });

  it('suffice from 30 models of 20 vendors', () => {
    const many = (vendors: number, each: number) =>
      Array.from({ length: vendors * each }, (_, n) => model({ slug: `v${n % vendors}`, name: `m${n}` }));
    const sufficient = (models: readonly Model[]) => at(200_000, cheapest(models))?.months[0]?.sufficient;
    expect([sufficient(many(20, 2)), sufficient(many(19, 2)), sufficient(many(20, 1))]).toEqual([true, false, false]);
  });
});

describe('by law', () => {
  const cents = fc.integer({ min: 1, max: 9_000 }).map((count) => count / 1_000);
  const models = fc
    .array(
      fc.record({
        slug: fc.constantFrom('a', 'b', 'c'),
        window: fc.option(fc.constantFrom(4_000, 128_000, 200_000, 1_048_576), { nil: undefined }),
        input: cents,
        output: cents,
        from: fc.integer({ min: 0, max: MONTHS - 1 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((all): Model[] => all.map((each, n) => ({ ...each, name: `m${n}` })));
  const runs = { numRuns: repetitions(50, 500) };

  it('the minimum is that of the models with a known window that is long enough', () => {
    fc.assert(
      fc.property(models, fc.constantFrom(...CONTEXTS), (all, context) => {
        const eligible = (month: number) => all.filter(({ window = 0, from }) => window >= context && from <= month);
        for (let month = 0; month < MONTHS; month += 1) {
          const found = at(context, cheapest(all))?.months.find((each) => each.month === monthName(FIRST + month));
          const own = eligible(month);
          expect(found?.models ?? 0).toBe(own.length);
          if (found === undefined) continue;
          for (const kind of ['input', 'output'] as const) {
            expect(Number(found[kind].amount)).toBe(Math.min(...own.map((each) => Number(each[kind]))));
            expect(own.map(({ name }) => name)).toContain(found[kind].model);
          }
        }
      }),
      runs,
    );
  });

  it('a dearer model, and one with a shorter or unknown window, never changes it', () => {
    const rates = (series: readonly CheapestRates[]) =>
      series.map(({ context, months }) => [context, months.map(({ month, input, output }) => [month, input, output])]);
    fc.assert(
      fc.property(models, fc.constantFrom(undefined, 4_000, 1_048_576), (all, window) => {
        const isDear = window === 1_048_576;
        const dear = model({ slug: 'z', name: 'new', window, input: isDear ? 10 : 0.001, output: isDear ? 10 : 0.001 });
        // It may set a month in which there was no other.
        const months = (series: readonly CheapestRates[]) =>
          series.map((each) => ({
            ...each,
            months: each.months.filter(({ input, output }) => input.slug !== 'z' && output.slug !== 'z'),
          }));
        const after = months(cheapest([...all, dear])).filter((each) => each.months.length > 0);
        expect(rates(after)).toEqual(rates(cheapest(all)));
      }),
      runs,
    );
  });
});
