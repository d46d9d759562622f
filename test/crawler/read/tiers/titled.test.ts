/** Names of cards for which nothing speaks but that a price stands below them. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const reading = (source: string) => by('cards', `<main><h1>Pricing</h1>${source}</main>`);
const found = (source: string) => lines(reading(source).tiers);
/** Without cards of their own, so that names and prices are known by what follows what. */
const flat = (...each: [name: string, price: string][]) =>
  `<div>${each.map(([name, price]) => `${name}<p>${price} / month</p>`).join('')}</div>`;

describe('words above prices', () => {
  test('are no names where nothing sets them as such', () => {
    const page = flat(['<p>Night watch desk</p>', '$10'], ['<p>Storm alerts</p>', '$20']);
    expect(found(page)).toEqual([]);
    expect(reading(page).rejected.map(({ reason }) => reason)).toEqual([
      'under words that are not set as a name',
      'under words that are not set as a name',
    ]);
  });

  test.each([
    ['headings', (name: string) => `<h3>${name}</h3>`],
    ['bold', (name: string) => `<p><b>${name}</b></p>`],
    ['bold by a style', (name: string) => `<div style="font-weight: 700">${name}</div>`],
    ['large by a style', (name: string) => `<div style="font-size:1.5rem">${name}</div>`],
    ['bold by a class', (name: string) => `<p class="mb-2 font-semibold">${name}</p>`],
    ['called names by a class', (name: string) => `<div class="offer-name"><span>${name}</span></div>`],
  ])('are names where they are %s', (_, set) => {
    expect(found(flat([set('Night watch desk'), '$10'], [set('Storm alerts'), '$20']))).toEqual([
      'Night watch desk: 10.00 USD monthly/month',
      'Storm alerts: 20.00 USD monthly/month',
    ]);
  });

  test.each([
    ['ribbons', (name: string) => `<p class="ribbon font-semibold">${name}</p>`],
    ['features', (name: string) => `<p class="feature-name">${name}</p>`],
  ])('are none where they are called %s', (_, set) => {
    expect(found(flat([set('Night watch desk'), '$10'], [set('Storm alerts'), '$20']))).toEqual([]);
  });
});
