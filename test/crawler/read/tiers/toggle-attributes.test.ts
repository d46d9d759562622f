/** The state of a billing switch that stands in attributes only, and all that must be so before it is believed. */
import { describe, expect, test } from 'vitest';
import { cut, pageText } from '../../../../data/text/page-text.ts';
import { by, card, cards, lines } from '../pages.ts';

const priced = (attributes: string, shown: string) => card('Team', `<b ${attributes}>${shown}</b> <i>/month</i>`);
const page = (attributes: string, shown = '$36') => cards(card('Hobby', 'Free'), priced(attributes, shown));
const found = (source: string) => lines(by('cards', source).tiers)[1];

describe('prices in attributes', () => {
  const [month, year] = ['45.00 USD monthly/month', '36.00 USD annual/month'];
  test.each([
    ['as written', 'data-monthly="$45" data-annual="$36"', '$36', `${year}, ${month}`],
    ['as numbers', "data-price-monthly='45' data-price-yearly='36'", '$45', `${month}, ${year}`],
    ['with the year’s total', 'data-monthly="45" data-yearly="432"', '$45', `${month}, 432.00 USD annual/year`],
    ['beside others', 'data-monthly="45" data-monthly-terms="/month" data-annual="36"', '$36', `${year}, ${month}`],
    ['in short, with their terms', 'data-m="$45" data-y="$36"', '$45', `${month}, ${year}`],
    ['in short, annual', 'data-m="$45" data-a="$36"', '$45', `${month}, ${year}`],
    ['in Dutch', 'data-per-maand="45" data-per-jaar="36"', '$45', `${month}, ${year}`],
  ])('%s', (_, attributes, shown, prices) => {
    expect(found(page(attributes, shown))).toBe(`Team: ${prices}`);
  });

  test.each([
    ['neither is in sight', 'data-monthly="50" data-annual="40"'],
    ['one alone says nothing', 'data-monthly="45"'],
    ['a year is not dearer by the month', 'data-monthly="36" data-annual="45"'],
    ['other money', 'data-monthly="€45" data-annual="€36"'],
    ['two for one billing', 'data-monthly="45" data-price-monthly="50" data-annual="36"'],
    ['an amount of something else', 'data-monthly-visits="4500" data-annual-visits="36"'],
  ])('are left alone: %s', (_, attributes) => {
    expect(found(page(attributes))).toBe('Team: 36.00 USD monthly/month');
  });

  test.each([
    ['<sup>$</sup>', '4,999', '3,999', 'en', '4999.00 USD monthly/month, 3999.00 USD annual/month'],
    ['<i>&euro;</i>', '49', '34', 'nl', '49.00 EUR monthly/month, 34.00 EUR annual/month'],
    ['<small>R$</small>', '1.950', '1.560', 'pt-BR', '1950.00 BRL monthly/month, 1560.00 BRL annual/month'],
  ])('stand on the number where its mark is an element beside it: %s', (mark, monthly, annual, lang, prices) => {
    const amount = `${mark}\n<b data-monthly="${monthly}" data-annual="${annual}">${monthly}</b>\n<i>/month</i>`;
    const source = `<html lang="${lang}">${cards(card('Hobby', 'Free'), card('Team', amount))}</html>`;
    expect(found(source)).toBe(`Team: ${prices}`);
  });

  test.each([
    ['data-monthly="$45 / year" data-annual="$36 / year"', 'Team: 45.00 USD monthly/month'],
    ['data-monthly="$45 / month" data-annual="$36 for a while"', 'Team: 45.00 USD monthly/month'],
  ])('may not state another period: %s', (attributes, line) => {
    expect(found(page(attributes, '$45'))).toBe(line);
  });

  test.each([['class="big" data-monthly="$45" data-annual="$36"', 'data-monthly="$45"']])(
    'are proven by the source: %s',
    (attributes, quote) => {
      const source = page(attributes);
      const evidence = by('cards', source).tiers[1]?.prices[1]?.evidence;
      expect(evidence?.quote).toBe(quote);
      expect(evidence && cut(evidence, { source, text: pageText(source, 'html') })).toBe(quote);
    },
  );
});
