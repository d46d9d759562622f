/**
 * Pages of our own in the shapes that real pages have, and what each must read as. A folder under
 * test/fixtures/pages, documents or rate-cards is a test: a page.html, page.md or page.mdx, and expected.json.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatOf } from '../../../crawler/read/corpus.ts';
import { readPage } from '../../../crawler/read/read.ts';
import { PageReading, PageVerdict, type ReadModel, type ReadPrice } from '../../../data/reading.ts';

const FOLDERS = ['pages', 'documents', 'rate-cards'].flatMap((kind) => {
  const folder = fileURLToPath(new URL(`../../fixtures/${kind}`, import.meta.url));
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

function priceLine({ isFloor, amount, currency, billing, per, unit, kind }: ReadPrice): string {
  return `${isFloor ? 'from ' : ''}${amount} ${currency} ${billing ?? '-'}/${per}${unit === undefined ? '' : ` per ${unit}`}${kind === 'list' ? '' : ` ${kind}`}`;
}

function modelLine({ model, currency, band, ...rates }: ReadModel): string {
  const { inputPerMTok, outputPerMTok, cachedInputPerMTok, batchInputPerMTok, batchOutputPerMTok } = rates;
  const batch =
    batchInputPerMTok === undefined && batchOutputPerMTok === undefined
      ? []
      : ['batch', batchInputPerMTok ?? '-', batchOutputPerMTok ?? '-'];
  const line = [model, currency, inputPerMTok ?? '-', outputPerMTok ?? '-', cachedInputPerMTok ?? '-', ...batch];
  return `${line.join(' ')}${band === undefined ? '' : ` [${band}]`}`;
}

describe.each(FOLDERS)('%s', (name, folder) => {
  const file = readdirSync(folder).find((each) => each.startsWith('page.')) ?? 'page.html';
  const expected = Expected.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
  const reading = PageReading.parse(
    readPage(readFileSync(join(folder, file), 'utf8'), {
      format: formatOf(file),
      url: `https://${name}.example/pricing`,
    }),
  );

  test('is the kind of page that it is', () => expect(reading.verdict).toBe(expected.verdict));
  test('has these tiers', () =>
    expect(reading.tiers.map((tier) => tier.name)).toEqual(expected.tiers.map((tier) => tier.name)));
  test('has these prices', () =>
    expect(reading.tiers.map((tier) => [tier.name, tier.prices.map(priceLine)])).toEqual(
      expected.tiers.map((tier) => [tier.name, tier.prices]),
    ));
  test('has these free tiers', () =>
    expect(reading.tiers.filter((tier) => tier.isFree).map((tier) => tier.name)).toEqual(
      expected.tiers.filter((tier) => tier.isFree).map((tier) => tier.name),
    ));
  test('has these tiers on request', () =>
    expect(reading.tiers.filter((tier) => tier.isCustom).map((tier) => tier.name)).toEqual(
      expected.tiers.filter((tier) => tier.isCustom).map((tier) => tier.name),
    ));
  test('has these token rates', () => expect(reading.models.map(modelLine)).toEqual(expected.models));
});
