/** Every promise of the interface is proven by a test, and no test claims to prove one that there is not. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const REQUIREMENTS: Record<string, string> = parse(
  readFileSync(join(import.meta.dirname, 'requirements.yaml'), 'utf8'),
);

/** In a string on one line, as titles are. */
const CITED = /\[([SD]\d[\w.-]*)\](?=[^\n]*['`])/g;

const files = globSync('**/*.test.ts', {
  cwd: import.meta.dirname,
  exclude: ['requirements.test.ts', '**/node_modules/**'],
});
const cited = new Map<string, string>();
for (const file of files)
  for (const [, id = ''] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(CITED)) cited.set(id, file);

test('every requirement is cited by a test', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(Object.keys(REQUIREMENTS).filter((id) => !cited.has(id))).toEqual([]);
});

test('no test cites a requirement that there is not', () => {
  expect([...cited].filter(([id]) => !Object.hasOwn(REQUIREMENTS, id))).toEqual([]);
});
