import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  canWriteProducts,
  ProductFileChanged,
  productIn,
  readProductFile,
  withRecipe,
  writeProductFile,
} from '../../../data/catalogue/product-file.ts';
import { repetitions } from '../../long.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const PRODUCTS = join(import.meta.dirname, '../../../data/products');
type Recipe = Exclude<Parameters<typeof withRecipe>[2], undefined>;

/** Whatever a recipe may hold: the edit does not depend on its schema. */
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
const recipes = fc
  .record({
    taught: fc.record({ on: fc.constant('2026-11-23'), sha256: fc.constant('0'.repeat(64)) }),
    lists: fc.array(
      fc.record({ plans: fc.array(words, { maxLength: 5 }), anchors: fc.dictionary(words, fc.array(words)) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
  })
  .map((each) => JSON.parse(JSON.stringify(each)) as unknown as Recipe);

const COMMENTED = `# Reviewed in May
name: Acme   # the company calls it so
vendor: "Acme, Inc."
category: crm
sources:
  # Their list prices
  - id: pricing
    url: https://acme.example/pricing # with a switch
    cadence: weekly

  - url: https://acme.example/rates
    id: rates
    kind: 'rate-card'
note: >-
  Two lines
  of a note.`;

describe('the recipe in a product’s file', () => {
  test('changes no other line, and its removal restores the text', () => {
    const names = readdirSync(PRODUCTS);
    const texts = fc.oneof(
      fc.constant(COMMENTED),
      fc.constantFrom(...names).map((name) => readFileSync(join(PRODUCTS, name), 'utf8')),
    );
    fc.assert(
      fc.property(texts, fc.nat(3), recipes, recipes, (text, nth, first, second) => {
        const { sources = [] } = parse(text) as { sources?: { id: string }[] };
        const source = sources[nth % Math.max(1, sources.length)];
        fc.pre(source !== undefined);
        const taught = withRecipe(text, source.id, first);
        const found = parse(taught).sources.find(({ id }: { id: string }) => id === source.id);
        expect(found.recipe).toEqual(first);
        const again = withRecipe(taught, source.id, second);
        expect(again).toBe(withRecipe(text, source.id, second));
        const rest = withRecipe(again, source.id, undefined);
        expect(rest.replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
      }),
      { numRuns: repetitions(50, 200) },
    );
  });

  test('stands on short lines below its source', () => {
    const recipe = { lists: [{ layout: 'cards', plans: ['Solo', 'Team'] }] } as unknown as Recipe;
    const taught = withRecipe(COMMENTED, 'pricing', recipe);
    expect(taught).toContain(`    cadence: weekly
    recipe:
      lists:
        - layout: cards
          plans: [Solo, Team]

  - url:`);
  });

  test('is refused where the source is missing or written on one line', () => {
    const recipe = { lists: [] } as unknown as Recipe;
    expect(() => withRecipe(COMMENTED, 'docs', recipe)).toThrow(/no source "docs"/);
    const flow = 'name: A\nsources: [{ id: pricing, url: https://a.example }]\n';
    expect(() => withRecipe(flow, 'pricing', recipe)).toThrow(/cannot be edited/);
  });
});

test('a product’s file is replaced only while it is the one that was read', () => {
  const dir = temporaryDirectory();
  mkdirSync(join(dir, 'products'));
  const path = join(dir, 'products/acme.yaml');
  writeFileSync(path, COMMENTED);
  const before = readProductFile(dir, 'acme') ?? '';
  writeProductFile(dir, 'acme', { before, after: 'name: Acme\n' });
  expect(readFileSync(path, 'utf8')).toBe('name: Acme\n');
  for (const after of ['name: Other\n', ''])
    expect(() => writeProductFile(dir, 'acme', { before, after })).toThrow(ProductFileChanged);
  expect(readFileSync(path, 'utf8')).toBe('name: Acme\n');
  expect(readdirSync(join(dir, 'products'))).toEqual(['acme.yaml']);
  expect(readProductFile(dir, 'birch')).toBeUndefined();
  expect([dir, join(dir, 'gone')].map(canWriteProducts)).toEqual([true, false]);
  expect(productIn('name: [')).toMatchObject({ faults: [expect.stringMatching(/not YAML/)] });
});
