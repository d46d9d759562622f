/** Terms of sale beside the prices: what states them, and what only looks as if it did. */
import { describe, expect, test } from 'vitest';
import type { PageFact } from '../../../../data/reading.ts';
import { casesOf } from '../../../cases.ts';
import { card, cards } from '../pages.ts';
import { factsOf, said, TIERS } from './said.ts';

type Kind = PageFact['kind'];

const cases = casesOf(import.meta.filename);

describe('a trial', () => {
  test.each(cases<[string, object, string?]>('a trial'))('%j', (words, fact, lang) => {
    expect(said('trial', words, lang)).toEqual([fact]);
  });

  test.each(cases<string>('states none'))('%j states none', (words) => {
    expect(said('trial', words)).toEqual([]);
  });
});

test.each(cases<[Kind, string, string?]>('only looks alike'))('%j states nothing', (kind, words, lang) => {
  expect(said(kind, words, lang)).toEqual([]);
});

test.each(cases<[Kind, string, object, string]>('said in another language'))('%j', (kind, words, fact, lang) => {
  expect(said(kind, words, lang)).toEqual([fact]);
});

describe.each(cases<string>('under a heading of others'))('under %j', (heading) => {
  const source = (words: string) =>
    `${cards(...TIERS)}<section><h2>${heading}</h2><p>${words}</p></section><section><h2>Terms</h2><p>${words}</p></section>`;

  test.each<[Kind, string]>([
    ['trial', '7-day free trial'],
    ['tax', 'Prices exclude VAT.'],
    ['minimum_units', 'At least 5 users on all plans'],
    ['setup_fee', 'Setup fee: $500'],
  ])('the %s is not of this product, and under the next heading it is', (kind, words) => {
    const [own, none] = [source(words), source(words).replace(/<section><h2>Terms.*$/, '')];
    expect([factsOf(own, kind).length, factsOf(none, kind)]).toEqual([1, []]);
  });
});

describe('what cards state', () => {
  const page = (...withTrial: string[]) =>
    cards(
      ...['Basic', 'Pro'].map((name, at) =>
        card(name, `$${at + 1}0 / month`, withTrial.includes(name) ? '<p>14-day free trial</p>' : ''),
      ),
      card('Enterprise', 'Contact sales'),
    );

  test('is of their tiers where not all that have a price state it', () => {
    expect(factsOf(page('Pro'), 'trial')).toEqual([{ tier: 'Pro', days: 14 }]);
    expect(factsOf(page('Basic', 'Pro'), 'trial')).toEqual([{ days: 14 }]);
    expect(factsOf(`${page('Pro')}<p>14-day free trial</p>`, 'trial')).toEqual([{ days: 14 }]);
  });
});

describe('money back', () => {
  test.each<[string, object, string?]>([
    ['30-day money-back guarantee', { days: 30 }],
    ['Money back guarantee within 14 days.', { days: 14 }],
    ['Get a full refund within 60 days of purchase.', { days: 60 }],
    ['30 Tage Geld-zurück-Garantie', { days: 30 }, 'de'],
    ['30日間の返金保証', { days: 30 }, 'ja'],
  ])('%j', (words, fact, lang) => {
    expect(said('money_back', words, lang)).toEqual([fact]);
  });

  test.each([
    'Refunds are processed within 5 days.',
    'No refunds after 30 days.',
    'We do not offer a 30-day money-back guarantee.',
    'Is there a 30-day money-back guarantee?',
    'Domains are non-refundable within 30 days.',
    'Cancel with 30 days notice.',
    'Keine 30 Tage Geld-zurück-Garantie',
  ])('%j promises none', (words) => {
    expect(said('money_back', words)).toEqual([]);
  });
});

describe('tax', () => {
  test.each(cases<[string, object, string?]>('tax'))('%j', (words, fact, lang) => {
    expect(said('tax', words, lang)).toEqual([fact]);
  });

  test.each([
    'Do prices include VAT?',
    'Add your VAT number at checkout.',
    'File VAT returns with one click, including VAT reports.',
    'Prices may or may not include VAT.',
    'Tax-exempt organisations are welcome.',
    'Prices exclude VAT. All prices include VAT.',
    'Track expenses, including tax',
  ])('%j says nothing of these prices', (words) => {
    expect(said('tax', words)).toEqual([]);
  });
});

describe('an annual discount, held against the prices', () => {
  test.each(cases<[string, object, string?]>('an annual discount, held against the prices'))(
    '%j',
    (words, fact, lang) => {
      expect(said('annual_discount', words, lang)).toEqual([fact]);
    },
  );

  test.each(cases<string>('an annual discount, held against the prices, states none'))('%j states none', (words) => {
    expect(said('annual_discount', words)).toEqual([]);
  });
});

describe('a programme', () => {
  test.each(cases<[string, object[], string?]>('a programme'))('%j', (words, facts, lang) => {
    expect(said('programme', words, lang)).toEqual(facts);
  });

  test.each([
    'Perfect for startups and growing teams.',
    'Do you offer discounts for students?',
    'We do not offer discounts for non-profits.',
    'Helps non-profits raise 30% more, free of stress.',
    'Education discounts may be available.',
    '<blockquote>As a startup we got 50% off</blockquote>',
    'Free courses teach students to code.',
    'Startup plan: 20% off',
    'Free for students for 1 year',
  ])('%j gives nothing', (words) => {
    expect(said('programme', words)).toEqual([]);
  });
});
