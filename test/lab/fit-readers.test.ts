/** `npm run calibrate -- readers`: the examples of labelled pages, the fit, and what it is worth on other vendors. */
import { describe, expect, it } from 'vitest';
import { logistic } from '../../data/confidence/logistic.ts';
import type { LabelledPage } from '../../lab/accuracy/labelled-pages.ts';
import { examplesOf, MODELS } from '../../lab/calibration/fit-readers.ts';
import { type Example, fitWeights, judgedByOthers, reportOf } from '../../lab/calibration/logistic.ts';
import { seeded } from '../vendor-web/random.ts';

const TRUE = [-1, 3, -2];
const ZEROS = [0, 0, 0, 0];

/** Examples that are positive as often as a known model says; the last feature says nothing. */
function examples(count: number, seed: string): Example[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => {
    const x = [1, random.next(), random.next(), random.next()];
    const p = logistic(x.reduce((sum, value, at) => sum + value * (TRUE[at] ?? 0), 0));
    return { vendor: `v${i % 25}`, x, y: Number(random.next() < p), weight: 1 };
  });
}

const card = (name: string, price: string) =>
  `<div><h3>${name}</h3><p>Sails and oars</p><p>${price}</p><a>Buy</a></div>`;
const page = (vendor: string): LabelledPage => ({
  name: vendor,
  group: vendor,
  source: `<h1>Pricing</h1><section>${card('Basic', '$12 / month')}${card('Plus', '$30 / month')}</section>
    <h2>Our friends</h2><section>${card('Moldray', '$7 / month')}${card('Quinfen', '$9 / month')}</section>`,
  format: 'html',
  url: 'https://acme.example/pricing',
  label: {
    tiers: [
      { name: 'Basic plan', monthly: 12 },
      { name: 'Plus', monthly: 30 },
    ],
    tokenRates: [],
  },
  isPartial: false,
});

describe('examples of labelled pages', () => {
  const { name, group } = examplesOf([page('Acme')]);

  it('are the lines that may name a plan, of which one does, and not those of other offers', () => {
    expect(name.filter(({ y }) => y === 1)).toHaveLength(2);
    expect(name.length).toBeGreaterThan(2);
    expect(name.every(({ vendor, x }) => vendor === 'Acme' && x.length === MODELS.name.length)).toBe(true);
  });

  it('are groups of offers, which are plans or are not', () => {
    expect(group.map(({ y, weight }) => [y, weight])).toEqual([
      [1, Math.SQRT2],
      [0, Math.SQRT2],
    ]);
    expect(group.every(({ x }) => x.length === MODELS.group.length)).toBe(true);
  });
});

describe('weights of the readers', () => {
  it('fitted to examples of a known model are that model, the same each time', () => {
    const weights = fitWeights(examples(20_000, 'known'), ZEROS);
    for (const [at, value] of [...TRUE, 0].entries()) expect(weights[at]).toBeCloseTo(value, 0);
    expect(fitWeights(examples(20_000, 'known'), ZEROS)).toEqual(weights);
  });

  it('are held to zero where the examples are few, and are zero where they say nothing', () => {
    const few = fitWeights(examples(40, 'few'), [...ZEROS, 0]);
    expect(few[1]).toBeGreaterThan(0);
    expect(few[1]).toBeLessThan(3);
    expect(few[4]).toBe(0);
  });

  it('are judged on vendors that they were not fitted to', () => {
    const report = reportOf(judgedByOthers(examples(1_000, 'left out'), ZEROS));
    expect(report.examples).toBe(1_000);
    expect(report.logLoss).toBeLessThan(report.constant);
    expect(report.accuracy).toBeGreaterThan(Math.max(report.positive, 1 - report.positive));
  });
});
