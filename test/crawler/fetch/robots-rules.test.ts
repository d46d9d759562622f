import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../../config/politeness.ts';
import { decide, isFresh, type RobotsCopy, updatedCopy } from '../../../crawler/fetch/robots-rules.ts';
import { casesOf } from '../../cases.ts';

const cases = casesOf(import.meta.filename);

const NOW = new Date('2026-11-21T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AGENT = userAgent('https://assay.test/bot');

const rules = (text: string) => updatedCopy(undefined, { kind: 'rules', text }, NOW);
const question = (path: string) => ({ url: new URL(path, 'https://acme.test'), userAgent: AGENT, ...POLITENESS });
const allows = (text: string, path: string) => decide(rules(text), NOW, question(path)).allowed;

describe('what robots.txt allows', () => {
  it.each(cases<[name: string, text: string, path: string, allowed: boolean]>('what robots.txt allows'))(
    '%s',
    (_name, text, path, allowed) => {
      expect(allows(text, path)).toBe(allowed);
    },
  );

  it('takes any text without failing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof allows(text, '/pricing') === 'boolean'));
  });

  it.each(['User-agent: {}\n', 'User-agent: *\nno line\n', 'User-agent: *\nSitemap: x\n'])(
    'is decided at once where a group has thousands of %j and of rules',
    (name) => {
      const names = Array.from({ length: 3_000 }, (_, n) => name.replace('{}', String(n))).join('');
      const began = performance.now();
      expect(allows(`${names}User-agent: *\n${'Disallow: /private\n'.repeat(3_000)}`, '/private')).toBe(false);
      expect(performance.now() - began).toBeLessThan(1_500);
    },
  );

  it.each([
    ['User-agent: *\nCrawl-delay: 10', 10_000],
    ['User-agent: *\nCrawl-delay: 1\n\nUser-agent: AssayBot\nCrawl-delay: 2.5\nDisallow: /x', 2_500],
    ['User-agent: *\nCrawl-delay: soon', undefined],
    ['User-agent: *\nCrawl-delay: -3', undefined],
    ['', undefined],
  ])('reads the crawl delay of %j', (text, crawlDelayMs) => {
    expect(decide(rules(text), NOW, question('/pricing'))).toMatchObject({ allowed: true, crawlDelayMs });
  });
});

describe('what an answer means', () => {
  const unreachable = { kind: 'unreachable', reason: 'status 503' } as const;

  it('4xx allows all', () => {
    const copy = updatedCopy(rules('User-agent: *\nDisallow: /'), { kind: 'unavailable' }, NOW);
    expect(decide(copy, NOW, question('/pricing')).allowed).toBe(true);
  });

  it.each([
    ['5xx disallows all where there were never rules', unreachable, 'disallowed'],
    [
      'no answer at all is a failure of the host, no word of the vendor',
      { ...unreachable, failure: 'timeout' },
      'timeout',
    ],
  ] as const)('%s', (_, answer, failure) => {
    const copy = updatedCopy(undefined, answer, NOW);
    expect(decide(copy, NOW, question('/pricing'))).toMatchObject({ allowed: false, failure });
  });

  it('the last good rules serve for thirty days of 5xx, and then nothing is allowed', () => {
    let copy: RobotsCopy = rules('User-agent: *\nDisallow: /private');
    for (let day = 1; day <= 30; day += 1) copy = updatedCopy(copy, unreachable, later(day * DAY));
    expect(decide(copy, later(30 * DAY), question('/pricing')).allowed).toBe(true);
    expect(decide(copy, later(30 * DAY), question('/private')).allowed).toBe(false);
    expect(decide(copy, later(30 * DAY + 1), question('/pricing')).allowed).toBe(false);
  });

  it('rules and their absence are good for a day, and no longer', () => {
    for (const copy of [rules(''), updatedCopy(undefined, { kind: 'unavailable' }, NOW)]) {
      expect(isFresh(copy, later(DAY - 1), POLITENESS)).toBe(true);
      expect(isFresh(copy, later(DAY), POLITENESS)).toBe(false);
    }
  });

  it('a server that failed is asked again before the first retry', () => {
    const copy = updatedCopy(undefined, unreachable, NOW);
    expect(isFresh(copy, later(1_000), POLITENESS)).toBe(true);
    expect(isFresh(copy, later(15_000), POLITENESS)).toBe(false);
  });

  it('a copy of the future is not fresh', () => {
    expect(isFresh(rules(''), later(-HOUR), POLITENESS)).toBe(false);
  });
});
