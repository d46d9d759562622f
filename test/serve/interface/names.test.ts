/** Names that people type, over the catalogue that is shipped. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import { atOnce } from '../../../data/store/steps.ts';
import { Suggestions } from '../../../serve/search/suggestions.ts';

const { products } = loadCatalogue(resolve(import.meta.dirname, '../../../data'));
const names = products.flatMap(({ slug, aliases }) => [slug, ...aliases].map((name) => [name, slug] as const));
const bySlug = new Map(names);

it('each is of one product', () => {
  expect(bySlug.size).toBe(names.length);
  expect(names.length - products.length).toBeGreaterThan(300);
});

it.each([
  ['chatgpt', 'chatgpt'],
  ['gcp', 'google-cloud'],
  ['teams', 'microsoft-teams'],
])('%s is %s', (name, slug) => {
  expect(bySlug.get(name)).toBe(slug);
});

it.each([
  ['OpenAI', ['openai-api', 'chatgpt']],
  ['anthropic', ['anthropic-claude-api', 'claude', 'claude-code']],
  ['gemini', ['gemini-api', 'gemini-app']],
])('%s is no name of one product, and leads to %j', (text, wanted) => {
  const listed = products.map(({ slug, name, category, vendor, aliases, retired }) => ({
    ...{ slug, name, category, vendor, aliases },
    retired: retired !== undefined,
    has: [],
  }));
  const suggested = atOnce(Suggestions.of(listed)).for(text);
  expect(suggested).toEqual(expect.arrayContaining(wanted));
  expect(suggested.length).toBeLessThanOrEqual(5);
});
