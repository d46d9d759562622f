/** What a recipe reads of the page that it was taught on, of the same page changed, and when it abstains. */
import { describe, expect, test } from 'vitest';
import { proposeSiblings } from '../../../../crawler/read/recipe/propose.ts';
import type { Recipe } from '../../../../data/recipe.ts';
import { card, cards, lines, read } from '../pages.ts';
import { induced, plan, readablePage, taught } from './taught.ts';

const PLANS = ['Free free', 'Basic 12 120', 'Plus 30 300', 'Enterprise contact'];
const prices = (month: string, year: string) => `${month} / month<br>or ${year} / year`;
const [free, basic, plus, enterprise] = [
  card('Free', '$0'),
  card('Basic', prices('$12', '$120')),
  card('Plus', prices('$30', '$300')),
  card('Enterprise', 'Contact us'),
] as const;
const page = cards(free, basic, plus, enterprise);
const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

function byRecipe(source: string, recipe: Recipe) {
  const reading = read(source, { recipe });
  const own = reading.readings.find(({ reader }) => reader === 'recipe')?.tiers ?? [];
  return { outcome: reading.recipe?.outcome, tiers: lines(own), faults: reading.recipe?.faults.join('; ') ?? '' };
}

const READ = [
  'Free: free',
  'Basic: 12.00 USD monthly/month, 120.00 USD annual/year',
  'Plus: 30.00 USD monthly/month, 300.00 USD annual/year',
  'Enterprise: custom',
];

describe('a recipe', () => {
  const recipe = taught(page, PLANS);

  test('reads its own page, and the same with other amounts, classes, wrappers, order and a banner', () => {
    expect(byRecipe(page, recipe)).toEqual({ outcome: 'met', tiers: READ, faults: '' });
    const changed = cards(`<p>Save $500 until Friday</p>`)
      .concat(cards(plus.replace('$30', '$33'), free, basic, enterprise))
      .replaceAll('<div>', '<div class="css-1x9ab">')
      .replaceAll('<p>', '<section><p>')
      .replaceAll('</p>', '</p></section>');
    expect(byRecipe(changed, recipe).tiers.toSorted()).toEqual(
      READ.with(2, READ[2]?.replace('30.00', '33.00') ?? '').toSorted(),
    );
  });

  test('a new sibling that fills every price is a plan too', () => {
    const more = cards(free, basic, plus, card('Ultra', prices('$90', '$900')), enterprise);
    expect(byRecipe(more, recipe).tiers).toContain('Ultra: 90.00 USD monthly/month, 900.00 USD annual/year');
  });

  test.each([
    ['another term', basic.replace('/ month', '/ week'), 'Basic'],
    ['another currency', basic.replaceAll('$', '€'), 'Basic'],
    ['no price', card('Basic', 'Ask your reseller'), 'Basic'],
    ['a year that costs more than twelve months', basic.replace('$120', '$220'), 'annual'],
  ])('abstains where a plan has %s', (_what, card, word) => {
    const found = byRecipe(cards(free, card, plus, enterprise), recipe);
    expect(found).toMatchObject({ outcome: 'abstained', tiers: [] });
    expect(found.faults).toContain(word);
  });

  test('abstains on the plans of somebody else, and the general readers speak', () => {
    const rival = page.replace('Basic', 'Hobby').replace('Plus', 'Scale').replace('Free', 'Trial');
    expect(byRecipe(rival, recipe).outcome).toBe('abstained');
    expect(lines(read(rival, { recipe }).tiers)).toEqual(lines(read(rival).tiers));
  });

  test('follows the plans into a table', () => {
    const table = `<h1>Pricing</h1><table>${row('Plan', 'Monthly', 'Yearly')}${row('Basic', '$13 / month', '$130 / year')}${row('Plus', '$30 / month', '$300 / year')}${row('Free', '$0', '$0')}${row('Enterprise', 'Contact us', 'Contact us')}</table>`;
    expect(byRecipe(table, recipe)).toMatchObject({
      outcome: 'relocated',
      tiers: ['Basic: 13.00 USD monthly/month, 130.00 USD annual/year', READ[2], READ[0], READ[3]],
    });
  });
});

describe('what is taught', () => {
  test('a plan that the page does not state is named', () => {
    expect(induced(page, ['Basic 12', 'Gold 99'])).toEqual({ faults: [expect.stringContaining('Gold: USD 99')] });
  });

  test('from one card the others follow', () => {
    const found = proposeSiblings(readablePage(page), { plans: [plan('Basic 12 120')], ignored: [] });
    expect(found.plans.map(({ name, prices }) => [name, ...prices.map(({ amount }) => Number(amount))])).toEqual([
      ['Basic', 12, 120],
      ['Free'],
      ['Plus', 30, 300],
      ['Enterprise'],
    ]);
  });
});
