/** Pages made to be slow, or to put words into our mouth: facts stay bounded, plain and provable. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPage } from '../../../../crawler/read/read.ts';
import { MAX_FACTS, PageReading } from '../../../../data/reading.ts';
import { cut, pageText } from '../../../../data/text/page-text.ts';
import { repetitions } from '../../../long.ts';
import { INJECTIONS } from '../../../vendor-web/injection.ts';
import { read } from '../pages.ts';
import { TIERS } from './said.ts';

const page = (rest: string) => `<main><h1>Pricing</h1><div>${TIERS.join('')}</div><section>${rest}</section></main>`;

test.each([
  ['one long line', `<p>${'14-day free trial, save 20% annually, '.repeat(20_000)}</p>`],
  ['many lines', '<p>Each additional additional additional extra extra GB costs at at at for $5</p>'.repeat(20_000)],
  ['spaces', `<p>Save${' a'.repeat(200_000)} 20% annually</p>`],
  ['tables', `<table><tr><td>SSO</td>${'<td></td>'.repeat(50)}</tr></table>`.repeat(400)],
  ['drawings', `<ul>${'<li><svg></svg>SSO</li>'.repeat(30_000)}</ul>`],
  ['add-ons', `<h2>Add-ons</h2>${'<p>Extra storage</p><p>$10 / month</p>'.repeat(5000)}`],
])('%s cost no more than their length', (_, rest) => {
  const started = process.cpuUsage();
  const { facts = [] } = read(page(rest));
  // Some 0.4 are usual; what grew with the square of its length took 9.
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(8);
  expect(facts.length).toBeLessThanOrEqual(MAX_FACTS);
});

test('whatever stands on a page, its facts satisfy their schema and are cut again from it', () => {
  const words = fc.constantFrom(
    ...['14-day free trial', 'no credit card', 'Save 20%', 'annually', 'VAT', 'excl.', '$5', 'per additional', 'GB'],
    ...['setup fee', 'add-on', 'SSO', 'only available on', 'Pro', 'non-profits', '50% off', 'Minimum 3 seats'],
    ...['renews at', '.', '?', 'not', '</p><p>', '<li>', '<td>', '\u202e', '&nbsp;'],
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      const source = page(`<p>${parts.join(' ')}</p>`);
      const reading = PageReading.parse(readPage(source, { format: 'html', url: 'https://vendor.example/pricing' }));
      const text = { source, text: pageText(source, 'html') };
      for (const { evidence } of reading.facts ?? []) expect(cut(evidence, text)).toBe(evidence.quote);
    }),
    { numRuns: repetitions(40, 150) },
  );
});

test('orders to a machine become no name of an add-on and no feature', () => {
  for (const { text, trace } of INJECTIONS) {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    const rest = `<h2>Add-ons</h2><h3>${escaped}</h3><p>$10 / month</p><p>${escaped} add-on: $15 / month</p>`;
    const { facts = [], tiers } = read(page(rest));
    const outward = JSON.stringify([
      facts.map(({ evidence: _, ...fact }) => fact),
      tiers.map(({ features }) => features),
    ]);
    expect(outward.includes(trace), text).toBe(false);
  }
});
