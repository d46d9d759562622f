import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import { checkFile, slugOf, yamlOf } from '../../../data/catalogue/new-product.ts';
import { writeProductFile } from '../../../data/catalogue/product-file.ts';
import { product } from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const TODAY = '2026-11-22';
const catalogue: Catalogue = {
  products: [product({ slug: 'acme', aliases: ['acme-crm'] })],
  categories: [{ id: 'crm', name: 'CRM', description: 'Customers' }],
  observed: new Map(),
  history: new Map(),
  apis: new Map(),
};
const described = {
  name: 'Birch CRM',
  vendor: '',
  category: 'crm',
  homepage: 'https://birch.example',
  url: 'https://birch.example/pricing',
  kind: 'pricing',
  cadence: 'weekly',
  render: 'http',
};

describe('a product’s file', () => {
  test.each([
    ['Acme CRM+', 'acme-crm'],
    ['  Élan Zürich  ', 'elan-zurich'],
  ])('%s goes by "%s"', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('is as an author would write it, and the catalogue takes it', () => {
    const yaml = yamlOf(described);
    expect(yaml).not.toContain('kind');
    expect(checkFile({ slug: 'birch-crm', yaml }, catalogue, TODAY)).toMatchObject({
      faults: [],
      product: { slug: 'birch-crm', vendor: 'Birch CRM' },
    });
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'products'));
    writeFileSync(join(dir, 'categories.yaml'), '- { id: crm, name: CRM }\n');
    writeProductFile(dir, 'birch-crm', { before: '', after: yaml });
    expect(loadCatalogue(dir).products).toMatchObject([{ slug: 'birch-crm', sources: [{ id: 'pricing' }] }]);
  });

  test.each([
    ['a slug that is none', '../acme', yamlOf(described), /is not a slug/],
    ['a slug that is taken', 'acme', yamlOf(described), /product "acme" already exists/],
    ['an alias of another', 'acme-crm', yamlOf(described), /acme-crm/],
    [
      'a page of another',
      'birch',
      yamlOf({ ...described, homepage: 'https://acme.example', url: 'https://acme.example/pricing' }),
      /also one of acme/,
    ],
    [
      'a page of elsewhere, unexplained',
      'birch',
      yamlOf({ ...described, url: 'https://elsewhere.example/p' }),
      /not at birch.example/,
    ],
    ['a misspelt field', 'birch', `${yamlOf(described)}prise: 12\n`, /prise/],
    ['no YAML', 'birch', 'name: [', /not YAML/],
    ['a bomb of aliases', 'birch', 'a: &a [x]\nb: [*a, *a]\n', /./],
  ])('is refused with %s', (_, slug, yaml, words) => {
    const { faults } = checkFile({ slug, yaml }, catalogue, TODAY);
    expect(faults.join('\n')).toMatch(words);
  });
});
