/** A disk that fails one call: whatever the store does then, it says so, or had no need of that call. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { counting, failedOn, failing, isScratch, straceMissing } from '../../chaos/strace.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const PROGRAM = join(import.meta.dirname, 'failing-disk.ts');

/** The status of a store's life under that command, and what the command wrote to its log. */
function live(under: (log: string) => string[]): { status: number | null; log: string } {
  const log = join(temporaryDirectory(), 'log');
  const [command = '', ...args] = under(log);
  const life = [process.execPath, PROGRAM, temporaryDirectory()];
  const { status } = spawnSync(command, [...args, ...life], { stdio: 'ignore', timeout: 60_000 });
  return { status, log };
}

/** The files that it calls upon in a life without trouble, in order. */
function filesOf(call: string): string[] {
  const { status, log } = live((to) => counting([call], to));
  expect(status).toBe(0);
  return [...readFileSync(log, 'utf8').matchAll(/\(\d+<([^>]*)>/g)].map(([, file = '']) => file);
}

it.runIf(straceMissing() === undefined)('tells of each write that a commit needs and that failed', () => {
  const flushes = filesOf('fsync').map((file, at) => ({ call: 'fsync', error: 'EIO', nth: at + 1, file }));
  const writes = filesOf('pwrite64').map((file, at) => ({ call: 'pwrite64', error: 'ENOSPC', nth: at + 1, file }));
  const tried = [
    // F3 tries those of a publication, and what closing flushes is on the disk already.
    ...flushes.slice(
      0,
      flushes.findIndex(({ file }) => file.includes('generations')),
    ),
    // The number of the generation is the last that is written there.
    ...writes.filter(({ file }) => /staging\.db-wal$/.test(file)).slice(-2),
  ];
  expect(tried.length).toBeGreaterThan(5);
  for (const { call, error, nth, file } of tried) {
    const { status, log } = live((to) => failing({ call, error, nth, isLasting: false }, to));
    const [failed = ''] = failedOn(log);
    expect(failed, `the ${nth}th ${call}, on ${file}`).not.toBe('');
    if (!isScratch(failed)) expect(status, `the ${nth}th ${call}, on ${failed}`).toBe(1);
  }
});
