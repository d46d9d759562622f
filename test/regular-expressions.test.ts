/**
 * No regular expression that sees a vendor's text may take time that grows faster than the text: a page is up to ten
 * megabytes of what somebody hostile chose.
 *
 * Twice: by analysis of every pattern (repetitions that trade signs with one another or with where the match begins),
 * and by attacking each with strings made from it, whose cost must grow with their length.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyse } from 'scslre';
import { describe, expect, test } from 'vitest';
import { attackOf, attacksOn } from './regular-expressions/attack.ts';
import { type Cost, growthOf } from './regular-expressions/growth.ts';
import { type Pattern, patternsOf } from './regular-expressions/patterns.ts';
import { seeded } from './vendor-web/random.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['crawler', 'data', 'verifier', 'serve'];

/** Patterns composed when called, as they are then. */
const COMPOSED_LATER: Record<string, Omit<Pattern, 'places'>> = {
  // Of the digits on either side of where a quote ends.
  'verifier/judge/recut.ts': { source: '(?<!\\d)29(?:<[^<>]{0,300}>){1,6}1(?!\\d)', flags: '' },
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

/** Milliseconds of processor time to find every match, or one where the pattern asks for no more. */
function cost(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const start = process.cpuUsage();
  if (pattern.global) for (const _ of text.matchAll(pattern));
  else pattern.test(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** What makes it grow faster than the text, if anything does. */
function growthSeen(pattern: Omit<Pattern, 'places'>): string | undefined {
  const compiled = new RegExp(pattern.source, pattern.flags);
  for (const attack of attacksOn({ ...pattern, places: [] })) {
    const texts = new Map<number, string>();
    const growth = growthOf((units) => {
      const text = texts.get(units) ?? attackOf(units, attack);
      texts.set(units, text);
      return cost(compiled, text);
    });
    if (growth === undefined) continue;
    const { ratio, from, to } = growth;
    return `×${ratio.toFixed(0)} from ${from} to ${to} units of ${JSON.stringify(attack)}`;
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

describe('on a machine that others use', () => {
  /** Up to three times as slow as it is, and now and then ten times. */
  const disturbed = (cost: Cost, seed: number): Cost => {
    const random = seeded(seed);
    return (units) => cost(units) * (1 + 2 * random.next() ** 2) * (random.chance(0.05) ? 10 : 1);
  };
  const seeds = Array.from({ length: 500 }, (_, seed) => seed);
  const accused = (cost: Cost) => seeds.filter((seed) => growthOf(disturbed(cost, seed)) !== undefined).length;

  test.each<[string, Cost]>([
    ['linear', (units) => units / 2000],
    ['linear and slow', (units) => units / 100],
    ['linear, all of it in the last size', (units) => units / 4100],
    ['quadratic up to a bound of 300', (units) => (units * Math.min(units, 300)) / 40_000],
    ['quadratic up to a bound of 1000', (units) => (units * Math.min(units, 1000)) / 400_000],
  ])('nothing is accused that is %s', (_, cost) => {
    expect(accused(cost)).toBe(0);
  });

  test.each<[string, Cost]>([
    ['quadratic', (units) => units ** 2 / 1e6],
    ['quadratic, if ever so fast', (units) => units ** 2 / 2e7],
    ['cubic', (units) => units ** 3 / 1e7],
    ['exponential', (units) => 2 ** Math.min(units, 60) / 1e5],
  ])('nothing passes that is %s', (_, cost) => {
    expect(accused(cost)).toBe(seeds.length);
  });
});

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
