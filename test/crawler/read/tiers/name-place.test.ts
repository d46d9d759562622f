/** Names by the place that all cards of a row keep for them, whatever stands in one card only. */
import { expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string, lang = 'en') =>
  lines(by('cards', `<html lang="${lang}"><main><h1>Pricing</h1>${source}</main></html>`).tiers);
const row = (...each: string[]) =>
  `<div class="row">${each.map((one) => `<div class="box">${one}</div>`).join('')}</div>`;
const name = (words: string) => `<div class="title">${words}</div>`;
const price = (words: string) => `<div class="sum">${words}</div>`;

test('who a tier is for stands in each card too, and names none', () => {
  const page = row(
    ...[
      ['Dinghy', 'Weekend sailors', '$5'],
      ['Sloop', 'Racing crews', '$9'],
      ['Ketch', 'Charter fleets', '$19'],
    ].map(
      ([words, audience, sum]) => `${name(`${words}`)}<div class="for">${audience}</div>${price(`${sum} / month`)}`,
    ),
  );
  expect(found(page).map((line) => line.split(':')[0])).toEqual(['Dinghy', 'Sloop', 'Ketch']);
});
