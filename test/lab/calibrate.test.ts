/** `npm run calibrate`: its errors are sentences and write nothing, and the decade that it fits to is the same each time. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { simulate } from '../simulation/decade.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const none = join(temporaryDirectory(), 'none');

test('what is not there is named', () => {
  const args = ['hazard', '--from', none];
  const words = `Cannot open ${none}/products.jsonl: no such file or directory\n`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['lab/calibration/main.ts', ...args], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([1, '', words]);
});

test('a simulated year is the same each time, and visits its vendors weekly', {
  timeout: 60_000,
}, () => {
  const year = () => {
    const ledger = openLedger(join(temporaryDirectory(), 'ledger.db'));
    const decade = simulate({ ledger, vendors: 1, days: 365 });
    ledger.close();
    return decade;
  };
  const decade = year();
  expect(year()).toEqual(decade);
  expect(decade.visits).toBeGreaterThan(50);
  expect(decade.samples.filter(({ right }) => right).length).toBeGreaterThan(decade.samples.length / 2);
});
