/** Amounts and names that almost say what a tier costs. */
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines, read } from '../pages.ts';

const found = (page: string) => lines(read(page).tiers);
const ofMarkdown = (page: string) => lines(read(page, { format: 'markdown' }).tiers);

test('a price is crossed out by the class of its element, whichever word comes first', () => {
  const was = (name: string) =>
    cards(
      card('Seed', '$0'),
      card('Grove', `<span class="${name}">$15</span><span class="price-now">$12</span> / month`),
    );
  const sale = ['Seed: free', 'Grove: 15.00 USD monthly/month struck, 12.00 USD monthly/month promo'];
  for (const name of ['price-was', 'price--old', 'plan price_before', 'old-price'])
    expect(found(was(name))).toEqual(sale);
  expect(found(was('price-wash'))).not.toEqual(sale);
});

describe('how much one may use or spend is no price', () => {
  const rows = [
    ['1', '$50'],
    ['2', '$500'],
    ['3', '$5,000'],
  ] as const;
  const limits = ['Usage limit', 'Spending cap'];

  test.each(limits)('under "%s" in a table', (head) => {
    const body = rows.map(([tier, sum]) => `| Tier ${tier} | ${sum} / month | ${tier}00 |`).join('\n');
    expect(ofMarkdown(`# Pricing\n\n| Tier | ${head} | RPM |\n| --- | --- | --- |\n${body}\n`)).toEqual([]);
  });

  test.each(limits)('behind "%s" in a table that lies on its side', (label) => {
    const sums = rows.map(([, sum]) => `${sum} / month`).join(' | ');
    const table = `|  | Tier 1 | Tier 2 | Tier 3 |\n| --- | --- | --- | --- |\n| RPM | 1 | 2 | 3 |\n| ${label} | ${sums} |\n`;
    expect(ofMarkdown(`# Pricing\n\n${table}`)).toEqual([]);
  });
});

describe('an amount among the features of a tier that states no amount', () => {
  const features = (words: string) => `<ul><li>Email support</li><li>${words}</li></ul>`;

  test.each(['Worth $99', '$1,000 coverage', 'Setup fee: $49', '$5 credit included'])('is no price: %s', (words) => {
    const page = cards(
      card('Starter', 'Free forever', features(words)),
      card('Pro', '$29 / month'),
      card('Business', 'Contact us', features(words)),
    );
    expect(found(page)).toEqual(['Starter: free', 'Pro: 29.00 USD monthly/month', 'Business: custom']);
    const zero = cards(card('Starter', '$0', features(words)), card('Pro', '$29 / month'));
    expect(found(zero)).toEqual(['Starter: free', 'Pro: 29.00 USD monthly/month']);
  });
});

test.each(['Free', 'Free forever', 'Free for 1 user', 'Kostenlos'])('"%s" names no tier with a price', (free) => {
  const row = (name: string, price: string) => `<tr><td><h3>${name}</h3></td><td><p>${price}</p></td></tr>`;
  const page = `<h1>Pricing</h1><table>${row('Starter', free)}${row('Pro', '$29 / month')}${row('Business', 'Contact us')}</table>`;
  expect(found(page)).toEqual(['Pro: 29.00 USD monthly/month', 'Business: custom']);
});

test.each(['Small', 'Seedling', 'S'])('a column of a table that has a price is a tier’s: %s', (name) => {
  const cells = (tag: string, ...words: string[]) =>
    `<tr>${words.map((each) => `<${tag}>${each}</${tag}>`).join('')}</tr>`;
  const page = `<h1>Pricing</h1><table>${cells('th', name, 'Pro')}${cells('td', '$7 / month', '$29 / month')}${cells('td', '1 seat', '5 seats')}</table>`;
  expect(found(page)).toEqual([`${name}: 7.00 USD monthly/month`, 'Pro: 29.00 USD monthly/month']);
});

const sloop = (price: string, lang = 'en') =>
  lines(
    by('cards', `<html lang="${lang}">${cards(card('Dinghy', '<b>€5</b> / month'), card('Sloop', price))}</html>`)
      .tiers,
  )[1];

test.each([
  ['de', '<b>15,90 €</b> / Monat</p><p>Oder 129 € pro Jahr, das sind 10,75 € pro Monat'],
  ['en', '<b>€15.90</b> / month</p><p>Or €129 per year, equivalent to €10.75 per month'],
])('what a year comes to by the month is billed by the year: %s', (lang, price) => {
  expect(sloop(price, lang)).toBe('Sloop: 15.90 EUR monthly/month, 129.00 EUR annual/year, 10.75 EUR annual/month');
});

test.each([
  ['a checkbox', '<label><input type="checkbox"><span></span> Annual billing <em>Save 16%</em></label>'],
  ['a radio', '<label><span>Billed annually</span><input type="radio" name="term"></label>'],
])('what one may choose below a price is not how it is billed: %s', (_, choice) => {
  expect(sloop(`<b>€9.90</b> <i>/mo</i></p><div>${choice}</div><p>For skippers`)).toBe('Sloop: 9.90 EUR monthly/month');
});

test.each([
  ['en', 'No charge per month'],
  ['de', 'Ohne Kosten pro Monat'],
])('what a line above denies is not the period of the price: %s', (lang, words) => {
  const offer = (name: string, price: string) => `<div><h3>${name}</h3><p>${words}</p><b>${price}</b></div>`;
  const page = `<html lang="${lang}"><main><h1>Pricing</h1><div>${offer('Sloop', '395 €')}${offer('Ketch', '595 €')}</div></main></html>`;
  expect(lines(by('cards', page).tiers)).toEqual([]);
});

describe('a year’s price in a sentence', () => {
  const page = (sentence: string) =>
    found(`${cards(card('Starter', '$10 / month'), card('Growth', '$49 / month'))}<p>${sentence}</p>`);
  const months = ['Starter: 10.00 USD monthly/month', 'Growth: 49.00 USD monthly/month'];

  test.each([
    'Growth at $900/year', // Dearer than twelve months.
    'Growth at $49/year', // A twelfth of what it may be.
    'Growth at €490/year',
    'The report is for sale at $490/year',
  ])('of something else: %s', (sentence) => {
    expect(page(sentence)).toEqual(months);
  });
});
