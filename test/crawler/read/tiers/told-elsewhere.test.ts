/** What other lines of a card say of its name and prices: remarks set small, what one more costs. */
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines, read } from '../pages.ts';

const found = (source: string, lang = 'en') =>
  lines(by('cards', `<html lang="${lang}"><main><h1>Pricing</h1>${source}</main></html>`).tiers);
const row = (...each: string[]) =>
  `<div class="row">${each.map((one) => `<div class="box">${one}</div>`).join('')}</div>`;

describe('what one more user costs is no rival of the price', () => {
  test.each([
    ['pt-BR', 'R$ 80', 'Usuário adicional: R$ 8/mês', 'BRL'],
    ['de', '80 €', 'Jeder weitere Nutzer: 8 € / Monat', 'EUR'],
  ])('in %s', (lang, price, more, currency) => {
    const period = { 'pt-BR': 'mês', de: 'Monat' }[lang];
    const list = `<ul><li>Chat</li><li>${more}</li></ul>`;
    const page = cards(
      card('Dinghy', `<b>${price}</b> / ${period}`, list),
      card('Sloop', `<b>${price}</b> / ${period}`),
    );
    expect(found(page, lang)[0]).toBe(`Dinghy: 80.00 ${currency} monthly/month`);
  });
});

describe('what costs nothing in an item or on a condition makes no tier free', () => {
  test.each([
    ['en', '<b>2%</b> / booking', '<ul><li>No risk: $0 if the harbour is closed</li></ul>'],
    ['de', '<b>2 %</b> je Buchung', '<p>0 € solange der Hafen ruht</p>'],
    ['en', '<b>2%</b> of bookings', '<ul><li>$0 for moving between two harbours</li></ul>'],
  ])('in %s: %s', (lang, price, rest) => {
    const page = cards(card('Dinghy', '<b>€19</b> / month'), card('Sloop', price, rest));
    expect(found(page, lang).join()).not.toContain('free');
  });

  test('and the reading says why it was not taken', () => {
    const page = cards(card('Dinghy', '<b>€19</b> / month'), card('Sloop', '<b>2%</b>', '<p>0 € if it is closed</p>'));
    expect(by('cards', page).rejected).toContainEqual(
      expect.objectContaining({ reason: 'nothing for a part of it, or for a while' }),
    );
  });
});

describe('a remark set small at once behind a name', () => {
  test.each([
    ['1 to 9 boats<small>Small harbours</small>', '1 to 9 boats'],
    ['<b>Sloop</b><small>For crews</small>', 'Sloop'],
    ['Sloop<span><small>For crews</small></span>', 'Sloop'],
  ])('is no part of it: %s', (name, words) => {
    const page = row(
      `<div class="name">${name}</div><div>$5 / boat / month</div>`,
      `<div class="name">Ketch<small>Fleets</small></div><div>$4 / boat / month</div>`,
    );
    expect(found(page).map((line) => line.split(':')[0])).toEqual([words, 'Ketch']);
  });
});

test.each(['97 &euro; / year', '97&euro;&nbsp;/ year', '&euro;&nbsp;97 / year'])(
  'a sign of money that HTML among Markdown spells stands with its amount: %s',
  (price) => {
    const plan = (name: string, words: string) => `<div>\n<h3>${name}</h3>\n<p>${words}</p>\n</div>\n`;
    const { tiers } = read(`# Pricing\n\n${plan('Dinghy', '<b>7 € / year</b>')}${plan('Sloop', price)}`, {
      format: 'markdown',
    });
    expect(lines(tiers)).toContain('Sloop: 97.00 EUR annual/year');
    expect(tiers[1]?.prices[0]?.evidence.quote).toContain('97');
  },
);
