/** `npm run calibrate` called wrongly: it says so in words, and writes nothing. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const none = join(temporaryDirectory(), 'none');

test.each([
  [['hazard', '--from', none], `Cannot open ${none}/products.jsonl: no such file or directory\n`],
  [['score', '--vendors', 'all'], "error: option '--vendors <n>' argument 'all' is invalid. It must be 1 or more.\n"],
])('%j', (args, words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['calibration/main.ts', ...args], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([1, '', words]);
});
