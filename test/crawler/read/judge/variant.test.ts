/** Which variant of a page was served, by what the page gives away. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PageVariant } from '../../../../data/reading.ts';
import { card, cards, read } from '../pages.ts';

const page = ({ lang = '', head = '', body = cards(card('Basic', '€12 / month'), card('Plus', '€30 / month')) } = {}) =>
  `<!doctype html><html${lang && ` lang="${lang}"`}><head><title>Pricing</title>${head}</head><body>${body}</body></html>`;
const url = 'https://vendor.example/pricing';
const alternates = (...each: [string, string][]) =>
  each
    .map(([locale, path]) => `<link rel="alternate" hreflang="${locale}" href="https://vendor.example${path}">`)
    .join('');

describe('the locale', () => {
  test.each([
    ['its lang attribute', page({ lang: 'de-AT' }), url, { language: 'de', locale: 'de-AT' }],
    ['its lang attribute', page({ lang: 'en-uk' }), url, { language: 'en', locale: 'en-GB' }],
    [
      'its hreflang link',
      page({
        lang: 'de',
        head: alternates(['en-us', '/pricing'], ['de-ch', '/ch/pricing'], ['x-default', '/pricing']),
      }),
      'https://vendor.example/ch/pricing?ref=1',
      { language: 'de', locale: 'de-CH' },
    ],
    ['its address', page({ lang: 'en' }), 'https://vendor.example/en-gb/pricing', { language: 'en', locale: 'en-GB' }],
    [
      'its address',
      page({ head: '<link rel="canonical" href="https://vendor.example/fr_CA/tarifs">' }),
      url,
      { language: 'fr', locale: 'fr-CA' },
    ],
    [
      'og:locale',
      page({ lang: 'pt', head: '<meta property="og:locale" content="pt_BR">' }),
      url,
      { language: 'pt', locale: 'pt-BR' },
    ],
  ])('by %s', (sign, source, address, found) => {
    const { variant } = read(source, { url: address });
    expect(variant).toMatchObject(found);
    expect(variant?.reason).toContain(`locale ${found.locale} by ${sign}`);
  });

  test.each([
    [
      'a site builder says en_US to all',
      page({ lang: 'de', head: '<meta property="og:locale" content="en_US">' }),
      'de',
    ],
    ['a language has no region', page({ lang: 'fr' }), 'fr'],
    [
      'a page for several regions',
      page({ lang: 'en', head: alternates(['en-us', '/pricing'], ['en-gb', '/pricing']) }),
      'en',
    ],
    ['nothing is declared', page({ body: '<h1>料金</h1><p>ひとりでもチームでも、すぐに使えます</p>' }), 'ja'],
  ])('is absent where %s', (_why, source, language) => {
    const { variant } = read(source, { url });
    expect(variant?.language).toBe(language);
    expect(variant).not.toHaveProperty('locale');
  });
});

describe('the currency', () => {
  const both = cards(
    card('Basic', '<p>$12 / month</p><p>€11 / month</p>'),
    card('Plus', '<p>$30 / month</p><p>€28 / month</p>'),
  );
  const choice = (selected: string) =>
    `<select>${['USD', 'EUR', 'GBP'].map((code) => `<option value="${code}"${code === selected ? ' selected' : ''}>${code}</option>`).join('')}</select>`;

  test('is that of all prices', () => {
    expect(read(page()).variant).toMatchObject({ currency: 'EUR', currencies: ['EUR'] });
  });

  test.each([
    ['the address', page({ body: both }), `${url}?currency=eur`, 'EUR'],
    ['its metadata', page({ body: both, head: '<meta property="product:price:currency" content="EUR">' }), url, 'EUR'],
  ])('is told by %s among several', (sign, source, address, currency) => {
    const { variant } = read(source, { url: address });
    expect(variant?.currency).toBe(currency);
    expect(variant?.reason).toContain(`${currency} by ${sign}`);
  });

  test('is never one that no price is in', () => {
    const { variant } = read(page({ body: choice('GBP') + both }), { url: `${url}?currency=GBP` });
    expect(variant).not.toHaveProperty('currency');
    expect(
      read(page({ body: choice('GBP') + cards(card('Basic', '€12 / month'), card('Plus', '€30 / month')) })).variant,
    ).toMatchObject({ currency: 'EUR' });
  });
});

test('a page that is no price list has its variant, and no prices in it', () => {
  const { verdict, variant } = read(
    page({ lang: 'de-DE', body: '<h1>Seite nicht gefunden</h1><p>Ab 12 € pro Monat</p>' }),
  );
  expect(verdict).toBe('soft_404');
  expect(variant).toMatchObject({ locale: 'de-DE', currencies: [] });
});

test('whatever a page declares, the variant keeps to its schema and to the currencies that were read', () => {
  const word = fc.oneof(fc.constantFrom('EUR', 'de-DE', 'x-default', 'en_US', '€', ''), fc.string({ maxLength: 40 }));
  fc.assert(
    fc.property(fc.array(word, { minLength: 6, maxLength: 6 }), (words) => {
      const [lang, og, alternate, value, text, currency] = words.map((each) => each.replace(/["<>&]/g, '')) as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const source = page({
        lang,
        head: `<meta property="og:locale" content="${og}">${alternates([alternate, '/pricing'])}`,
        body: `<select><option value="${value}" selected>${text}</option><option>USD</option></select>${cards(card('Basic', '€12 / month'), card('Plus', '€30 / month'))}`,
      });
      const { variant } = read(source, { url: `${url}?currency=${encodeURIComponent(currency)}` });
      expect(PageVariant.parse(variant)).toMatchObject({ currency: 'EUR', currencies: ['EUR'] });
    }),
  );
});
