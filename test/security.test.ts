/** docs/security.md names tests for each of its points: they are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
const points = text.split(/^## /m).slice(1);
const named = [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)`: (.+)$/gm)];

test('every point of the list is worked through, with a test at least', () => {
  const headings = points.map((point) => point.split('\n')[0] ?? '');
  expect(headings.slice(0, 10).map((heading) => heading.split(' ')[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
  );
  for (const point of points.slice(0, 10)) expect(point).toMatch(/^- `test\//m);
});

test('every test that is named is there', () => {
  expect(named.length).toBeGreaterThan(25);
  const missing = named.filter(([, file = '', title = '']) => {
    const path = join(ROOT, file);
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
  });
  expect(missing.map(([line]) => line)).toEqual([]);
});
