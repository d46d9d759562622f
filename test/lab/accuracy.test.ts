/** The score of a reading, by cases small enough to count by hand. */
import { describe, expect, it } from 'vitest';
import type { ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';
import { Label, precision, recall, type Score, scorePage, type Tally, total } from '../../lab/accuracy/score.ts';
import { readPrice, readTier } from '../builders.ts';

const price = (amount: string, terms: Partial<ReadPrice> = {}): ReadPrice =>
  readPrice({ amount, evidence: { ...readPrice().evidence, quote: `$${amount}` }, ...terms });
const annual = (amount: string, terms: Partial<ReadPrice> = {}) => price(amount, { billing: 'annual', ...terms });
const tier = (name: string, ...prices: ReadPrice[]): ReadTier => readTier({ name, prices });
const free = (name: string): ReadTier => readTier({ name, prices: [], isFree: true });
const model = (name: string, inputPerMTok: string, outputPerMTok?: string): ReadModel => ({
  model: name,
  currency: 'USD',
  evidence: {},
  inputPerMTok,
  ...(outputPerMTok !== undefined && { outputPerMTok }),
});

function scored(label: object, read: { tiers?: ReadTier[]; models?: ReadModel[] }, isPartial = false): Score {
  const parsed = Label.parse({ currency: 'USD', tiers: [], ...label });
  return scorePage(parsed, { tiers: [], models: [], ...read }, { isPartial });
}

type Counts = [right: number, wrong: number, missed: number];
const counts = ({ right, wrong, missed }: Tally): Counts => [right, wrong, missed];

describe('prices', () => {
  const both = [price('12.00'), annual('10.00')];
  it.each<[string, ReadTier[], Counts]>([
    ['the same', [tier('Pro', ...both)], [2, 0, 0]],
    ['a year in one sum', [tier('Pro', price('12.00'), annual('120.00', { per: 'year' }))], [2, 0, 0]],
    ['the billing mistaken', [tier('Pro', price('10.00'))], [0, 1, 2]],
    ['another currency besides', [tier('Pro', ...both, price('11.00', { currency: 'EUR' }))], [2, 0, 0]],
    ['a tier too many', [tier('Pro', ...both), tier('Extra', price('5.00'))], [2, 1, 0]],
    ['free where it is not', [free('Pro')], [0, 1, 2]],
    ['nothing', [], [0, 0, 2]],
  ])('%s', (_, tiers, is) => {
    const label = { tiers: [{ name: 'Pro', monthly: 12, annualPerMonth: 10, oneOff: 99 }] };
    expect(counts(scored(label, { tiers }).prices)).toEqual(is);
  });

  it('free and on request are facts', () => {
    const tiers = [
      { name: 'Free', free: true, monthly: null },
      { name: 'Enterprise', contactSales: true },
    ];
    expect(counts(scored({ tiers }, { tiers: [free('Free'), free('Enterprise')] }).prices)).toEqual([1, 1, 1]);
  });
});

it('sure are the facts that are likely enough', () => {
  const label = {
    tiers: [
      { name: 'Pro', monthly: 12, annualPerMonth: 10 },
      { name: 'Free', free: true },
    ],
  };
  const read = [
    tier('Pro', price('12.00', { confidence: 0.95 }), annual('10.00', { confidence: 0.94 })),
    { ...free('Free'), confidence: 0.99 },
    tier('Other', price('7.00', { confidence: 0.97 })),
  ];
  expect(counts(scored(label, { tiers: read }).sure)).toEqual([2, 1, 1]);
});

describe('the starting price', () => {
  const pro = { name: 'Pro', monthly: 12, annualPerMonth: 10 };
  const team = { name: 'Team', monthly: 30 };
  it.each<[string, object[], ReadTier[], Counts]>([
    ['by the month', [pro, team], [tier('Pro', annual('10.00'), price('12.00'))], [1, 0, 0]],
    ['not read', [pro, team], [], [0, 0, 1]],
    ['none, and none read', [{ name: 'Free', free: true }], [], [1, 0, 0]],
    ['none, and one read', [], [tier('Pro', price('1.00'))], [0, 1, 0]],
  ])('%s', (_, labels, tiers, is) => expect(counts(scored({ tiers: labels }, { tiers }).starts)).toEqual(is));
});

describe('rates', () => {
  const label = {
    tokenRates: [
      { model: 'fen-1', inputPerMTok: 3, outputPerMTok: 15 },
      { model: 'fen-1-mini', inputPerMTok: 0.25, outputPerMTok: null },
    ],
  };
  const all = [model('Fen 1', '3.00', '15.00'), model('fen-1-mini', '0.25')];
  it.each<[string, ReadModel[], Counts]>([
    ['all', all, [3, 0, 0]],
    ['one wrong', [model('fen-1', '3.00', '12.00')], [1, 1, 2]],
    ['a model again in another currency', [...all, { ...model('fen-1', '21.00'), currency: 'CNY' }], [3, 0, 0]],
  ])('%s', (_, models, is) => expect(counts(scored(label, { models }).rates)).toEqual(is));

  it('beside labels of a part of the page, others are not wrong', () => {
    expect(scored(label, { models: [model('murzel', '1.00')] }, true).rates.wrong).toBe(0);
  });
});

it('a quote holds the digits of its amount', () => {
  const quoted = (quote: string) => ({ evidence: { ...readPrice().evidence, quote } });
  const read = tier('Pro', price('1250.00', quoted('1.250 €')), price('12.00', quoted('twelve')), price('0.00'));
  expect(counts(scored({}, { tiers: [read] }).quotes)).toEqual([1, 1, 0]);
});

it('totals add up, and shares of nothing are unknown', () => {
  const one = scored({ tiers: [{ name: 'Pro', monthly: 12 }] }, { tiers: [tier('Pro', price('12.00'))] });
  const sum = total([one, one, scored({}, {})]);
  expect([...counts(sum.prices), sum.starts.right]).toEqual([2, 0, 0, 2]);
  expect([precision(sum.prices), recall(sum.prices)]).toEqual([1, 1]);
  expect([precision(sum.rates), recall(sum.rates)]).toEqual([undefined, undefined]);
});
