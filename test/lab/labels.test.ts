/** The labels on record: each line is what it says it is, and holds no text of a page. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLines } from '../../data/text/json-lines.ts';
import { Label } from '../../lab/accuracy/score.ts';
import { PageLabel } from '../../lab/labels/labels.ts';

const MOST_WORDS = 200;
const text = readFileSync(resolve(import.meta.dirname, '../../lab/labels/labels.jsonl'), 'utf8');
const labels = jsonLines(text, PageLabel, 'labels.jsonl');

test('every line is a page of its own name, in one of three parts', () => {
  const names = labels.map(({ name }) => name);
  expect(names.length).toBe(text.trimEnd().split('\n').length);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(labels.map(({ part }) => part))).toEqual(new Set(['fitted on', 'looked at', 'kept apart']));
});

test('no field is long enough to hold a page’s sentences', () => {
  const stringsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.values(typeof value === 'object' && value !== null ? value : {}).flatMap(stringsOf);
  expect(labels.flatMap(stringsOf).filter(({ length }) => length > MOST_WORDS)).toEqual([]);
});

test('a line is a label as the benchmarks read it', () => {
  const read = labels.map((label) => Label.parse(label));
  expect(read.map(({ tiers }) => tiers.length)).toEqual(labels.map(({ tiers }) => tiers.length));
});
