/** Tiers without a price beside those with one: what stands where the others have theirs. */
import { expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const found = (page: string) => lines(read(page).tiers);
const box = (name: string, price: string, tag = 'article') =>
  `<${tag} class="plan"><span class="who">${name}</span><div class="price">${price}</div><h3>Words about it.</h3></${tag}>`;
const PAID = ['Seed: from 29.00 USD monthly/month', 'Grove: from 250.00 USD monthly/month'];
const row = (...more: string[]) =>
  `<h1>Pricing</h1><div>${box('Seed', 'Starting at <b>$29/mo</b>')}${box('Grove', 'Starting at <b>$250/mo</b>')}${more.join('')}</div>`;

test('a card that is one button asks for a meeting in the place of a price', () => {
  expect(found(row(box('Forest', '<b>Book a Planting Meeting</b>', 'button')))).toEqual([...PAID, 'Forest: custom']);
  expect(found(row(box('Forest', '<b>Coming soon to you</b>', 'button')))).toEqual(PAID);
});

test('words that are a remark elsewhere say in the place of a price that one has to ask', () => {
  expect(found(row(box('Forest', '<b>scaled to your needs</b>')))).toEqual([...PAID, 'Forest: custom']);
  expect(found(row(box('Forest', '<b>watch out</b>').replace('Words about it.', 'Scaled to your needs')))).toEqual(
    PAID,
  );
});

test('a column for enterprises is for the asking if many of its cells are, whatever else it holds', () => {
  const table = (name: string, limits: readonly string[]) =>
    [
      '# Pricing',
      '',
      `| Limits | **Starter (Free)** | **Team ($30 / mo)** | **${name}** |`,
      '| --- | --- | --- | --- |',
      ...limits.map((limit, at) => `| Limit ${at} | 1 | 100 | ${limit} |`),
      '| Pruning | - | ✅ | ✅ |',
      '| Watering | - | ✅ | ✅ |',
      '| Beds | 3 | 30 | Unlimited |',
      '| Help | Forum | E-mail | Gardener |',
    ].join('\n');
  const of = (name: string, ...limits: string[]) => lines(read(table(name, limits), { format: 'markdown' }).tiers);
  const known = ['Starter: free', 'Team: 30.00 USD monthly/month'];
  expect(of('Enterprise', 'Custom', 'Custom', 'Custom')).toEqual([...known, 'Enterprise: custom']);
  expect(of('Enterprise', 'Custom', 'Custom', '1000')).toEqual(known);
  expect(of('Business', 'Custom', 'Custom', 'Custom')).toEqual(known);
});
