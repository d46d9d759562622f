/** Parts of a pricing page that are laid out as tiers are, and are none. */
import { describe, expect, test } from 'vitest';
import { card, lines, read } from '../pages.ts';

const plans = `<section><h2>Plans</h2><div>${card('Starter', '$19/mo')}${card('Growth', '$49/mo')}</div></section>`;
const PLANS = ['Starter: 19.00 USD monthly/month', 'Growth: 49.00 USD monthly/month'];
const others = `<div>${card('Dinghy', '$7/mo')}${card('Sloop', '$9/mo')}</div>`;
const OTHERS = ['Dinghy: 7.00 USD monthly/month', 'Sloop: 9.00 USD monthly/month'];

const found = (sections: string, lang = 'en') =>
  lines(read(`<html lang="${lang}"><title>Brill</title><main><h1>Brill</h1>${sections}</main></html>`).tiers);
const under = (heading: string) => `<section><h2>${heading}</h2>${others}</section>`;
const labelled = (words: string) => `<section aria-label="${words}">${others}</section>`;

test.each([
  ['en', 'Optional add-ons for any plan'],
  ['en', 'Additional services'],
  ['en', 'Brill vs. OtherCo'],
  ['en', 'Compared to other tools'],
  ['en', 'Why teams switch'],
  ['en', 'Savings calculator: what is your berth worth?'],
  ['en', 'Your annual savings'],
  ['en', 'How much could you save?'],
  ['en', 'What would a quiet harbour be worth to you?'],
  ['en', 'Cost of a missed tide'],
  ['en', 'Return on investment'],
  ['de', 'Wie viel können Sie sparen?'],
  ['en', 'Case study: Acme'],
  ['de', 'Fallstudie: Acme'],
])('a heading is over no tiers (%s): %s', (lang, heading) => {
  expect(found(under(heading), lang)).toEqual([]);
  expect(found(plans + under(heading), lang)).toEqual(PLANS);
});

test.each([
  'Plans and add-ons: no surprises, no add-ons needed',
  'Compare plans',
  'Cloud hosting',
  'Serviceable plans for everyone',
  'Customer stories',
  'Annual billing, save 20%',
  'Pay yearly and save',
  'Savings plan',
  'Return',
  'Saver',
  'Cost per member',
])('a heading may be over tiers: %s', (heading) => {
  expect(found(plans + under(heading))).toEqual([...PLANS, ...OTHERS]);
});

describe('a section says what it holds to those who do not see it', () => {
  test.each(['Optional add-ons', 'Customer support', 'Savings calculator', 'Zusatzmodule'])('"%s"', (said) => {
    expect(found(plans + labelled(said))).toEqual(PLANS);
  });

  test.each(['Options', 'Services', 'Free vs. paid', 'Supporters', 'Compare plans'])('"%s" is over tiers', (said) => {
    expect(found(labelled(said))).toEqual(OTHERS);
  });
});

describe('a heading of nothing but these words is over no tiers beside the plans', () => {
  test.each([
    ['en', 'Upgrades'],
    ['en', 'Legacy'],
    ['en', 'Support'],
    ['en', 'Consulting'],
    ['en', 'Transaction fees'],
    ['de', 'Zubuchbare Module'],
    ['de', 'Rechenbeispiele'],
    ['ja', '旧プラン'],
    ['ja', '計算例'],
  ])('%s: %s', (lang, heading) => {
    expect(found(plans + under(heading), lang)).toEqual(PLANS);
  });

  test.each(['Editions', 'For companies', 'Fees'])('but "%s" may be, where no other heading is', (heading) => {
    expect(found(under(heading))).toEqual(OTHERS);
  });
});
