/**
 * No regular expression that sees a vendor's text may take time that grows faster than the text: a page is up to ten
 * megabytes of what somebody hostile chose.
 *
 * Twice: by analysis of every pattern (repetitions that trade signs with one another or with where the match begins),
 * and by attacking each with strings made from it, whose cost must grow with their length.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { attackOf, attacksOn } from './regular-expressions/attack.ts';
import { type Pattern, patternsOf } from './regular-expressions/patterns.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['crawler', 'data', 'verifier', 'serve'];

/** Patterns composed when called, as they are then. */
const COMPOSED_LATER: Record<string, Omit<Pattern, 'places'>> = {
  // Of the digits on either side of where a quote ends.
  'verifier/recut.ts': { source: '(?<!\\d)29(?:<[^<>]{0,300}>){1,6}1(?!\\d)', flags: '' },
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
  ...['/<!--.{0,1024}?-->/gs', String.raw`/<meta[\s/][^>]{0,1024}>/gi`].map(
    (pattern): Bounded => ({ pattern, units: 1024, by: ['crawler/fetch/page-format.ts', 'bytes.subarray(0, 1024)'] }),
  ),
  {
    pattern: String.raw`/[\w$]{1,60}(?= ?= ?$)/`,
    units: 64,
    by: ['crawler/read/embedded/page-data.ts', 'Math.max(start, at - 64)'],
  },
  {
    pattern: String.raw`/([\w.-]{1,60})\/?(?:[?#].{0,2000})?$/s`,
    units: 3000,
    by: ['crawler/read/embedded/state.ts', 'url.slice(-3000)'],
  },
];

const { patterns, unseen } = patternsOf(FOLDERS);
const written = ({ source, flags }: Omit<Pattern, 'places'>) => `/${source}/${flags}`;
const isBounded = (pattern: Pattern) => BOUNDED.some((entry) => entry.pattern === written(pattern));
const told = ({ places, ...pattern }: Pattern, why: string) => `${places.join(', ')}: ${written(pattern)} ${why}`;

function growthFound({ source, flags }: Omit<Pattern, 'places'>): string[] {
  const { reports } = analyse({ source, flags });
  return reports.map(
    ({ type, exponential, character }) =>
      `${type} on ${character.literal.source}${exponential ? ', exponentially' : ''}`,
  );
}

/** Milliseconds to find every match, or one where the pattern asks for no more. */
function cost(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const start = performance.now();
  if (pattern.global) for (const _ of text.matchAll(pattern));
  else pattern.test(text);
  return performance.now() - start;
}

const SIZES = [12, 18, 24, 30, 36, 42, 48, 60, 120, 250, 1000, 4000, 16_000];
/** Below this a clock tells nothing. */
const LEAST_MS = 4;

/** What makes it grow faster than the text, if anything does: from 4,000 to 16,000 units, linear is 4 and quadratic 16. */
function growthSeen(pattern: Omit<Pattern, 'places'>): string | undefined {
  const compiled = new RegExp(pattern.source, pattern.flags);
  for (const attack of attacksOn({ ...pattern, places: [] })) {
    const least = (size: number, runs: number) =>
      Math.min(...Array.from({ length: runs }, () => cost(compiled, attackOf(size, attack))));
    for (const [at, size] of SIZES.entries()) {
      if (least(size, 1) < LEAST_MS) continue;
      const before = SIZES[at - 1] ?? 1;
      const ratio = least(size, 4) / Math.max(least(before, 4), 0.001);
      if (ratio < 2.2 * (size / before)) continue;
      if (size < 1000 || least(size, 1) > 40)
        return `×${ratio.toFixed(0)} from ${before} to ${size} units of ${JSON.stringify(attack)}`;
      // A machine that others use may have been slow just then; once more, from here on to four times the size.
      const again = least(size * 4, 3) / least(size, 4);
      if (again > 11) return `×${again.toFixed(0)} from ${size} to ${size * 4} units of ${JSON.stringify(attack)}`;
    }
  }
  return undefined;
}

describe('the check itself', () => {
  test.each([
    { source: '^(a+)+$', flags: '' },
    { source: '\\s+$', flags: '' },
    { source: 'a.*b.*c', flags: 's' },
    { source: '^\\w*\\s*\\w*$', flags: '' },
  ])('finds what grows too fast: /$source/$flags', (pattern) => {
    expect(growthFound(pattern)).not.toEqual([]);
    expect(growthSeen(pattern)).toBeDefined();
  });

  test('finds by attack what is no repetition of a single sign', () => {
    expect(growthSeen({ source: '\\b[a-z-]+\\.com\\b', flags: 'i' })).toBeDefined();
    expect(growthSeen({ source: '^(?:ab|a|b)+$', flags: '' })).toBeDefined();
  });

  test.each([
    { source: '[\\s\\u00a0]+', flags: 'g' },
    { source: '(?<!\\d)\\d+$', flags: '' },
    { source: '<[^<>]{0,300}>', flags: 'g' },
  ])('is content with what does not: /$source/$flags', (pattern) => {
    expect(growthFound(pattern)).toEqual([]);
    expect(growthSeen(pattern)).toBeUndefined();
  });
});

describe('the sources', () => {
  test('are read, literals and composed patterns alike', () => {
    const files = new Set(patterns.flatMap(({ places }) => places.map((place) => place.split(':')[0])));
    for (const file of ['crawler/read/money/money.ts', 'verifier/recut.ts', 'data/page-text.ts'])
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
      .filter((pattern) => !isBounded(pattern))
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
