import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import { catalogueFaults } from '../../../data/catalogue/faults.ts';
import { likelyCategory } from '../../../data/catalogue/likely-category.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const OURS = resolve(import.meta.dirname, '../../../data');
let dir: string;

beforeEach(() => {
  dir = temporaryDirectory();
  mkdirSync(join(dir, 'products'));
  writeFileSync(join(dir, 'categories.yaml'), '- id: crm\n  name: CRM\n');
});

const product = (slug: string, yaml: string) => writeFileSync(join(dir, 'products', `${slug}.yaml`), yaml);
const ACME = 'name: Acme\nvendor: Acme\ncategory: crm\n';

describe('a catalogue with a fault is not loaded, and the error names it', () => {
  it.each([
    ['a misspelled field', `${ACME}pricingUrl: https://acme.example/\n`, /products\/acme\.yaml:4: .*pricingUrl/],
    ['an unknown category', ACME.replace('crm', 'cars'), /products\/acme\.yaml:3: no category "cars"/],
    ['a URL without TLS', `${ACME}sources: [{ id: pricing, url: "http://acme.example/" }]\n`, /sources\.0\.url/],
    ['a URL that is an address', `${ACME}sources: [{ id: pricing, url: "https://10.0.0.1/" }]\n`, /sources\.0\.url/],
    [
      'two sources of one id',
      `${ACME}sources: [{ id: a, url: "https://a.example/" }, { id: a, url: "https://b.example/" }]\n`,
      /share an id/,
    ],
    ['an alias that is a slug', `${ACME}aliases: [acme]\n`, /its alias "acme" is a product's slug/],
    ['a name that hides text', ACME.replace('Acme', '"Ac\\u202Eme"'), /products\/acme\.yaml:1: name: must be one line/],
    ['broken YAML', 'name: Acme\nvendor: [', /products\/acme\.yaml:2: /],
  ])('%s', (_, yaml, message) => {
    product('acme', yaml);
    expect(() => loadCatalogue(dir)).toThrow(message);
  });

  it('a file whose name is no slug', () => {
    product('Acme Corp', ACME);
    expect(() => loadCatalogue(dir)).toThrow(/its name is not a slug/);
  });

  it('one URL of two products', () => {
    for (const slug of ['a', 'b']) product(slug, `${ACME}sources: [{ id: pricing, url: "https://acme.example/" }]\n`);
    expect(() => loadCatalogue(dir)).toThrow(
      /products\/b\.yaml:4: its source https:\/\/acme\.example\/ is also one of a/,
    );
  });

  it('one URL of two sources of a product, unless each reads another currency of its page', () => {
    const sources = (...currencies: string[]) =>
      currencies.map((each, at) => `  - { id: s${at}, url: "https://acme.example/"${each} }\n`).join('');
    product('acme', `${ACME}sources:\n${sources(', currency: USD', ', currency: EUR, market: EU')}`);
    expect(loadCatalogue(dir).products[0]?.sources.map(({ market }) => market)).toEqual([undefined, 'EU']);
    for (const same of [
      ['', ''],
      ['', ', currency: EUR'],
      [', currency: EUR', ', currency: EUR, market: DE'],
    ]) {
      product('acme', `${ACME}sources:\n${sources(...same)}`);
      expect(() => loadCatalogue(dir)).toThrow(/its source https:\/\/acme\.example\/ is also one of acme/);
    }
  });
});

describe('the catalogue of this project', () => {
  const catalogue = loadCatalogue(OURS);

  it('has at least 1,000 products that are sold, in at least 40 categories', () => {
    const sold = catalogue.products.filter(({ retired }) => retired === undefined);
    expect(sold.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(sold.map(({ category }) => category)).size).toBeGreaterThanOrEqual(40);
  });

  it.each([
    ['Acme – The quiet CRM. Contacts, deals and the pipeline of a sales team.', 'crm'],
    ['Acme. Newsletters and automated email campaigns for your customers', 'email-marketing'],
    ['Acme. The best way to work', undefined],
    ['', undefined],
  ])('%j speaks for %s', (about, category) => {
    expect(likelyCategory(about, catalogue.categories)).toBe(category);
  });

  it('has no fault', () => {
    expect(catalogueFaults(catalogue, new Date().toISOString().slice(0, 10))).toEqual([]);
  });
});
