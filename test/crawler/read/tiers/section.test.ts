/** Parts of a pricing page that are laid out as tiers are, and are none. */
import { describe, expect, test } from 'vitest';
import { notTiers } from '../../../../crawler/read/tiers/section.ts';
import { card, lines, read } from '../pages.ts';

const plans = `<section><h2>Plans</h2><div>${card('Starter', '$19/mo')}${card('Growth', '$49/mo')}</div></section>`;
const TIERS = ['Starter: 19.00 USD monthly/month', 'Growth: 49.00 USD monthly/month'];
const found = (more: string) =>
  lines(read(`<title>Brill pricing</title><main><h1>Pricing</h1>${plans}${more}</main>`).tiers);

test('add-ons beside the plans', () => {
  const more = `<section><h2>Add-ons</h2><div>${card('Priority support', '$9/mo')}${card('White label', '$5/mo')}</div></section>`;
  expect(found(more)).toEqual(TIERS);
  expect(lines(read(`<h1>Pricing</h1>${more}`).tiers)).toEqual([]);
});

test('what others charge, in cards and in a table', () => {
  expect(
    found(
      `<section><h2>Brill vs the others</h2><div>${card('OtherCo', '$99/mo')}${card('ThirdCo', '$5/mo')}</div></section>`,
    ),
  ).toEqual(TIERS);
  const table =
    '<table><tr><th></th><th>Brill</th><th>OtherCo</th></tr><tr><td>Price</td><td>$19/mo</td><td>$99/mo</td></tr></table>';
  const reading = read(`<title>Brill pricing</title><h1>Pricing</h1>${table}`);
  expect(reading.tiers).toEqual([]);
});

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
