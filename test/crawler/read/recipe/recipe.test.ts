/** What a recipe reads of the page that it was taught on, of the same page changed, and when it abstains. */
import { describe, expect, test } from 'vitest';
import { induceRecipe } from '../../../../crawler/read/recipe/induce.ts';
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

  test.each([
    ['a workspace', '/ workspace / month'],
    ['nobody in particular', '/ month'],
  ])('abstains where a price taught per user is for %s', (_whom, term) => {
    const perUser = cards(free, card('Basic', '$12 / user / month'), card('Plus', '$30 / user / month'), enterprise);
    const plans = PLANS.map((words) => plan(words.replace(/ \d+$/, '').replace(' 120', '').replace(' 300', '')));
    const units = plans.map((each) => ({ ...each, prices: each.prices.map((price) => ({ ...price, unit: 'user' })) }));
    const ofUsers = taught(perUser, units);
    expect(byRecipe(perUser, ofUsers).outcome).toBe('met');
    expect(byRecipe(perUser.replaceAll('/ user / month', term), ofUsers)).toMatchObject({
      outcome: 'abstained',
      tiers: [],
    });
  });

  test('abstains where a price is nothing at first', () => {
    const first = card('Basic', '$0 / month</p><p>for 30 days, then $12 / month');
    expect(byRecipe(cards(free, first, plus, enterprise), recipe)).toMatchObject({ outcome: 'abstained', tiers: [] });
    expect(byRecipe(cards(free, card('Basic', '$0'), plus, enterprise), recipe).tiers).toContain('Basic: free');
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
  test('nothing is read in an ignored block, and an add-on is no plan', () => {
    const addOns = `<section><h2>Extras</h2><div>${card('Basic', '$3 / month')}${card('Plus', '$4 / month')}</div></section>`;
    const seats = card('More seats', prices('$5', '$50'));
    const source = cards(free, basic, plus, seats, enterprise) + addOns;
    const { visible } = readablePage(source).document;
    const start = visible.indexOf('Extras');
    const facts = {
      plans: [...PLANS.map(plan), { name: 'More seats', isAddOn: true as const, prices: [] }],
      ignored: [{ start, end: visible.length }],
    };
    const found = induceRecipe(readablePage(source), facts, { on: '2026-11-23', sha256: 'a'.repeat(64) });
    expect(found).toMatchObject({ recipe: { others: ['More seats'], ignored: ['extras'] } });
    expect('recipe' in found && byRecipe(source, found.recipe)).toMatchObject({ outcome: 'met', tiers: READ });
  });

  test('a recipe with impossible anchors abstains', () => {
    const list = { layout: 'cards' as const, plans: [{ name: 'Basic' }], anchors: {}, name: {}, prices: [] };
    const recipe = { taught: { on: '2026-11-23', sha256: 'a'.repeat(64) }, lists: [list] };
    for (const anchors of [{}, { words: ['\u0000', '('] }, { path: ['x'.repeat(100)] }])
      expect(byRecipe(page, { ...recipe, lists: [{ ...list, name: anchors, anchors }] }).outcome).toBe('abstained');
  });

  test('a place decides between two equal amounts', () => {
    const twice = cards(
      card('Basic', '$12 / month</p><p>$12 / month per seat'),
      card('Plus', '$30 / month</p><p>$9 / month per seat'),
    );
    const at = readablePage(twice).document.visible.indexOf(
      '$12',
      readablePage(twice).document.visible.indexOf('$12') + 1,
    );
    const priced = (name: string, amount: string, start?: number) => ({
      ...plan(`${name} ${amount}`),
      prices: plan(`${name} ${amount}`).prices.map((price) => ({
        ...price,
        unit: 'seat',
        ...(start !== undefined && { at: { start, end: start + 3 } }),
      })),
    });
    const recipe = taught(twice, [priced('Basic', '12', at), priced('Plus', '9')]);
    expect(byRecipe(twice.replaceAll('$12', '$13'), recipe).tiers).toEqual([
      'Basic: 13.00 USD monthly/month',
      'Plus: 9.00 USD monthly/month',
    ]);
    expect(recipe.lists[0]?.prices[0]?.anchors.order).toEqual(['1']);
  });

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
