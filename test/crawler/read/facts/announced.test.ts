/** Prices that a page announces for a day to come: told apart from the prices of today, and never taken for them. */
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../cases.ts';
import { card, cards, read } from '../pages.ts';
import { factsOf, said } from './said.ts';

const cases = casesOf(import.meta.filename);

const KIND = 'announced_price';

describe('announced prices', () => {
  test.each<[string, object, string?]>([
    ['From 1 March 2027, Pro will cost $30 per user / month.', { amount: '30.00', per: 'month', unit: 'user' }],
    ['Starting March 1, 2027, the price of Pro will be $30 / month.', { amount: '30.00', per: 'month' }],
    ['Pro is going up from $25 to $30 / month on 1 March 2027.', { amount: '30.00', per: 'month' }],
    ['On March 1st, 2027 Pro will drop to $19 / month. Questions? Write to us.', { amount: '19.00', per: 'month' }],
    ['Ab dem 1. März 2027 kostet Pro $30 / Monat.', { amount: '30.00', per: 'month' }, 'de'],
    ['À partir du 1er mars 2027, Pro passera à $30 / mois.', { amount: '30.00', per: 'month' }, 'fr'],
  ])('%s', (words, fact, lang) => {
    expect(said(KIND, `<p>${words}</p>`, lang)).toEqual([
      { tier: 'Pro', currency: 'USD', from: '2027-03-01', ...fact },
    ]);
  });

  test.each(cases<string>('not'))('not: %s', (words) => {
    expect(said(KIND, `<p>${words}</p>`)).toEqual([]);
  });

  test('two amounts for one day are none', () => {
    const day = 'From 1 March 2027, Pro will cost';
    expect(said(KIND, `<p>${day} $30 / month.</p><p>${day} $35 / month.</p>`)).toEqual([]);
    expect(said(KIND, `<p>${day} $30 / month.</p><p>${day} $30 / month.</p>`)).toHaveLength(1);
  });

  const pricesIn = (page: string) =>
    read(page).tiers.map(({ name, prices }) => [name, prices.map(({ amount }) => amount)]);
  const basic = card('Basic', '$10 / month');
  const TODAY = [
    ['Basic', ['10.00']],
    ['Pro', ['25.00']],
  ];

  test('in a card it is of that tier, and the price of today stays what it is', () => {
    const list = '<ul><li>10 projects</li><li>From 1 March 2027 the price will be $30 / month</li></ul>';
    const page = cards(basic, card('Pro', '$25 / month', list));
    expect(pricesIn(page)).toEqual(TODAY);
    expect(factsOf(page, KIND)).toMatchObject([{ tier: 'Pro', amount: '30.00' }]);
  });

  test.each([
    'From 1 March 2027, Pro will cost $30 per month.',
    'Pro is going up from $25 to $30 / month on 1 March 2027.',
    'Ab dem 1. März 2027 kostet Pro $30 / Monat.',
  ])('above or below the cards it prices no tier: %s', (words) => {
    const page = cards(basic, card('Pro', '$25 / month'));
    const lang = words.startsWith('Ab') ? 'de' : 'en';
    for (const below of [`<p>${words}</p>${page}`, `${page}<p>${words}</p>`]) {
      const told = `<html lang="${lang}">${below}</html>`;
      expect(pricesIn(told)).toEqual(TODAY);
      expect(factsOf(told, KIND)).toHaveLength(1);
    }
  });
});
