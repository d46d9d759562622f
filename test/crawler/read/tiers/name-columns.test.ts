/** Which place of a card is its name's, where every card of a row has words in several. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string, lang = 'en') =>
  lines(by('cards', `<html lang="${lang}"><main><h1>Pricing</h1>${source}</main></html>`).tiers);
const row = (...cards: string[]) =>
  `<div class="offers">${cards.map((one) => `<div class="box">${one}</div>`).join('')}</div>`;

describe('words of its own over the name of each card', () => {
  const offers = [
    { over: 'Gratuit', name: 'Moussaillon', price: '<sup>€</sup>0', under: 'Pour toujours' },
    {
      over: 'Le choix du port',
      name: 'Équipage mensuel',
      price: '<sup>€</sup>12,90<i>/mois</i>',
      under: 'Sans engagement',
    },
    { over: 'À la pièce', name: 'Carte du golfe', price: '<sup>€</sup>19,90', under: 'Paiement unique · une carte' },
    { over: 'La bonne affaire', name: 'Toutes les cartes', price: '<sup>€</sup>149', under: 'Paiement unique · à vie' },
  ];
  const read = [
    'Moussaillon: free',
    'Équipage mensuel: 12.90 EUR monthly/month',
    'Carte du golfe: 19.90 EUR -/once',
    'Toutes les cartes: 149.00 EUR -/once',
  ];

  test('are on a badge by their class', () => {
    const page = row(
      ...offers.map(
        ({ over, name, price, under }) =>
          `<span class="box-badge">${over}</span><div class="box-name">${name}</div><div class="sum">${price}</div><div>${under}</div>`,
      ),
    );
    expect(found(page, 'fr')).toEqual(read);
  });

  test('are told from names by the button that says the name again', () => {
    const page = row(
      ...offers.map(
        ({ over, name, price, under }) =>
          `<p class="a1">${over}</p><p class="b2">${name}</p><p class="c3">${price}</p><p class="d4">${under}</p><a class="btn">${name}</a>`,
      ),
    );
    expect(found(page, 'fr')).toEqual(read);
  });
});

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

test('"Start" and "Free" are names beside names', () => {
  const card = (name: string, price: string) => `<div class="plan-name">${name}</div><div class="sum">${price}</div>`;
  const page = row(card('Free', '$0'), card('Start', '$9 / month'), card('Sail', '$29 / month'));
  expect(found(page)).toEqual(['Free: free', 'Start: 9.00 USD monthly/month', 'Sail: 29.00 USD monthly/month']);
});

describe('a list of what is sold, each row with its name in bold', () => {
  const list = (rows: string) => `<section><p>Harbour Complete</p>${rows}</section>`;
  const line = (label: string, value: string) =>
    `<div class="line"><span>${label}</span><span class="value">${value}</span></div>`;

  test('names the rows with a price by the month, and no fee beside them', () => {
    const page = list(
      [
        line('One-time setup, <strong>charts are inside this</strong>', '€1,900 – €2,600'),
        line('<strong>Berth 300</strong>, up to 300 moorings and guests a month', '€249/month'),
        line('<strong>Berth 750</strong>, 301 to 750 a month', '€399/month'),
        line('<strong>Berth 1500</strong>, 751 to 1,500 a month', '€599/month'),
      ].join(''),
    );
    expect(found(page)).toEqual([
      'Berth 300: 249.00 EUR monthly/month',
      'Berth 750: 399.00 EUR monthly/month',
      'Berth 1500: 599.00 EUR monthly/month',
    ]);
  });

  test('names none where no period is stated', () => {
    const page = list(
      line('<b>Berth 300</b>, up to 300 moorings and guests', '€249') +
        line('<b>Berth 750</b>, up to 750 of both', '€399'),
    );
    expect(found(page)).toEqual([]);
  });
});

test('what a person costs beside a vendor without a price is no price of the vendor', () => {
  const card = (name: string, price: string, feature: string) =>
    `<div class="panel"><div>${name}</div><div>${price}<span>/yr</span></div><ul><li>${feature} around the clock, whatever the weather does</li><li>Never more than an hour away from the quay</li></ul></div>`;
  const page = (left: string) =>
    `<div class="pair">${card(left, '$60k', 'Rows the boat')}${card('Tideway Enterprise', 'Flat Fee', 'Steers the boat')}</div>`;
  for (const left of ['What a Harbour Hand Costs You', 'The "Night Watch" Cost', 'The old way'])
    expect(found(page(left))).toEqual([]);
});
