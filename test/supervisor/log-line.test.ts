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

test.each<[string, Record<string, unknown>, string]>([
  [
    'time, level, event and facts, without what the prefix says',
    { event: 'crawled', slug: 'notion', ms: 812, url: undefined },
    '12:34:56 info  crawled slug=notion ms=812',
  ],
  ['the message in place of an event', { msg: 'crawled' }, '12:34:56 info  crawled'],
  ['both', { event: 'crawled', msg: 'as asked' }, '12:34:56 info  crawled as asked'],
  [
    'quotes around spaces, and parts as JSON',
    { event: 'read', quote: '$10 per "seat"', tiers: ['Free', 'Pro'], none: '' },
    '12:34:56 info  read quote="$10 per \\"seat\\"" tiers=["Free","Pro"] none=""',
  ],
  ['a time in words', { time: '2026-11-21T01:02:03.000Z', event: 'tick' }, '01:02:03 info  tick'],
  ['no time', { time: 'soon', event: 'tick' }, '--:--:-- info  tick'],
  [
    'an error with its stack on lines of its own',
    { level: 50, event: 'failed', err: { type: 'Error', message: 'x', stack: 'Error: x\n    at read.ts:1' } },
    '12:34:56 error failed \n    Error: x\n        at read.ts:1',
  ],
])('a line shows %s', (_, entry, text) => {
  expect(shortLine(line(entry), plain)).toBe(text);
});

test.each([
  [40, '<yellow>warn </>'],
  [60, '<red>fatal</>'],
  [35, '<dim>35   </>'],
])('level %d has its colour', (level, text) => {
  expect(shortLine(line({ level, event: 'slow' }), marked)).toContain(text);
});
