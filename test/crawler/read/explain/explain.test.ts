/** A reading at a terminal of any width: nothing is wider, nothing that matters is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../crawler/read/explain/explain.ts';
import { readPage } from '../../../../crawler/read/read.ts';
import { displayWidth, PLAIN, table, wrapped } from '../../../../data/text/terminal.ts';
import { INJECTIONS } from '../../../vendor-web/injection.ts';
import { layoutsOf } from '../../../vendor-web/layouts.ts';
import { randomOffer, randomRates } from '../../../vendor-web/random-offer.ts';

const URL = 'https://vendor.example/pricing';
const read = (source: string) => readPage(source, { format: 'html', url: URL });
const CARDS =
  '<h1>Pricing</h1><div><h3>Basic</h3><p>$12 per user / month</p></div><div><h3>Plus</h3><p>$30 per user / month</p></div>';
const ROWS =
  '<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>$12 per month</td></tr><tr><td>Plus</td><td>$30 per month</td></tr></table>';

describe('a table', () => {
  const columns = ['name', 'amount', 'note', 'quote'];

  test('leaves out columns that are empty throughout', () => {
    expect(table(columns, [['a', '1', '', '"one"']], PLAIN)).toEqual(['name  amount  quote', 'a     1       "one"']);
  });

  test('shortens the quote to the room that is left, and sets it below where that is too little', () => {
    const rows = [['Professional', '12.00', '', `"${'words '.repeat(10)}"`]];
    expect(table(columns, rows, { ...PLAIN, width: 60 })[1]).toBe(
      'Professional  12.00   "words words words words words words …',
    );
    expect(table(columns, rows, { ...PLAIN, width: 32 }).slice(1)).toEqual([
      'Professional  12.00',
      '    "words words words words wo…',
    ]);
  });

  test('counts what East Asian signs take', () => {
    expect(displayWidth('企业版 Pro')).toBe(10);
    expect(displayWidth('e\u0301')).toBe(1);
  });

  test('and paragraphs keep within the width, and every word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'price', '企业版', 'per-user', '—'), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 30, max: 120 }),
        (words, width) => {
          const lines = wrapped('  3 × ', words.join(' '), width);
          expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width);
          expect(lines.map((line) => line.slice(6)).join(' ')).toBe(words.join(' '));
        },
      ),
    );
  });
});

describe('the explanation of a reading', () => {
  test('says which readers found a price', () => {
    expect(explain(read(CARDS + ROWS), URL)).toMatch(/^Basic +12\.00 USD \/ month .* 9\d % +cards, table, offers +"/m);
    expect(explain(read(CARDS), URL)).toMatch(/^Basic +12\.00 USD \/ month .* 9\d % +cards, offers +"/m);
  });

  test('says where one of them differs', () => {
    const script =
      '<script type="application/ld+json">{"@type":"Product","offers":[{"@type":"Offer","name":"Basic","price":"14","priceCurrency":"USD","unitCode":"MON"}]}</script>';
    const { readings, ...rest } = read(CARDS.replaceAll(' per user', '') + script);
    expect(explain({ ...rest, readings }, URL)).toMatch(
      /json-ld +1 tier: Basic; differs on Basic: 14\.00 USD \/ month/,
    );
  });

  test('groups what was not taken by its reason, with counts', () => {
    const rejected = ['Save $5', 'Save $6', 'Save $7', 'Save $8', 'Save $8'].map((quote) => ({
      quote,
      reason: 'a saving',
    }));
    const reading = { ...read(CARDS), readings: [{ reader: 'cards' as const, tiers: [], models: [], rejected }] };
    expect(explain(reading, URL)).toContain('   5 × a saving (cards): "Save $5", "Save $6", "Save $7", and 1 more');
  });

  test('says of a page without prices what it is', () => {
    expect(explain(read('<title>About</title><p>We make software.</p>'), URL)).toContain(
      'not_pricing: No amount of money on the page',
    );
    expect(explain(read('<title>About</title><p>Our first sticker sold at $5.</p>'), URL)).toContain(
      '1 amount, no price',
    );
    expect(explain(read('<title>Pricing</title><p>Our first sticker sold at $5.</p>'), URL)).toContain(
      '(1 amount seen)',
    );
  });

  test('fits every terminal', () => {
    for (const page of [randomOffer(5), randomRates(5)].flatMap((offer) => layoutsOf(offer, 5))) {
      const reading = readPage(page.body, { format: page.format, url: URL });
      for (const width of [60, 80, 140]) {
        const lines = explain(reading, URL, { ...PLAIN, width }).split('\n');
        expect(Math.max(...lines.map(displayWidth)), page.layout).toBeLessThanOrEqual(width);
      }
    }
  });

  test('cannot be steered by the page', () => {
    const hostile = ['\u001b[2J', '\u009b31m', '\r', '\u202e', ...INJECTIONS.map(({ text }) => text)];
    for (const text of hostile) {
      const words = explain(
        read(
          `<h1>Pricing</h1><div><h3>Basic ${text}</h3><p>$12 ${text} / month</p></div><div><h3>Plus</h3><p>Save $9 ${text}</p><p>$30 / month</p></div>`,
        ),
        `${URL}${text}`,
      );
      expect(words).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });
});
