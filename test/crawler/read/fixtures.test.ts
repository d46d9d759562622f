/**
 * Pages of our own in the shapes that real pages have, and what each must read as. A folder under
 * test/fixtures/pages, documents or rate-cards is a test: a page.html, page.md or page.mdx, and expected.json.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { formatOf } from '../../../cli/read/corpus.ts';
import { PageVerdict } from '../../../data/reading.ts';
import { modelLine, priceLine, read } from './pages.ts';

const FOLDERS = ['pages', 'documents', 'rate-cards'].flatMap((kind) => {
  const folder = join(import.meta.dirname, '../../fixtures', kind);
  return readdirSync(folder).map((name) => [name, join(folder, name)] as const);
});

const Expected = z.strictObject({
  verdict: PageVerdict,
  tiers: z
    .array(
      z.strictObject({
        name: z.string(),
        isFree: z.boolean().default(false),
        isCustom: z.boolean().default(false),
        prices: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  models: z.array(z.string()).default([]),
});

test.each(FOLDERS)('%s', (name, folder) => {
  const file = readdirSync(folder).find((each) => each.startsWith('page.')) ?? 'page.html';
  const { verdict, tiers, models } = read(readFileSync(join(folder, file), 'utf8'), {
    format: formatOf(file),
    url: `https://${name}.example/pricing`,
  });
  expect({
    verdict,
    tiers: tiers.map(({ isFree, isCustom, prices, ...tier }) => ({
      name: tier.name,
      isFree,
      isCustom,
      prices: prices.map(priceLine),
    })),
    models: models.map(modelLine),
  }).toEqual(Expected.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))));
});
