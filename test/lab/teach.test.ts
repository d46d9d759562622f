import { expect, test } from 'vitest';
import { Label } from '../../lab/accuracy/score.ts';
import { factsOfLabel } from '../../lab/teach/trials.ts';

test('a label is confirmed as the page prints it: an annual price by the month or by the year', () => {
  const label = Label.parse({
    currency: 'EUR',
    tiers: [
      { name: 'Free', free: true, monthly: 0 },
      { name: 'Team', monthly: 12, annualPerMonth: 10 },
      { name: 'Scale', annualPerMonth: 41.67, annualTotal: 500 },
      { name: 'Enterprise', contactSales: true },
      { name: 'Support', oneOff: 90 },
    ],
  });
  const annual = { currency: 'EUR', billing: 'annual' };
  expect(factsOfLabel(label, ['12.00', '10.00', '500.00'])?.plans).toEqual([
    { name: 'Free', isFree: true, prices: [] },
    {
      name: 'Team',
      prices: [
        { amount: '12.00', currency: 'EUR', per: 'month', billing: 'monthly' },
        { ...annual, amount: '10.00', per: 'month' },
      ],
    },
    { name: 'Scale', prices: [{ ...annual, amount: '500.00', per: 'year' }] },
    { name: 'Enterprise', isCustom: true, prices: [] },
  ]);
  expect(factsOfLabel(Label.parse({ tiers: [] }), [])).toBeUndefined();
});
