/** The reader of offers on small pages of our own, one geometry each. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string, format: 'html' | 'markdown' = 'html') => lines(by('offers', source, { format }).tiers);
const card = (name: string, price: string, more = '') =>
  `<div class="card"><h3>${name}</h3><p class="price">${price}</p>${more}<ul><li>Five projects</li><li>$5 of storage</li></ul><a href="/buy">Choose ${name}</a></div>`;
const cards = (...all: string[]) => `<h1>Pricing</h1><div class="row">${all.join('')}</div>`;

describe('cards', () => {
  test('beside one another, with a free one and one by contact', () => {
    const page = cards(card('Starter', '$0'), card('Pro', '$12 per user / month'), card('Enterprise', 'Contact sales'));
    expect(found(page)).toEqual(['Starter: free', 'Pro: 12.00 USD monthly/month', 'Enterprise: custom']);
    expect(by('offers', page).tiers[1]?.prices[0]?.unit).toBe('user');
  });

  test('with both billings, stated or told by the lower amount', () => {
    const stated = cards(
      card('Pro', '$10 / month, billed annually', '<p>$12 billed monthly</p>'),
      card('Team', '$20 / month, billed annually', '<p>$24 billed monthly</p>'),
    );
    expect(found(stated)[0]).toBe('Pro: 10.00 USD annual/month, 12.00 USD monthly/month');
    const shown = cards(
      card('Pro', '<b data-monthly="12" data-annual="10">$12</b> / month'),
      card('Team', '<b data-monthly="24" data-annual="20">$24</b> / month'),
    );
    expect(found(shown)[0]).toBe('Pro: 12.00 USD monthly/month, 10.00 USD annual/month');
  });

  test('with a tagline above the name, a struck price and a saving', () => {
    const plan = (tag: string, name: string, old: string, now: string) =>
      `<div class="plan"><p>${tag}</p><h3>${name}</h3><p><s>${old}</s> ${now} /mo</p><p>Save $2</p></div>`;
    const page = cards(plan('For makers', 'Solo', '$8', '$6'), plan('For companies', 'Team', '$20', '$18'));
    expect(found(page)).toEqual([
      'Solo: 8.00 USD -/month struck, 6.00 USD monthly/month',
      'Team: 20.00 USD -/month struck, 18.00 USD monthly/month',
    ]);
  });

  test('of add-ons below the plans are no plans', () => {
    const plans = cards(card('Basic', '$9 / month'), card('Pro', '$19 / month'));
    const addOns = `<h2>Add-ons</h2><div class="row">${card('Extra storage', '$4 / month')}${card('Additional seat', '$3 / month')}</div>`;
    expect(found(plans + addOns)).toEqual(['Basic: 9.00 USD monthly/month', 'Pro: 19.00 USD monthly/month']);
  });
});

test('a line above an amount says that it is paid once', () => {
  const once = card('First planting', 'desde €210').replace('<p class', '<p>One-time</p><p class');
  expect(found(cards(once, card('Basic', '€53 / month'), card('Pro', '€66 / month')))).toEqual([
    'First planting: 210.00 EUR -/once',
    'Basic: 53.00 EUR monthly/month',
    'Pro: 66.00 EUR monthly/month',
  ]);
});

describe('tables', () => {
  test('with a plan in each column', () => {
    const page =
      '<h1>Plans</h1><table><tr><th></th><th>Free</th><th>Pro</th></tr><tr><td>Price</td><td>Free</td><td>$15 / month</td></tr><tr><td>Overage</td><td>-</td><td>$1 per GB</td></tr></table>';
    expect(found(page)).toEqual(['Free: free', 'Pro: 15.00 USD monthly/month']);
  });

  test('with a plan in each row, whose columns say for how long', () => {
    const page = '## Plans\n\n| Plan | Monthly | Annual |\n|---|---|---|\n| Solo | €5 | €50 |\n| Team | €9 | €90 |\n';
    expect(found(page, 'markdown')[0]).toBe('Solo: 5.00 EUR monthly/month, 50.00 EUR annual/year');
  });

  test('of rates are no plans', () => {
    const page = '## Rates\n\n| Model | Price per request |\n|---|---|\n| small | $0.01 |\n| large | $0.05 |\n';
    expect(found(page, 'markdown')).toEqual([]);
  });
});

test('sections under bold lines', () => {
  const page = '# Plans and pricing\n\n**Starter Plan**\n\nPrice: $17/month\n\n**Business Plan**\n\nPrice: $44/month\n';
  expect(found(page, 'markdown')).toEqual([
    'Starter Plan: 17.00 USD monthly/month',
    'Business Plan: 44.00 USD monthly/month',
  ]);
});
