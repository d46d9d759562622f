/** Reading is safe: any input gives a bounded reading that satisfies its schema, in time that grows with the page. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { READER_VERSION, readPage } from '../../../crawler/read/read.ts';
import type { PageFormat } from '../../../data/page.ts';
import { cut, pageText } from '../../../data/page-text.ts';
import { type Evidence, PageReading } from '../../../data/reading.ts';
import { layoutsOf } from '../../vendor-web/layouts.ts';
import { randomOffer, randomRates } from '../../vendor-web/random-offer.ts';

const form = (format: PageFormat = 'html') => ({ format, url: 'https://vendor.example/pricing' });

function evidenceIn(reading: PageReading): Evidence[] {
  const tiers = [reading, ...reading.readings].flatMap((each) => each.tiers);
  const models = [reading, ...reading.readings].flatMap((each) => each.models);
  return [
    ...tiers.flatMap(({ evidence, prices }) => [
      ...(evidence === undefined ? [] : [evidence]),
      ...prices.map((price) => price.evidence),
    ]),
    ...models.flatMap(({ evidence }) => Object.values(evidence).filter((each) => each !== undefined)),
  ];
}

function expectSound(source: string, format: PageFormat = 'html'): PageReading {
  const reading = readPage(source, form(format));
  PageReading.parse(reading);
  const words = { source, text: pageText(source, format) };
  for (const evidence of evidenceIn(reading)) expect(cut(evidence, words)).toBe(evidence.quote);
  return reading;
}

test('random characters read as something that satisfies the schema', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom<PageFormat>('html', 'markdown', 'json', 'text'),
      (source, format) => void expectSound(source, format),
    ),
    { numRuns: 600 },
  );
});

test('random bytes do, decoded as the fetcher decodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void expectSound(new TextDecoder('utf-8').decode(bytes))),
    { numRuns: 300 },
  );
});

const pages = [1, 2, 3, 4, 5].flatMap((seed) => [
  ...layoutsOf(randomOffer(seed), seed),
  ...layoutsOf(randomRates(seed), seed),
]);

test('pages cut, doubled and spliced anywhere still read soundly', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...pages),
      fc.constantFrom(...pages),
      fc.nat(6000),
      fc.nat(6000),
      fc.nat(2),
      (one, two, from, to, how) => {
        const { body, format } = one;
        if (how === 0) expectSound(body.slice(0, from) + body.slice(to), format);
        else if (how === 1) expectSound(body.slice(0, from) + two.body.slice(to), format);
        else expectSound(body.slice(0, from) + body.slice(Math.max(0, from - to)), format);
      },
    ),
    { numRuns: 400 },
  );
});

test.each<[string, string, PageFormat]>([
  ['ten thousand nested elements', `${'<div>'.repeat(10_000)}<h3>Pro</h3>$10/month`, 'html'],
  ['ten thousand prices, each inside the last', '<h3>Pro</h3><span>$10/month'.repeat(10_000), 'html'],
  ['a million nested elements', '<b>'.repeat(1_000_000), 'html'],
  ['a million closing tags of nothing', `${'<b>'.repeat(10_000)}${'</i>'.repeat(1_000_000)}`, 'html'],
  ['a million nodes', '<p>$10/month</p>'.repeat(330_000), 'html'],
  ['a hundred thousand cards', '<div><h3>Pro</h3><p>$10/month</p></div>'.repeat(100_000), 'html'],
  ['half a million times Free', '<p>Free</p>'.repeat(500_000), 'html'],
  [
    'twenty thousand tables',
    '<table><tr><th>Model</th><th>Input</th></tr><tr><td>a</td><td>$1 / 1M tokens</td></tr></table>'.repeat(20_000),
    'html',
  ],
  [
    'spans of a million columns and rows',
    `<table>${'<tr><td colspan=1000000 rowspan=1000000>x</td></tr>'.repeat(10_000)}</table>`,
    'html',
  ],
  ['five million left angles', '<'.repeat(5_000_000), 'html'],
  ['nested JSON', `<script type="application/ld+json">${'['.repeat(900_000)}</script>`, 'html'],
  ['a Markdown line of a million open links', ']('.repeat(1_000_000), 'markdown'],
  ['a Markdown line of a million open tags', '<a '.repeat(1_000_000), 'markdown'],
  [
    'a Markdown table of a hundred thousand rows',
    `| a | b |\n|---|---|\n${'| Pro | $10/month |\n'.repeat(100_000)}`,
    'markdown',
  ],
  ['a million dollars and digits', '$1,000 '.repeat(500_000), 'html'],
])('%s neither crash nor stall a worker', (_, source, format) => {
  const started = performance.now();
  PageReading.parse(readPage(source, form(format)));
  expect(performance.now() - started).toBeLessThan(15_000);
});

test('time grows with the page, not with its square', () => {
  const card = (at: number) =>
    `<div><h3>Pro${at}</h3><p>$${at}/month</p><ul><li>Storage</li><li>Support by email</li></ul></div>`;
  const sized = (cards: number) => `<main>${Array.from({ length: cards }, (_, at) => card(at)).join('')}</main>`;
  const timed = (source: string) => {
    const runs = Array.from({ length: 5 }, () => {
      const started = performance.now();
      readPage(source, form());
      return performance.now() - started;
    });
    return Math.min(...runs);
  };
  const [small, large] = [sized(2000), sized(16_000)];
  timed(small);
  // Eight times the page; sixty-four would be quadratic.
  expect(timed(large) / timed(small)).toBeLessThan(24);
});

test('the version of the readers goes with the reading', () => {
  expect(readPage('<p>x', form()).readerVersion).toBe(READER_VERSION);
});

test('a reading is a function of the page', () => {
  for (const { body, format } of pages.slice(0, 12))
    expect(readPage(body, form(format))).toEqual(readPage(body, form(format)));
});
