/** The score of a reading, by cases small enough to count by hand. */
import { describe, expect, it } from 'vitest';
import { Label, precision, recall, type Score, scorePage, total } from '../../bench/score.ts';
import type { Evidence, ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';

const evidence = (quote: string): Evidence => ({
  quote,
  scope: 'text',
  textStart: 0,
  textEnd: quote.length,
  path: '',
  method: 'cards',
});
const price = (amount: string, terms: Partial<ReadPrice> = {}): ReadPrice => ({
  amount,
  currency: 'USD',
  billing: 'monthly',
  per: 'month',
  kind: 'list',
  evidence: evidence(`$${amount}`),
  ...terms,
});
const annual = (amount: string, terms: Partial<ReadPrice> = {}) => price(amount, { billing: 'annual', ...terms });
const tier = (name: string, prices: ReadPrice[] = [], state: Partial<ReadTier> = {}): ReadTier => ({
  name,
  isFree: false,
  isCustom: false,
  prices,
  features: [],
  ...state,
});
const model = (name: string, rates: Partial<ReadModel>): ReadModel => ({
  model: name,
  currency: 'USD',
  evidence: {},
  ...rates,
});

function scored(label: object, read: { tiers?: ReadTier[]; models?: ReadModel[] }, isPartial = false): Score {
  return scorePage(
    Label.parse({ currency: 'USD', tiers: [], ...label }),
    { tiers: [], models: [], ...read },
    { isPartial },
  );
}

describe('prices', () => {
  it.each([
    { what: 'the same', read: [tier('Pro', [price('12.00'), annual('10.00')])], is: { right: 2, wrong: 0, missed: 0 } },
    {
      what: 'another spelling',
      read: [tier('PRO plan', [price('12.00'), annual('10.00')])],
      is: { right: 2, wrong: 0, missed: 0 },
    },
    {
      what: 'a year in one sum',
      read: [tier('Pro', [price('12.00'), annual('120.00', { per: 'year' })])],
      is: { right: 2, wrong: 0, missed: 0 },
    },
    { what: 'one of two', read: [tier('Pro', [price('12.00')])], is: { right: 1, wrong: 0, missed: 1 } },
    { what: 'the billing mistaken', read: [tier('Pro', [price('10.00')])], is: { right: 0, wrong: 1, missed: 2 } },
    {
      what: 'a struck price besides',
      read: [tier('Pro', [price('12.00'), annual('10.00'), price('15.00', { kind: 'struck' })])],
      is: { right: 2, wrong: 0, missed: 0 },
    },
    {
      what: 'another currency besides',
      read: [tier('Pro', [price('12.00'), annual('10.00'), price('11.00', { currency: 'EUR' })])],
      is: { right: 2, wrong: 0, missed: 0 },
    },
    {
      what: 'what the page says beside',
      read: [tier('Pro', [price('12.00'), annual('10.00'), price('99.00')])],
      is: { right: 2, wrong: 0, missed: 0 },
    },
    {
      what: 'a tier that is none',
      read: [tier('Pro', [price('12.00'), annual('10.00')]), tier('Extra', [price('5.00')])],
      is: { right: 2, wrong: 1, missed: 0 },
    },
    { what: 'free where it is not', read: [tier('Pro', [], { isFree: true })], is: { right: 0, wrong: 1, missed: 2 } },
    { what: 'nothing', read: [], is: { right: 0, wrong: 0, missed: 2 } },
  ])('$what', ({ read, is }) => {
    const label = { tiers: [{ name: 'Pro', monthly: 12, annualPerMonth: 10, oneOff: 99 }] };
    expect(scored(label, { tiers: read }).prices).toEqual(is);
  });

  it('free and for the asking are facts', () => {
    const label = {
      tiers: [
        { name: 'Free', free: true, monthly: null },
        { name: 'Enterprise', contactSales: true },
      ],
    };
    const read = [tier('Free', [], { isFree: true }), tier('Enterprise', [], { isFree: true })];
    expect(scored(label, { tiers: read }).prices).toEqual({ right: 1, wrong: 1, missed: 1 });
  });
});

describe('the starting price', () => {
  const label = {
    tiers: [
      { name: 'Pro', monthly: 12, annualPerMonth: 10 },
      { name: 'Team', monthly: 30 },
    ],
  };
  it.each([
    {
      what: 'by the month',
      label,
      read: [tier('Pro', [annual('10.00'), price('12.00')])],
      is: { right: 1, wrong: 0, missed: 0 },
    },
    { what: 'of a dearer tier', label, read: [tier('Team', [price('30.00')])], is: { right: 0, wrong: 1, missed: 0 } },
    { what: 'not read', label, read: [], is: { right: 0, wrong: 0, missed: 1 } },
    {
      what: 'none, and none read',
      label: { tiers: [{ name: 'Free', free: true }] },
      read: [],
      is: { right: 1, wrong: 0, missed: 0 },
    },
    {
      what: 'none, and one read',
      label: { tiers: [] },
      read: [tier('Pro', [price('1.00')])],
      is: { right: 0, wrong: 1, missed: 0 },
    },
    { what: 'of a page without tiers', label: { tiers: [] }, read: [], is: { right: 0, wrong: 0, missed: 0 } },
  ])('$what', ({ label: of, read, is }) => expect(scored(of, { tiers: read }).starts).toEqual(is));
});

describe('rates', () => {
  const label = {
    tokenRates: [
      { model: 'fen-1', inputPerMTok: 3, outputPerMTok: 15 },
      { model: 'fen-1-mini', inputPerMTok: 0.25, outputPerMTok: null },
    ],
  };
  it.each([
    {
      what: 'all',
      read: [
        model('Fen 1', { inputPerMTok: '3.00', outputPerMTok: '15.00' }),
        model('fen-1-mini', { inputPerMTok: '0.25' }),
      ],
      is: { right: 3, wrong: 0, missed: 0 },
    },
    {
      what: 'one wrong',
      read: [model('fen-1', { inputPerMTok: '3.00', outputPerMTok: '12.00' })],
      is: { right: 1, wrong: 1, missed: 2 },
    },
    {
      what: 'one that is not labelled',
      read: [model('murzel', { inputPerMTok: '1.00' })],
      is: { right: 0, wrong: 1, missed: 3 },
    },
    {
      what: 'a model again in another currency',
      read: [
        model('fen-1', { inputPerMTok: '3.00', outputPerMTok: '15.00' }),
        model('fen-1-mini', { inputPerMTok: '0.25' }),
        model('fen-1', { inputPerMTok: '21.00', currency: 'CNY' }),
      ],
      is: { right: 3, wrong: 0, missed: 0 },
    },
  ])('$what', ({ read, is }) => expect(scored(label, { models: read }).rates).toEqual(is));

  it('beside labels of a part of the page, others are not wrong', () => {
    expect(scored(label, { models: [model('murzel', { inputPerMTok: '1.00' })] }, true).rates.wrong).toBe(0);
  });
});

it('a quote holds the digits of its amount', () => {
  const read = [
    tier('Pro', [
      price('1250.00', { evidence: evidence('1.250 €') }),
      price('12.00', { evidence: evidence('twelve') }),
      price('0.00'),
    ]),
  ];
  expect(scored({}, { tiers: read }).quotes).toEqual({ right: 1, wrong: 1, missed: 0 });
});

it('totals add up, and shares of nothing are unknown', () => {
  const one = scored({ tiers: [{ name: 'Pro', monthly: 12 }] }, { tiers: [tier('Pro', [price('12.00')])] });
  const sum = total([one, one, scored({}, {})]);
  expect(sum).toMatchObject({ pages: 3, prices: { right: 2, wrong: 0, missed: 0 }, starts: { right: 2 } });
  expect([precision(sum.prices), recall(sum.prices), precision(sum.rates), recall(sum.rates)]).toEqual([
    1,
    1,
    undefined,
    undefined,
  ]);
});
