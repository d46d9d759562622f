/**
 * The ways in which vendors lay out prices, one page each: our own vendors, words and amounts in nestings seen on real
 * pages. The text file of the same name lists what the page reads as: one line per tier and per model, none where it
 * states no price.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { formatOf } from '../../../crawler/read/corpus.ts';
import type { ReadModel, ReadPrice, ReadTier } from '../../../data/reading.ts';
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

function modelLine({ model, band, currency, ...rates }: ReadModel): string {
  const told = {
    input: rates.inputPerMTok,
    output: rates.outputPerMTok,
    cached: rates.cachedInputPerMTok,
    'batch input': rates.batchInputPerMTok,
    'batch output': rates.batchOutputPerMTok,
  };
  const each = Object.entries(told).flatMap(([kind, rate]) =>
    rate === undefined ? [] : [`${kind} ${rate} ${currency}`],
  );
  return `${model}${band === undefined ? '' : ` [${band}]`}: ${each.join(', ')}`;
}

test.each(PAGES)('%s', (file) => {
  const name = file.replace(/\.\w+$/, '');
  const expected = readFileSync(join(FOLDER, `${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean);
  const { tiers, models } = read(readFileSync(join(FOLDER, file), 'utf8'), {
    format: formatOf(file),
    url: `https://${name}.example/pricing`,
  });
  expect([...tiers.map(lineOf), ...models.map(modelLine)]).toEqual(expected);
});
