import { describe, expect, test } from 'vitest';
import { type Paint, shortLine } from '../../supervisor/log-line.ts';

const plain: Paint = (_style, text) => text;
const marked: Paint = (style, text) => `<${style}>${text}</>`;
const TIME = Date.UTC(2026, 10, 21, 12, 34, 56);

function line(entry: Record<string, unknown>): string {
  return JSON.stringify({ level: 30, time: TIME, pid: 1, hostname: 'here', name: 'crawler', ...entry });
}

describe('what is not a line of ours is shown as it is', () => {
  test.each(['Error: Cannot find module', '', '{ "half": ', '{"tiers":3}', '[1,2]', '{"level":"info"}'])(
    '%j',
    (text) => {
      expect(shortLine(text, plain)).toBe(text);
    },
  );
});

test('time, level, event and the facts, without what the prefix says already', () => {
  expect(shortLine(line({ event: 'crawled', slug: 'notion', ms: 812, url: undefined }), plain)).toBe(
    '12:34:56 info  crawled slug=notion ms=812',
  );
});

test('the event may be the message, and both may be there', () => {
  expect(shortLine(line({ msg: 'crawled' }), plain)).toBe('12:34:56 info  crawled');
  expect(shortLine(line({ event: 'crawled', msg: 'as asked' }), plain)).toBe('12:34:56 info  crawled as asked');
});

test('a value with spaces is quoted, and one with parts is JSON', () => {
  expect(shortLine(line({ event: 'read', quote: '$10 per "seat"', tiers: ['Free', 'Pro'], none: '' }), plain)).toBe(
    '12:34:56 info  read quote="$10 per \\"seat\\"" tiers=["Free","Pro"] none=""',
  );
});

test('a time in words is understood, and none is no reason to fail', () => {
  expect(shortLine(line({ time: '2026-11-21T01:02:03.000Z', event: 'tick' }), plain)).toBe('01:02:03 info  tick');
  expect(shortLine(line({ time: 'soon', event: 'tick' }), plain)).toBe('--:--:-- info  tick');
});

test('an error is shown with its stack, on lines of its own', () => {
  const err = { type: 'Error', message: 'Cannot read', stack: 'Error: Cannot read\n    at read.ts:1' };
  expect(shortLine(line({ level: 50, event: 'failed', err }), plain)).toBe(
    '12:34:56 error failed \n    Error: Cannot read\n        at read.ts:1',
  );
});

test('warnings and errors have colours', () => {
  expect(shortLine(line({ level: 40, event: 'slow' }), marked)).toContain('<yellow>warn </>');
  expect(shortLine(line({ level: 60, event: 'gone' }), marked)).toContain('<red>fatal</>');
  expect(shortLine(line({ level: 35, event: 'odd' }), marked)).toContain('<dim>35   </>');
});
