/**
 * Offers nobody wrote by hand, each laid out in every way that the vendor web knows: what is read is what is offered.
 *
 * No layout may yield a wrong price. How much each must yield is stated beside it; a layout that hides its prices in
 * attributes or behind scripts is read for what its text says.
 */
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../crawler/read/read.ts';
import type { PageReading } from '../../../data/reading.ts';
import { IS_LONG } from '../../long.ts';
import { CROSSED_OUT, onSale } from '../../simulation/life.ts';
import { LAYOUTS, type LaidOut, layoutsOf } from '../../vendor-web/layouts.ts';
import { randomOffer, randomRates } from '../../vendor-web/random-offer.ts';

/**
 * Two stretches: those that the readers grew up with, and some that found them wanting. `npm test` reads a third of them,
 * which hold every currency, unit and way of billing: what breaks a layout breaks it for most offers of a kind.
 */
const SEEDS = [1, 1001].flatMap((first) =>
  Array.from({ length: 60 }, (_, at) => first + at).filter((_, at) => IS_LONG || at % 3 === 1),
);
const RATES = ['inputPerMTok', 'outputPerMTok', 'cachedInputPerMTok'] as const;

/** Share of the facts that must be read; what is read must be right everywhere. */
const LEAST: Record<string, number> = {
  'toggle-attributes': 0.95,
  'script-only': 0,
  prose: 0.9,
  'price-first-cards': 0.92,
};
const USUAL = 0.95;

function truth({ truth: { tiers, tokenRates } }: LaidOut): Set<string> {
  return new Set([...tiers.flatMap(factsOf), ...tokenRates.flatMap(ratesOf)]);
}

function found({ tiers, models }: PageReading): Set<string> {
  return new Set([...tiers.flatMap(factsOf), ...models.flatMap(ratesOf)]);
}

interface Tier {
  name: string;
  isFree: boolean;
  isCustom: boolean;
  prices: readonly { amount: string; currency: string; billing?: string | undefined; per: string; kind: string }[];
}

function factsOf({ name, isFree, isCustom, prices }: Tier): string[] {
  const listed = prices.filter(({ kind }) => kind !== 'struck');
  return [
    ...(isFree ? [`${name} free`] : []),
    ...(isCustom ? [`${name} custom`] : []),
    ...listed.map(
      ({ amount, currency, billing, per, kind }) => `${name} ${amount} ${currency} ${billing} ${per} ${kind}`,
    ),
  ];
}

function ratesOf(
  model: { model: string; currency: string } & Partial<Record<(typeof RATES)[number], string | undefined>>,
): string[] {
  return RATES.flatMap((rate) =>
    model[rate] === undefined ? [] : [`${model.model} ${rate} ${model[rate]} ${model.currency}`],
  );
}

const pages = SEEDS.flatMap((seed) =>
  [randomOffer(seed), randomRates(seed)].flatMap((offer) => layoutsOf(offer, seed).map((page) => ({ seed, page }))),
);
const readings = pages.map(({ seed, page }) => ({
  seed,
  page,
  reading: readPage(page.body, { format: page.format, url: 'https://vendor.example/pricing' }),
}));

describe.each(LAYOUTS.map(({ name }) => name))('%s', (name) => {
  const own = readings.filter(({ page }) => page.layout === name);

  test('reads nothing that is not offered', () => {
    expect(own.length).toBeGreaterThan(0);
    const wrong = own.flatMap(({ seed, page, reading }) =>
      [...found(reading)].filter((fact) => !truth(page).has(fact)).map((fact) => `seed ${seed}: ${fact}`),
    );
    expect(wrong).toEqual([]);
  });

  test('reads what it states', () => {
    const wanted = own.flatMap(({ page }) => [...truth(page)]);
    const missed = own.flatMap(({ seed, page, reading }) =>
      [...truth(page)].filter((fact) => !found(reading).has(fact)).map((fact) => `seed ${seed}: ${fact}`),
    );
    const recall = 1 - missed.length / wanted.length;
    expect(recall, missed.slice(0, 8).join('\n')).toBeGreaterThanOrEqual(LEAST[name] ?? USUAL);
  });
});

test('the price of a sale is read as that, beside an old one that is crossed out with its terms', () => {
  const sales = SEEDS.filter((_, at) => IS_LONG || at % 4 === 0).flatMap((seed) =>
    layoutsOf(onSale(randomOffer(seed), `sale ${seed}`), seed),
  );
  // JSON-LD alone does not say that an amount is of a sale.
  const shown = sales.filter(({ body, layout }) => CROSSED_OUT.test(body) && layout !== 'json-ld');
  expect(new Set(shown.map(({ layout }) => layout)).size).toBeGreaterThan(5);
  const wrong = shown.flatMap((page) => {
    const reading = readPage(page.body, { format: page.format, url: 'https://vendor.example/pricing' });
    return [...found(reading)].filter((fact) => !truth(page).has(fact)).map((fact) => `${page.layout}: ${fact}`);
  });
  expect(wrong).toEqual([]);
});

test('least numbers of seats are read where they stand, and nowhere else', () => {
  const least = (tiers: readonly { name: string; minimumUnits?: number | undefined }[]) =>
    tiers.flatMap(({ name, minimumUnits }) => (minimumUnits === undefined ? [] : [`${name}: ${minimumUnits}`]));
  const wrong = readings.flatMap(({ seed, page, reading }) =>
    least(reading.tiers)
      .filter((each) => !least(page.truth.tiers).includes(each))
      .map((each) => `${page.layout}, seed ${seed}: ${each}`),
  );
  expect(wrong).toEqual([]);
  const stated = readings.flatMap(({ page }) => least(page.truth.tiers));
  expect(readings.flatMap(({ reading }) => least(reading.tiers)).length / stated.length).toBeGreaterThan(0.85);
});

test('a page drawn by scripts is known for what it is', () => {
  for (const { page, reading } of readings.filter(({ page }) => page.layout === 'script-only'))
    expect(reading.verdict, page.body.slice(0, 200)).toBe('empty_shell');
});
