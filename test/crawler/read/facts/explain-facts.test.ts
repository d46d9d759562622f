import { expect, test } from 'vitest';
import { explain } from '../../../../crawler/read/explain/explain.ts';
import { card, cards, read } from '../pages.ts';

test('a person sees each fact beside the words that say it', () => {
  const source = `${cards(
    card('Basic', '$10 / month', '<ul><li>3 projects</li></ul>'),
    card('Pro', '$20 / month', '<ul><li>Everything in Basic, plus:</li><li>SSO</li><li>Minimum 3 users</li></ul>'),
  )}<section><p>14-day free trial, no credit card required.</p><p>$0.20 per additional GB.</p><p>Prices exclude VAT.</p>
  <p>30-day money-back guarantee.</p><p>Non-profits get 30% off.</p><p>Save up to 20% with annual billing.</p>
  <p>One-time setup fee of $99.</p><p>Reports add-on: $15 / user / month</p><p>Renews at $24 / month.</p>
  <p>From 1 March 2027, Pro will cost $30 per user / month billed annually.</p><p>Premium support: $200 / month</p></section>`;
  const shown = explain(read(source), 'https://vendor.example/pricing').replace(/ {2,}/g, '  ');
  for (const line of [
    'sso first in Pro: not Basic, Pro  "SSO"',
    'Pro  at least 3 units  "Minimum 3 users"',
    'trial of 14 days, no card  "14-day free trial, no credit card required."',
    '0.20 USD per additional gb  "$0.20 per additional GB."',
    'prices exclude vat  "Prices exclude VAT."',
    'money back for 30 days  "30-day money-back guarantee."',
    'nonprofit: 30 % off  "Non-profits get 30% off."',
    'up to 20 % off by the year  "Save up to 20% with annual billing."',
    'set-up fee: 99.00 USD  "One-time setup fee of $99."',
    'add-on Reports: 15.00 USD per user / month  "Reports add-on: $15 / user / month"',
    'renews at 24.00 USD / month  "Renews at $24 / month."',
    '30.00 USD per user / month billed annually from 2027-03-01 on  "From 1 March 2027',
    'Premium support: 200.00 USD / month  "Premium support: $200 / month"',
  ])
    expect(shown).toContain(line);
});
