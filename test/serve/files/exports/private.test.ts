/** What is in a generation for our own use comes out in no file. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { Recipe } from '../../../../data/recipe.ts';
import { product, record, snapshot } from '../../../builders.ts';
import { exported } from './exported.ts';

it('no note, recipe or path of ours is in any file [D5.exports.sqlite]', async () => {
  const published = {
    product: product({
      note: 'Ask Jo at jo@private.example',
      sources: product().sources.map((source) => ({
        ...source,
        recipe: Recipe.parse({
          taught: { on: '2026-11-23', sha256: 'a'.repeat(64) },
          lists: [
            {
              layout: 'cards',
              plans: [{ name: 'Solo' }],
              anchors: { classes: ['secret-selector'] },
              name: {},
              prices: [],
            },
          ],
        }),
      })),
    }),
    record: record(),
    snapshots: [snapshot()],
  };
  const files = await exported({ products: [published], quality: { readers: { emptied: ['private-figure'] } } });
  const root = dirname(files.generations);
  for (const { name } of files.manifest.files) {
    const content = readFileSync(files.path(name));
    for (const secret of ['private.example', 'secret-selector', 'private-figure', root])
      expect(content.includes(secret), `${name} has ${secret}`).toBe(false);
  }
  expect(readFileSync(files.path('generation.sqlite')).includes('https://assay.example/tools/acme/pricing')).toBe(true);
});
