/** Parts of a pricing page that are laid out as tiers are, and are none. */
import { describe, expect, test } from 'vitest';
import { notTiers } from '../../../../crawler/read/tiers/section.ts';
import { casesOf } from '../../../cases.ts';
import { card, lines, read } from '../pages.ts';

const cases = casesOf(import.meta.filename);

const plans = `<section><h2>Plans</h2><div>${card('Starter', '$19/mo')}${card('Growth', '$49/mo')}</div></section>`;
const TIERS = ['Starter: 19.00 USD monthly/month', 'Growth: 49.00 USD monthly/month'];
const found = (more: string) =>
  lines(read(`<title>Brill pricing</title><main><h1>Pricing</h1>${plans}${more}</main>`).tiers);

describe('a heading', () => {
  test.each([
    'Add-ons',
    'Optional add-ons for any plan',
    'Extras',
    'Additional services',
    'Professional services',
    'Brill vs. OtherCo',
    'Compared to other tools',
    'Why teams switch',
  ])('"%s" is over no tiers', (heading) => {
    expect(notTiers(heading)).toBeDefined();
  });

  test.each([
    'Pricing',
    'Plans and add-ons: no surprises, no add-ons needed',
    'Compare plans',
    'Compare all features',
    'Cloud hosting',
    'For teams',
    'Choose your plan',
    'Serviceable plans for everyone',
    'Customer stories',
  ])('"%s" may be over tiers', (heading) => {
    expect(notTiers(heading)).toBeUndefined();
  });
});

describe('what a customer saves, earns or loses', () => {
  test.each(cases<string>('is over no tiers'))('"%s" is over no tiers', (heading) => {
    expect(notTiers(heading)).toBe('what a customer saves');
  });

  test.each(cases<string>('may be over tiers'))('"%s" may be over tiers', (heading) => {
    expect(notTiers(heading)).toBeUndefined();
  });
});

describe('a section says what it holds to those who do not see it', () => {
  const row = (...each: string[]) => `<div>${each.join('')}</div>`;

  test.each([
    'Optional add-ons',
    'Support for your own harbour',
    'Customer support',
    'Savings calculator',
    'Zusatzmodule',
  ])('"%s"', (said) => {
    const rest = row(card('Alone', '$0'), card('Together', '$300/mo'));
    expect(found(`<section aria-label="${said}">${rest}</section>`)).toEqual(TIERS);
  });

  test.each([
    'Plans',
    'Options',
    'Services',
    'Free vs. paid',
    'Pricing for teams',
    'Supporters',
    'Monthly prices',
    'Compare plans',
  ])('"%s" is over tiers', (said) => {
    const rest = row(card('Dinghy', '$7/mo'), card('Sloop', '$9/mo'));
    expect(lines(read(`<h1>Pricing</h1><section aria-label="${said}">${rest}</section>`).tiers)).toEqual([
      'Dinghy: 7.00 USD monthly/month',
      'Sloop: 9.00 USD monthly/month',
    ]);
  });
});

describe('a heading of nothing but these words is over no tiers beside the plans', () => {
  const others = `${card('White label', '$14/mo')}${card('Phone', '$4/mo')}`;
  const below = (heading: string, lang: string) =>
    lines(
      read(
        `<html lang="${lang}"><title>Brill</title><main><h1>Brill</h1>${plans}<section><h2>${heading}</h2><div>${others}</div></section></main>`,
      ).tiers,
    );

  test.each([
    ['en', 'Upgrades'],
    ['en', 'Legacy'],
    ['en', 'Support'],
    ['en', 'Consulting'],
    ['en', 'Transaction fees'],
    ['de', 'Zubuchbare Module'],
    ['de', 'Rechenbeispiele'],
    ['fr', 'Modules complémentaires'],
    ['fr', 'Accompagnement'],
    ['pl', 'Usługi dodatkowe'],
    ['ja', '旧プラン'],
    ['ja', '計算例'],
  ])('%s: %s', (lang, heading) => {
    expect(below(heading, lang)).toEqual(TIERS);
  });

  test.each(['Editions', 'For companies', 'Fees'])('but "%s" may be, where no other heading is', (heading) => {
    const page = `<title>Brill</title><main><h1>Brill</h1><section><h2>${heading}</h2><div>${others}</div></section></main>`;
    expect(lines(read(page).tiers)).toEqual(['White label: 14.00 USD monthly/month', 'Phone: 4.00 USD monthly/month']);
  });
});
