/** What a visit knows of a product before it reads its page. */
import { describe, expect, test } from 'vitest';
import { hintsIn } from '../../../crawler/visit/catalogue-hints.ts';
import { Product } from '../../../data/product.ts';
import type { Recipe } from '../../../data/recipe.ts';

const source = { id: 'pricing', url: 'https://harbour.example/pricing' };
const recipe: Recipe = {
  taught: { on: '2026-11-23', sha256: 'a'.repeat(64) },
  lists: [{ layout: 'cards', plans: [{ name: 'Basic' }], anchors: {}, name: {}, prices: [] }],
};
const product = (slug: string, name: string, vendor: string, sources: object[] = [source]) => ({
  slug,
  ...Product.parse({ name, vendor, category: 'crm', sources }),
});

describe('hints for a source', () => {
  const hintsOf = hintsIn([
    product('desk', 'Harbour Desk', 'Harbour', [
      { ...source, recipe },
      { ...source, id: 'docs' },
    ]),
    product('chat', 'Harbour Chat', 'Harbour'),
    product('lone', 'Lone', 'Lone Labs'),
  ]);

  test.each([
    ['desk', 'pricing', { recipe, product: { name: 'Harbour Desk', others: ['Harbour Chat'] } }],
    ['desk', 'docs', { product: { name: 'Harbour Desk', others: ['Harbour Chat'] } }],
    ['chat', 'pricing', { product: { name: 'Harbour Chat', others: ['Harbour Desk'] } }],
    ['lone', 'pricing', {}],
    ['gone', 'pricing', {}],
  ])('%s, %s', (slug, id, known) => {
    expect(hintsOf({ slug, source: id })).toEqual(known);
  });

  test('of a vendor of very many products takes the room of their names once', () => {
    const count = 20_000;
    const many = hintsIn(Array.from({ length: count }, (_, at) => product(`p-${at}`, `Product ${at}`, 'Market')));
    expect(many({ slug: 'p-7', source: 'pricing' }).product?.others).toHaveLength(count - 1);
  });
});
