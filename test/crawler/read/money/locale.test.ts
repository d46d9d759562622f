/** What a page says about its money as a whole, and how far that is believed. */
import { expect, test } from 'vitest';
import { localeOf, statedCurrency } from '../../../../crawler/read/money/locale.ts';
import { htmlDocument } from '../../../../crawler/read/page/html-document.ts';
import { by, card, cards } from '../pages.ts';

test.each([
  ['All prices are in AUD.', 'AUD'],
  ['Prices shown in CAD, before tax', 'CAD'],
  ['Pricing (NZD)', 'NZD'],
  ['All prices are in Australian dollars', 'AUD'],
  ['Alle Preise in CHF', 'CHF'],
  ['Prices in USD. Our prices in EUR differ.', undefined],
  ['Prices vary. SLA and SSO cost extra.', undefined],
  ['Pricing for ALL teams', undefined],
  ['Prices from $20 USD', undefined],
])('%j states %s', (text, code) => {
  expect(statedCurrency(text)).toBe(code);
});

test('what the page is for those who share it adds a region to its language', () => {
  const page = '<html lang="en"><head><meta property="og:locale" content="en_AU"></head><body>x</body></html>';
  expect(localeOf(htmlDocument(page))).toMatchObject({ lang: 'en-au' });
});

test('a country’s domain tells whose dollar it is, a small country’s that the world uses does not', () => {
  const page = (host: string) => `<head><link rel="canonical" href="https://${host}/pricing"></head><body>x</body>`;
  expect(localeOf(htmlDocument(page('desk.example.com.au'))).country).toBe('au');
  expect(localeOf(htmlDocument(page('desk.example.bo'))).country).toBe('bo');
  expect(localeOf(htmlDocument(page('desk.example.io'))).country).toBeUndefined();
  expect(localeOf(htmlDocument('<h1>Pricing</h1>'), 'https://desk.example.co.za/pricing').country).toBe('za');
});

test('the one currency of structured data is a hint, two are none', () => {
  const data = (...codes: string[]) =>
    codes.map((code) => `<script type="application/ld+json">{"priceCurrency": "${code}"}</script>`).join('');
  const page = (...codes: string[]) => `${data(...codes)}${cards(card('Hobby', 'Free'), card('Team', '$36 / month'))}`;
  const currencyOf = (source: string) => by('cards', source).tiers[1]?.prices[0];
  expect(currencyOf(page('AUD'))).toMatchObject({ currency: 'AUD', assumed: ['currency', 'billing'] });
  expect(currencyOf(page('AUD', 'NZD'))).toMatchObject({ currency: 'USD', assumed: ['currency', 'billing'] });
  expect(currencyOf(page('EUR'))).toMatchObject({ currency: 'USD' });
});

test('a page that declares no language is of that of its words, and dots group thousands as there', () => {
  const page = (head: string) =>
    `${head}<h1>Precios</h1>${cards(card('Básico', '$15.000 / mes'), card('Equipo', '$28.500 / mes'))}<p>Solicitar precio, sin tarjeta de crédito, por usuario al mes, pago anual</p>`;
  const pricesOf = (head: string) => by('cards', page(head)).tiers.flatMap(({ prices }) => prices);
  expect(localeOf(htmlDocument(page(''))).lang).toBe('es');
  // Pesos of which country is not known; dollars they are not.
  expect(pricesOf('')).toEqual([]);
  expect(pricesOf('<link rel="canonical" href="https://desk.example.cl/precios">')).toMatchObject([
    { amount: '15000.00', currency: 'CLP' },
    { amount: '28500.00', currency: 'CLP' },
  ]);
});
