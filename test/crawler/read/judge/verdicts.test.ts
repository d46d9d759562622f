/**
 * Pages of our own in the shapes that sites give to walls, errors, articles and price lists. The folder of a page under
 * `verdicts` is its verdict; the comment above it holds words of the reason, and the addresses that matter.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { lines, read } from '../pages.ts';

const FOLDER = join(import.meta.dirname, 'verdicts');
const Comment = z.strictObject({ url: z.string().optional(), asked: z.string().optional(), reason: z.string() });

test.each(globSync('*/*.html', { cwd: FOLDER }).toSorted())('%s', (file) => {
  const [, comment = '', source = ''] =
    /^<!-- (.*?) -->\n(.*)\n$/s.exec(readFileSync(join(FOLDER, file), 'utf8')) ?? [];
  const { reason, url, asked } = Comment.parse(JSON.parse(comment));
  const reading = read(source, { ...(url !== undefined && { url }), ...(asked !== undefined && { asked }) });
  expect(reading.verdict, `${reading.reason} ${lines(reading.tiers)}`).toBe(file.split('/')[0]);
  expect(reading.reason).toMatch(new RegExp(reason, 'i'));
  if (reading.verdict !== 'pricing') {
    expect([reading.tiers, reading.models]).toEqual([[], []]);
    expect(reading.readings.flatMap(({ tiers, models }) => [...tiers, ...models])).toEqual([]);
  }
});
