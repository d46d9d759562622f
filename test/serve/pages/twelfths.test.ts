/** A year's price is shown by the month as a twelfth, in the digits of its currency, wherever a month's price is shown. */
import { expect, test } from 'vitest';
import { evidence, price, tier } from '../../builders.ts';
import { served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const proof = evidence({ quote: 'a year' });
const yearly = (slug: string, amount: string) => {
  const prices = [price({ amount, billing: 'annual', per: 'year', evidence: proof.id })];
  return sold({ slug, tiers: [tier({ prices })], evidence: [proof] }, { vendor: slug });
};
const server = await served({
  products: ['100.00', ...Array.from({ length: 9 }, (_, at) => `${at + 1}9.00`)].map((amount, at) =>
    yearly(at === 0 ? 'acme' : `other-${at}`, amount),
  ),
});

test.each([
  ['/', '$8.33'],
  ['/?q=acme', '$8.33'],
  ['/category/crm', '$8.33'],
  ['/compare?slugs=acme,other-1&seats=1', '$8.33 a month'],
  ['/compare?slugs=acme,other-1&seats=1', '$8.33 per user a month'],
  ['/calculators/tco?product=acme&seats=1', '$8.33 a month'],
  ['/stack?items=acme::1', '$8.33 a month'],
  ['/tools/acme/pricing', '$8.33 a month'],
  ['/tools/acme/alternatives', '$8.33'],
  ['/tools/acme/negotiation-email', '$4.92'],
])('%s says %s', async (path, words) => {
  const text = textOf(await pageAt(server, path));
  expect(text).toContain(words);
  expect(text).not.toMatch(/\$[\d,]+\.\d{3}/);
});

test('so does the API in its words, and keeps the number exact', async () => {
  const record = await server.json('/api/v2/pricing/acme');
  expect(record).toMatchObject({ priceRange: { min: 8.333333333, display: '$8.33 per mo' } });
  expect(String(record.verdict)).not.toMatch(/\$[\d,]+\.\d{3}/);
  expect(String(record.verdict)).toContain('median ($4.92)');
});
