/** Amounts beside a tier's price that are none of its prices, or that the price itself explains. */
import { expect, test } from 'vitest';
import { by, card, cards, lines } from '../pages.ts';

const found = (price: string, lang = 'en') =>
  lines(
    by('cards', `<html lang="${lang}">${cards(card('Dinghy', '<b>€5</b> / month'), card('Sloop', price))}</html>`)
      .tiers,
  )[1];

test.each([
  ['nl', '<b>€15,90</b> /maand</p><p>Of €129 per jaar, dat is €10,75 per maand'],
  ['de', '<b>15,90 €</b> / Monat</p><p>Oder 129 € pro Jahr, das sind 10,75 € pro Monat'],
  ['en', '<b>€15.90</b> / month</p><p>Or €129 per year, equivalent to €10.75 per month'],
])('what a year comes to by the month is billed by the year: %s', (lang, price) => {
  const line = found(price, lang);
  expect(line).toContain('15.90 EUR monthly/month');
  expect(line).toContain('129.00 EUR annual/year');
  expect(line).toContain('10.75 EUR annual/month');
});

test.each([
  ['a checkbox', '<label><input type="checkbox"><span></span> Annual billing <em>Save 16%</em></label>'],
  ['a radio', '<label><span>Billed annually</span><input type="radio" name="term"></label>'],
])('what one may choose below a price is not how it is billed: %s', (_, choice) => {
  expect(found(`<b>€9.90</b> <i>/mo</i></p><div>${choice}</div><p>For skippers`)).toBe('Sloop: 9.90 EUR monthly/month');
});

test.each([
  ['es', '✓ Sin permanencia mensual'],
  ['en', 'No charge per month'],
  ['de', 'Ohne Kosten pro Monat'],
])('what a line above denies is not the period of the price: %s', (lang, words) => {
  const offer = (name: string, price: string) => `<div><h3>${name}</h3><p>${words}</p><b>${price}</b></div>`;
  const page = `<html lang="${lang}"><main><h1>Pricing</h1><div>${offer('Sloop', '395 €')}${offer('Ketch', '595 €')}</div></main></html>`;
  expect(lines(by('cards', page).tiers)).toEqual([]);
});
