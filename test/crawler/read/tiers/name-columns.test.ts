/** Which place of a card is its name's, where every card of a row has words in several. */
import { expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string, lang = 'en') =>
  lines(by('cards', `<html lang="${lang}"><main><h1>Pricing</h1>${source}</main></html>`).tiers);
const row = (...cards: string[]) =>
  `<div class="offers">${cards.map((one) => `<div class="box">${one}</div>`).join('')}</div>`;

test.each([
  ['what is in the one before', 'Everything in'],
  ['the same in Spanish', 'Todo lo de'],
  ['the same in German', 'Alles aus'],
])('the name is what other cards speak of: %s', (_, all) => {
  const card = (name: string, tagline: string, price: string, before?: string) =>
    `<div class="x">${tagline}</div><div class="y">${name}</div><div class="z">${price} / month</div><p>${before === undefined ? 'Tide tables' : `${all} ${before}`}</p>`;
  const page = row(
    card('Skiff', 'First season', '$5'),
    card('Yawl', 'Long weekends', '$9', 'Skiff'),
    card('Brig', 'Whole summers', '$19', 'Yawl'),
  );
  expect(found(page).map((line) => line.split(':')[0])).toEqual(['Skiff', 'Yawl', 'Brig']);
});

test('what a person costs beside a vendor without a price is no price of the vendor', () => {
  const card = (name: string, price: string, feature: string) =>
    `<div class="panel"><div>${name}</div><div>${price}<span>/yr</span></div><ul><li>${feature} around the clock, whatever the weather does</li><li>Never more than an hour away from the quay</li></ul></div>`;
  const page = (left: string) =>
    `<div class="pair">${card(left, '$60k', 'Rows the boat')}${card('Tideway Enterprise', 'Flat Fee', 'Steers the boat')}</div>`;
  for (const left of ['What a Harbour Hand Costs You', 'The "Night Watch" Cost', 'The old way'])
    expect(found(page(left))).toEqual([]);
});
