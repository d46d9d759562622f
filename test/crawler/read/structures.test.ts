/**
 * The ways in which vendors lay out prices, one page each: our own vendors, words and amounts in nestings seen on real
 * pages. Beside each page stands what it must read as, a line a tier; nothing where it states no price of a tier.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { formatOf } from '../../../crawler/read/corpus.ts';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';
import { read } from './pages.ts';

const FOLDER = fileURLToPath(new URL('structures', import.meta.url));
const PAGES = readdirSync(FOLDER).filter((file) => !file.endsWith('.txt'));

function priceOf({ isFloor, amount, currency, billing, per, unit, kind }: ReadPrice): string {
  const words = [isFloor ? 'from' : '', amount, currency, `${billing ?? '-'}/${per}`];
  return [...words, unit === undefined ? '' : `per ${unit}`, kind === 'list' ? '' : kind].filter(Boolean).join(' ');
}

function lineOf({ name, isFree, isCustom, prices }: ReadTier): string {
  return `${name}: ${[...(isFree ? ['free'] : []), ...(isCustom ? ['custom'] : []), ...prices.map(priceOf)].join(', ')}`;
}

test.each(PAGES)('%s', (file) => {
  const name = file.replace(/\.\w+$/, '');
  const expected = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean);
  const { tiers } = read(readFileSync(join(FOLDER, file), 'utf8'), {
    format: formatOf(file),
    url: `https://${name}.example/pricing`,
  });
  expect(tiers.map(lineOf)).toEqual(expected);
});
