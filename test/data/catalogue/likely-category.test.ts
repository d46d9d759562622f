import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import { likelyCategory } from '../../../data/catalogue/likely-category.ts';

const { categories } = loadCatalogue(resolve(import.meta.dirname, '../../../data'));

test.each([
  ['Acme – The quiet CRM. Contacts, deals and the pipeline of a sales team.', 'crm'],
  ['Acme. Newsletters and automated email campaigns for your customers', 'email-marketing'],
  ['Acme. The best way to work', undefined],
  ['', undefined],
])('%j speaks for %s', (about, category) => {
  expect(likelyCategory(about, categories)).toBe(category);
});
