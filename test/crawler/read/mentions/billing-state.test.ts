/** A switch's states in the markup: which price is whose, by names, conditions and tabs. */
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines, read } from '../pages.ts';

const team = (price: string) => lines(by('cards', cards(card('Hobby', 'Free'), card('Team', price))).tiers)[1];
const both = (monthly: string, annual: string) =>
  `<div ${monthly}>$45<i>/mo</i></div><div ${annual}>$36<i>/mo</i></div>`;

describe('two elements, one a state', () => {
  test.each([
    ['class names', 'class="price monthly"', 'class="price annually" style="display:none"'],
    ['data attributes', 'data-billing-period="monthly"', 'data-billing-period="yearly" hidden'],
    ['Alpine', `x-show="billing === 'monthly'"`, `x-show="billing === 'annual'"`],
    ['Alpine, one flag', 'x-show="!annual"', 'x-show="annual" style="display: none"'],
    ['Vue', 'v-if="!isYearly"', 'v-if="isYearly"'],
    ['not the other', `x-show="period !== 'year'"`, `x-show="period !== 'month'"`],
    ['Angular', 'ng-hide="annual"', 'ng-show="annual"'],
    ['Tailwind', 'class="monthly block"', 'class="yearly hidden"'],
  ])('%s', (_, monthly, annual) => {
    expect(team(both(monthly, annual))).toBe('Team: 45.00 USD monthly/month, 36.00 USD annual/month');
  });
});

describe('panels around all cards', () => {
  const panel = (attributes: string, hobby: string, pro: string) =>
    `<div ${attributes}><div>${card('Hobby', hobby)}${card('Pro', pro)}</div></div>`;
  const page = (monthly: string, annual: string, tabs: string) =>
    `<main><h1>Pricing</h1>${tabs}${panel(monthly, '$9 /month', '$19 /month')}${panel(annual, '$7 /month', '$15 /month')}</main>`;
  test('conditions tell them apart', () => {
    const source = page('x-show="!annual"', 'x-show="annual"', '<button>Monthly</button><button>Annual</button>');
    expect(lines(read(source).tiers)).toEqual([
      'Hobby: 9.00 USD monthly/month, 7.00 USD annual/month',
      'Pro: 19.00 USD monthly/month, 15.00 USD annual/month',
    ]);
  });

  test.each([
    [
      'tabs that name their panel',
      page(
        'role="tabpanel" id="p1"',
        'role="tabpanel" id="p2" hidden',
        '<button role="tab" aria-controls="p1">Monthly</button><button role="tab" aria-controls="p2">Yearly (save 20%)</button>',
      ),
    ],
    [
      'panels that name their tab',
      page(
        'role="tabpanel" aria-labelledby="t1"',
        'role="tabpanel" aria-labelledby="t2" style="display:none"',
        '<button role="tab" id="t1">Pay monthly</button><button role="tab" id="t2">Pay annually</button>',
      ),
    ],
  ])('%s are of its billing', (_, source) => {
    expect(lines(read(source).tiers)).toEqual([
      'Hobby: 9.00 USD monthly/month, 7.00 USD annual/month',
      'Pro: 19.00 USD monthly/month, 15.00 USD annual/month',
    ]);
  });
});
