import { describe, expect, test } from 'vitest';
import type { Price } from '../../../data/record.ts';
import { classified } from '../../../verifier/review/causes.ts';
import { differences } from '../../../verifier/review/differences.ts';
import { price, statement, tier } from '../../builders.ts';
import { testVerifier } from '../test-verifier.ts';
import { type Offered, vendorPage } from '../vendor-page.ts';

const hobby: Offered = { name: 'Hobby', claim: 'free' };
const team: Offered = { name: 'Team', monthly: '12' };
const scale: Offered = { name: 'Scale', monthly: '99' };
const before = vendorPage([hobby, team, scale]);

describe('a case is classified by what the verifier made of a real visit', () => {
  test.each([
    ['leap', ['price_up'], vendorPage([hobby, { ...team, monthly: '120' }, scale])],
    ['leap', ['price_down'], vendorPage([hobby, { ...team, monthly: '2' }, scale])],
    ['currency', ['currency'], vendorPage([hobby, team, scale], { symbol: '€', currency: 'EUR' })],
    ['fewer_plans', ['free_tier', 'plan_removed'], vendorPage([team])],
    [
      'fewer_plans',
      ['free_tier', 'terms'],
      vendorPage([hobby, { name: 'Team', claim: 'free' }, { name: 'Scale', claim: 'custom' }]),
    ],
  ])('%s: %j', async (cause, changes, page) => {
    const verifier = await testVerifier();
    await verifier.visit(before, 0);
    await verifier.visit(page, 7);
    expect(classified(verifier.waits())).toMatchObject({ cause, changes });
  });

  test('a first reading, and the rest of one', async () => {
    const first = await testVerifier();
    await first.visit(vendorPage([team], { confidence: 0.7 }), 0);
    expect(classified(first.waits())).toEqual({ cause: 'first_reading', changes: ['first_prices'], size: 1 });
    const part = await testVerifier();
    await part.visit(vendorPage([team, { ...scale, confidence: 0.6 }], { confidence: 0.97 }), 0);
    expect(classified(part.waits())).toMatchObject({ cause: 'rest', changes: ['plan_added'] });
  });
});

describe('a price whose terms changed is one row', () => {
  const stating = (...prices: Partial<Price>[]) =>
    statement({ tiers: [tier({ id: 'team', name: 'Team', prices: prices.map(price) })] });

  test.each([
    [
      'currency and unit',
      { amount: '12', currency: 'EUR', unit: 'seat' },
      { amount: '14', currency: 'USD', unit: 'user' },
      '12 EUR / seat',
      '14 USD / user',
    ],
    [
      'the same amount for another time',
      { amount: '12', unit: 'user' },
      { amount: '12', unit: 'user', per: 'year' as const, billing: 'annual' as const },
      '12 USD / user per month, monthly',
      '12 USD / user per year, annual',
    ],
  ])('%s', (_, was, is, said, says) => {
    const [row, ...others] = differences(
      stating({ billing: 'monthly', ...was }),
      stating({ billing: 'monthly', ...is }),
    ).filter(({ isSame }) => !isSame);
    expect(row).toMatchObject({ subject: 'Team', before: said, after: says });
    expect(others).toEqual([]);
  });

  test('a price from which others begin, beside the words to get in touch, is no exact price', () => {
    const was = stating({ amount: '1500' });
    const is = stating({ amount: '1500', isFloor: true });
    const rows = differences(was, { ...is, tiers: is.tiers.map((each) => ({ ...each, isCustom: true })) });
    expect(rows.map(({ before, after, isSame }) => [before, after, isSame])).toEqual([
      [undefined, 'contact sales', false],
      ['1500 USD', 'from 1500 USD', false],
    ]);
  });

  test('other amounts for another time are two rows, and each price has one partner', () => {
    const monthly = { billing: 'monthly' as const, currency: 'EUR' };
    const rows = differences(
      stating({ ...monthly, amount: '12' }),
      stating({ billing: 'monthly', amount: '13' }, { billing: 'annual', amount: '10' }),
    );
    expect(rows.filter(({ isSame }) => !isSame).map(({ before, after }) => [before, after])).toEqual([
      ['12 EUR / user', '13 USD / user'],
      [undefined, '10 USD'],
    ]);
  });
});
