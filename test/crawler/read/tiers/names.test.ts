/** Which words name a tier where no price stands below them, or more than one name does. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string) => lines(by('cards', source).tiers);

describe('a name, and in an element of its own beside it what the tier costs', () => {
  test('a feature of a card that costs nothing is no tier', () => {
    const features = '<ul><li><b>Weather</b> <span>Free</span></li><li><b>Charts</b> <span>Custom</span></li></ul>';
    const one = (name: string, price: string) => `<div class="c"><h3>${name}</h3><p>${price}</p>${features}</div>`;
    expect(
      found(`<main><h1>Pricing</h1><div>${one('Ketch', '$10/mo')}${one('Schooner', '$30/mo')}</div></main>`),
    ).toEqual(['Ketch: 10.00 USD monthly/month', 'Schooner: 30.00 USD monthly/month']);
  });
});

test('a page with one price in Spanish, the dollar after the amount and the period below it', () => {
  const page = `<title>Precios – Velero</title><main><h2>Precio simple</h2><div><div><h3>Qué incluye</h3><ul><li>Facturas ilimitadas</li><li>Soporte</li></ul></div>
    <div><h4>19 U$D</h4><p>Mensual</p><p><small>20% de descuento pagando anual</small></p><a>Empezar</a></div></div></main>`;
  expect(lines(by('cards', page, { url: 'https://velero.example/precios' }).tiers)).toEqual([
    'Velero: 19.00 USD monthly/month',
  ]);
});

const offers = (...each: string[]) =>
  `<main><h1>Pricing</h1><div class="offers">${each.map((one) => `<div class="box">${one}</div>`).join('')}</div></main>`;
const namesIn = (...each: string[]) => found(offers(...each)).map((line) => line.split(':')[0]);

test.each(['Everything in', 'Todo lo de', 'Alles aus'])('the name is what other cards speak of: %s', (all) => {
  const card = (name: string, tagline: string, price: string, before?: string) =>
    `<div class="x">${tagline}</div><div class="y">${name}</div><div class="z">${price} / month</div><p>${before === undefined ? 'Tide tables' : `${all} ${before}`}</p>`;
  const names = namesIn(
    card('Skiff', 'First season', '$5'),
    card('Yawl', 'Long weekends', '$9', 'Skiff'),
    card('Brig', 'Whole summers', '$19', 'Yawl'),
  );
  expect(names).toEqual(['Skiff', 'Yawl', 'Brig']);
});

test.each([
  'Esnek Paket',
  'Tarif horizon',
  'Horizon tarif',
  'Подписка Океан',
  'フォームプラン',
  '远航套餐',
  '항해 플랜',
  'Paket Bahari',
  '▮ YAWL',
  'YAWL ◆',
])('"%s" is a name', (name) => {
  const card = (called: string, price: string) => `<div>${called}</div><div class="z">${price} / month</div>`;
  const plain = name.replace(/ ?[▮◆] ?/, '');
  expect(found(offers(card('Pro', '$5'), card(name, '$9')))).toEqual([
    'Pro: 5.00 USD monthly/month',
    `${plain}: 9.00 USD monthly/month`,
  ]);
});

test.each(['Custom', 'Op maat', 'Sur mesure', 'Su misura'])('"%s" is a name above the same words', (words) => {
  const card = (name: string, price: string) => `<h3>${name}</h3><p>${price}</p><ul><li>Tide tables</li></ul>`;
  expect(found(offers(card('Yawl', '$9 / month'), card(words, words)))).toEqual([
    'Yawl: 9.00 USD monthly/month',
    `${words}: custom`,
  ]);
});

test('a plain line names the only priced card beside one that asks to get in touch in its place', () => {
  const card = (name: string, price: string) => `<div>${name}</div><p>${price}</p><ul><li>Tide tables</li></ul>`;
  expect(found(offers(card('Yawl', '$9 / month'), card('Brig', 'Let us talk')))).toEqual([
    'Yawl: 9.00 USD monthly/month',
    'Brig: custom',
  ]);
});
