/** Reading is safe: any input gives a bounded reading that satisfies its schema, in time that grows with the page. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPage } from '../../../crawler/read/read.ts';
import { READER_VERSION } from '../../../crawler/read/reader-version.ts';
import type { PageFormat } from '../../../data/page.ts';
import { PageReading } from '../../../data/reading.ts';
import { cut, pageText } from '../../../data/text/page-text.ts';
import { cpuMs } from '../../cpu-ms.ts';
import { piece } from '../../data/text/html-fragments.ts';
import { firstOf, repetitions } from '../../long.ts';
import { layoutsOf } from '../../vendor-web/layouts.ts';
import { randomOffer, randomRates } from '../../vendor-web/random-offer.ts';
import { evidenceOf } from './pages.ts';

const form = (format: PageFormat = 'html') => ({ format, url: 'https://vendor.example/pricing' });

function expectSound(source: string, format: PageFormat = 'html'): PageReading {
  const reading = readPage(source, form(format));
  PageReading.parse(reading);
  const words = { source, text: pageText(source, format) };
  for (const evidence of [reading, ...reading.readings].flatMap(evidenceOf))
    expect(cut(evidence, words)).toBe(evidence.quote);
  return reading;
}

test('random characters read as something that satisfies the schema', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom<PageFormat>('html', 'markdown', 'json', 'text'),
      (source, format) => void expectSound(source, format),
    ),
    { numRuns: repetitions(100, 400) },
  );
});

test('random bytes do, decoded as the fetcher decodes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => void expectSound(new TextDecoder('utf-8').decode(bytes))),
    { numRuns: repetitions(50, 200) },
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
    { numRuns: repetitions(60, 250) },
  );
});

test('pages with stray markup anywhere in them do, and are told alike to readers and to the verifier', () => {
  const html = pages.filter(({ format }) => format === 'html');
  fc.assert(
    fc.property(
      fc.constantFrom(...html),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), piece), { minLength: 1, maxLength: 4 }),
      ({ body }, strays) => {
        let source = body;
        for (const [where, stray] of strays) {
          const at = Math.floor(where * source.length);
          source = source.slice(0, at) + stray + source.slice(at);
        }
        expectSound(source);
      },
    ),
    { numRuns: repetitions(50, 200) },
  );
});

/** Parts of the largest pages. */
const MANY = repetitions(50_000, 200_000);

const GIANTS: [string, string, PageFormat][] = [
  ['ten thousand nested elements', `${'<div>'.repeat(10_000)}<h3>Pro</h3>$10/month`, 'html'],
  ['nested JSON', `<script type="application/ld+json">${'['.repeat(900_000)}</script>`, 'html'],
  ['a Markdown line of open links', ']('.repeat(MANY * 5), 'markdown'],
  ['times Free', '<p>Free</p>'.repeat(MANY), 'html'],
  ['prices, each inside the last', '<h3>Pro</h3><span>$10/month'.repeat(MANY / 20), 'html'],
  ['nested elements', '<b>'.repeat(MANY * 5), 'html'],
  ['closing tags of nothing', `${'<b>'.repeat(10_000)}${'</i>'.repeat(MANY * 2)}`, 'html'],
  ['cards', '<div><h3>Pro</h3><p>$10/month</p></div>'.repeat(MANY / 4), 'html'],
  [
    'tables',
    '<table><tr><th>Model</th><th>Input</th></tr><tr><td>a</td><td>$1 / 1M tokens</td></tr></table>'.repeat(MANY / 10),
    'html',
  ],
  [
    'spans of a million columns and rows',
    `<table>${'<tr><td colspan=1000000 rowspan=1000000>x</td></tr>'.repeat(10_000)}</table>`,
    'html',
  ],
  ['left angles', '<'.repeat(MANY * 20), 'html'],
  ['a Markdown line of open tags', '<a '.repeat(MANY * 5), 'markdown'],
  ['rows of a Markdown table', `| a | b |\n|---|---|\n${'| Pro | $10/month |\n'.repeat(MANY / 2)}`, 'markdown'],
  ['dollars and digits', '$1,000 '.repeat(MANY * 2), 'html'],
  ['a million nodes', '<p>$10/month</p>'.repeat(330_000), 'html'],
];

test.each(firstOf(4, GIANTS))('%s neither crash nor stall a worker', { timeout: 60_000 }, (_, source, format) => {
  expect(cpuMs(() => PageReading.parse(readPage(source, form(format))))).toBeLessThan(15_000);
});

const PARTS: [string, (at: number) => string][] = [
  ['heads of rates', (at) => `<div><p>per ${at}K tokens</p>${'<p>puffin</p>'.repeat(at % 5)}<p>Output</p></div>`],
  [
    'cards',
    (at) => `<div><h3>Pro${at}</h3><p>$${at}/month</p><ul><li>Storage</li><li>Support by email</li></ul></div>`,
  ],
  ['cards that are never closed', (at) => `<div><h3>Pro${at}<b></h3><p>$${at}/month</div></p><table>$1<tr></table>`],
  ['rows', (at) => `<table><tr><th>Pro${at}<td>$${at}<td>per month</table>`],
  ['words', (at) => `<p>Our plans are used by ${at} teams, <a href="/about">and yours</a> will like them.</p>`],
];

test.each(firstOf(3, PARTS))('time grows with the page, not with its square: %s', (_, part) => {
  const sized = (length: number) => `<main>${Array.from({ length }, (_unused, at) => part(at)).join('')}</main>`;
  const parts = repetitions(100, 400);
  const [small, large] = [sized(parts), sized(8 * parts)];
  const works = [() => readPage(small, form()), () => readPage(large, form())];
  works[0]?.();
  // In turn, so that a busy moment of the machine slows both. `npm run bench -- read` measures what parsing costs.
  const rounds = Array.from({ length: 3 }, () => works.map((work) => cpuMs(work)));
  const [smallMs = 0, largeMs = 0] = works.map((_work, at) => Math.min(...rounds.map((ms) => ms[at] ?? 0)));
  // Eight times the page; sixty-four would be quadratic.
  expect(largeMs / smallMs).toBeLessThan(24);
});

test('the version of the readers goes with the reading', () => {
  expect(readPage('<p>x', form()).readerVersion).toBe(READER_VERSION);
});

test('a reading is a function of the page', () => {
  for (const { body, format } of pages.slice(0, 12))
    expect(readPage(body, form(format))).toEqual(readPage(body, form(format)));
});
