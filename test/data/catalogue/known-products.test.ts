import { expect, test } from 'vitest';
import { knownProducts } from '../../../data/catalogue/known-products.ts';
import { Source } from '../../../data/product.ts';
import { product } from '../../builders.ts';

const source = (url: string) => Source.parse({ id: 'pricing', url });
const PRODUCTS = [
  product({ slug: 'acme', name: 'Acme CRM', aliases: ['acme-sales'], homepage: 'https://www.acme.com' }),
  product({
    slug: 'acme-desk',
    name: 'Acme Desk',
    homepage: 'https://acme.com',
    sources: [source('https://desk.acme.com/plans')],
  }),
  product({ slug: 'birch', name: 'Birch', homepage: 'https://birch.github.io' }),
];
const known = (url: string, name?: string) =>
  knownProducts(PRODUCTS, { url, ...(name !== undefined && { name }) }).map(
    ({ product: { slug }, by }) => `${slug} by ${by}`,
  );

test.each([
  ['the same page, however it is spelt', known('https://desk.acme.com/plans/'), ['acme-desk by page', 'acme by name']],
  ['the same name', known('https://elsewhere.io/', 'Acme  Desk'), ['acme-desk by name']],
  ['an alias', known('https://elsewhere.io/', 'Acme Sales'), ['acme by name']],
  ['the word of the domain, while there is no name', known('https://birch.app/'), ['birch by name']],
  [
    'the same registrable domain',
    known('https://shop.acme.com/', 'Acme Shop'),
    ['acme by vendor', 'acme-desk by vendor'],
  ],
  ['another tenant of a shared host', known('https://cedar.github.io/', 'Cedar'), []],
])('%s', (_, found, expected) => {
  expect(found).toEqual(expected);
});
