/**
 * The ways in which vendors lay out prices, one page each: our own vendors, words and amounts in nestings seen on real
 * pages. The text file of the same name lists what the page reads as: one line per tier and per model, none where it
 * states no price.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatOf } from '../../../crawler/read/corpus.ts';
import { modelLine, read, tierLine } from './pages.ts';

const FOLDER = join(import.meta.dirname, 'structures');
const PAGES = readdirSync(FOLDER).filter((file) => !file.endsWith('.txt'));

test.each(PAGES)('%s', (file) => {
  const name = file.replace(/\.\w+$/, '');
  const expected = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean);
  const { tiers, models } = read(readFileSync(join(FOLDER, file), 'utf8'), {
    format: formatOf(file),
    url: `https://${name}.example/pricing`,
  });
  expect([...tiers.map(tierLine), ...models.map(modelLine)]).toEqual(expected);
});
