/**
 * No regular expression that sees a vendor's text may take time that grows faster than the text: a page is up to ten
 * megabytes of what somebody hostile chose.
 *
 * Twice: by analysis of every pattern (repetitions that trade signs with one another or with where the match begins),
 * and by attacking each (a tenth of them in `npm test`) with strings made from it, whose cost must grow with their length.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repetitions } from './long.ts';
import { growthFound, growthSeen } from './regular-expressions/checks.ts';
import { type Pattern, patternsOf } from './regular-expressions/patterns.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['crawler', 'data', 'verifier', 'serve'];

/** Patterns composed when called, as they are then. */
const COMPOSED_LATER: Record<string, Omit<Pattern, 'places'>> = {
  // Of the digits on either side of where a quote ends.
  'verifier/judge/recut.ts': { source: '(?<!\\d)29(?:<[^<>]{0,300}>){1,6}1(?!\\d)', flags: '' },
  // Of a number's words in several languages.
  'verifier/judge/recut-facts.ts': { source: '(?<!\\p{L})(?:seven|sieben|sept|siete|sette)(?!\\p{L})', flags: 'iu' },
};

interface Bounded {
  pattern: string;
  /** Longest text that it sees. */
  units: number;
  /** The file that sees to it, and its words that do. */
  by: [file: string, words: string];
}

/** Patterns that grow faster than their text, and see only a short one. */
const BOUNDED: readonly Bounded[] = [
  {
    pattern: String.raw`/([\w.-]{1,60})\/?(?:[?#].{0,2000})?$/s`,
    units: 3000,
    by: ['crawler/read/declared/state.ts', 'url.slice(-3000)'],
  },
];

const { patterns, unseen } = patternsOf(FOLDERS);
const written = ({ source, flags }: Omit<Pattern, 'places'>) => `/${source}/${flags}`;
const isBounded = (pattern: Pattern) => BOUNDED.some((entry) => entry.pattern === written(pattern));
const told = ({ places, ...pattern }: Pattern, why: string) => `${places.join(', ')}: ${written(pattern)} ${why}`;

describe('the sources', () => {
  test('are read, literals and composed patterns alike', () => {
    const files = new Set(patterns.flatMap(({ places }) => places.map((place) => place.split(':')[0])));
    for (const file of ['crawler/read/money/money.ts', 'verifier/judge/recut.ts', 'data/text/page-text.ts'])
      expect(files).toContain(file);
    expect(patterns.length).toBeGreaterThan(200);
    expect(patterns.filter(({ source }) => source.includes('disregard'))).not.toEqual([]);
  });

  test('compose no pattern that was not seen', () => {
    expect(unseen.filter((place) => COMPOSED_LATER[place.split(':')[0] ?? ''] === undefined)).toEqual([]);
  });

  test('have no pattern that analysis finds to grow too fast', () => {
    const found = [
      ...patterns,
      ...Object.entries(COMPOSED_LATER).map(([file, pattern]) => ({ ...pattern, places: [file] })),
    ]
      .filter((pattern) => !isBounded(pattern))
      .flatMap((pattern) => growthFound(pattern).map((why) => told(pattern, why)));
    expect(found).toEqual([]);
  });

  test('have no pattern that an attack makes grow too fast', { timeout: 120_000 }, () => {
    const found = patterns
      .filter((pattern, at) => at % repetitions(10, 1) === 0 && !isBounded(pattern))
      .flatMap((pattern) => {
        const why = growthSeen(pattern);
        return why === undefined ? [] : [told(pattern, why)];
      });
    expect(found).toEqual([]);
  });

  test('bound what they except, still', () => {
    for (const { pattern, by } of BOUNDED) {
      expect(patterns.map(written)).toContain(pattern);
      expect(readFileSync(join(ROOT, by[0]), 'utf8'), pattern).toContain(by[1]);
    }
  });
});
