import { describe, expect, test } from 'vitest';
import { correctionFields, statedIn } from '../../console/view/correction-form.ts';
import { price, rate, tier } from '../builders.ts';

/** As a browser sends the fields, unless a person changed some. */
function sent(changed: Record<string, string>): FormData {
  const shown = correctionFields({
    tiers: [tier(), tier({ id: 'team', prices: [price({ amount: '30.00' })] })],
    rates: [rate()],
  }).toString();
  const form = new FormData();
  for (const [, name = '', value = ''] of shown.matchAll(/<input [^>]*?name="([^"]*)"[^>]*?value="([^"]*)"/g))
    form.set(name, value);
  for (const [, name = ''] of shown.matchAll(/<select name="([^"]*\.state)"/g)) form.set(name, 'same');
  for (const [name, value] of Object.entries(changed)) form.set(name, value);
  return form;
}

describe('a correction', () => {
  test('states the tiers that a person set right and no others', () => {
    const form = sent({
      't1.state': 'priced',
      't1.p0.amount': '25.50',
      't1.p0.per': 'month',
      't1.p0.billing': 'monthly',
    });
    expect(statedIn(form)).toEqual({
      tiers: [
        {
          tier: 'team',
          prices: [{ amount: '25.50', currency: 'USD', per: 'month', billing: 'monthly', unit: 'user' }],
        },
      ],
      rates: [],
    });
  });

  test.each([
    ['free', { isFree: true }],
    ['custom', { isCustom: true }],
    ['gone', { isGone: true }],
  ])('a tier that is %s has no price', (state, claim) => {
    expect(statedIn(sent({ 't0.state': state })).tiers).toEqual([{ tier: 'pro', prices: [], ...claim }]);
  });

  test('a tier that was not read can be added', () => {
    const form = sent({ 't2.tier': 'Enterprise', 't2.state': 'custom' });
    expect(statedIn(form).tiers).toEqual([{ tier: 'Enterprise', isCustom: true, prices: [] }]);
  });

  test('of a model only the rates that differ are stated', () => {
    expect(statedIn(sent({ 'r0.inputPerMTok': '3.00' })).rates).toEqual([
      { model: 'large-1', currency: 'USD', inputPerMTok: '3.00' },
    ]);
  });

  test.each([
    ['nothing', {}, /: no values given$/],
    ['an amount in words', { 't0.state': 'priced', 't0.p0.amount': 'twelve' }, /: pro, amount: must be a decimal/],
    ['a currency that is none', { 't1.state': 'priced', 't1.p0.currency': 'dollars' }, /: team, currency: Must be/],
    ['a rate in words', { 'r0.inputPerMTok': 'three' }, /: large-1, inputPerMTok: must be a decimal/],
    ['a tier without a name', { 't2.tier': '', 't2.state': 'free' }, /: Another tier, tier: /],
  ])('%s is refused with its place', (_, changed, says) => {
    expect(() => statedIn(sent(changed))).toThrow(/^Cannot apply the correction/);
    expect(() => statedIn(sent(changed))).toThrow(says);
  });
});
