/** Tables that may list anything at all. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

describe('a table whose rows no vendor calls tiers so', () => {
  const table = (heading: string, head: string, ...names: string[]) =>
    by(
      'table',
      `# Pricing\n\n${heading}\n\n| ${head} | Price |\n|---|---|\n${names.map((name) => `| ${name} | $9 / month |`).join('\n')}\n`,
      { format: 'markdown' },
    );
  const read = (...all: [heading: string, head: string, ...names: string[]]) => lines(table(...all).tiers);

  test('is of anything else where nothing does', () => {
    expect(read('## Boats', 'Product', 'Harbour', 'Shipyard')).toEqual([]);
  });
});

test.each([
  ['da', 'Pris', 'Gratis', 'Kontakt os'],
  ['sv', 'Pris', 'Gratis', 'Kontakta oss'],
  ['pl', 'Cena', 'Za darmo', 'Skontaktuj się z nami'],
  ['tr', 'Fiyat', 'Ücretsiz', 'Bize ulaşın'],
  ['fi', 'Hinta', 'Ilmainen', 'Ota yhteyttä'],
  ['vi', 'Giá', 'Miễn phí', 'Liên hệ'],
  ['uk', 'Ціна', 'Безкоштовно', "Зв'яжіться з нами"],
  ['el', 'Τιμή', 'Δωρεάν', 'Επικοινωνήστε μαζί μας'],
  ['id', 'Harga', 'Gratis', 'Hubungi kami'],
])(
  'a row that is headed by the word for "price" in %s states plans without an amount',
  (lang, price, free, contact) => {
    const rows = `<tr><th></th><th>Basic</th><th>Enterprise</th></tr><tr><th>${price}</th><td>${free}</td><td>${contact}</td></tr>`;
    const { tiers } = by('table', `<html lang="${lang}"><h1>${price}</h1><table>${rows}</table></html>`);
    expect(tiers).toMatchObject([
      { name: 'Basic', isFree: true },
      { name: 'Enterprise', isCustom: true },
    ]);
  },
);
