/** A disk that fails one call: whatever the store does then, it says so, or had no need of that call. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { counting, failedOn, failing, isScratch, straceMissing } from '../../chaos/strace.ts';
import { IS_LONG } from '../../long.ts';
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

/** What it calls upon in a life without trouble, in order: the how manieth call of its kind, and the file. */
function callsOf(...names: string[]): { call: string; nth: number; file: string }[] {
  const { status, log } = live((to) => counting(names, to));
  expect(status).toBe(0);
  const lines = [...readFileSync(log, 'utf8').matchAll(/(\w+)\(\d+<([^>]*)>/g)];
  const calls = lines.map(([, call = '', file = '']) => ({ call, file }));
  return names.flatMap((name) =>
    calls.filter(({ call }) => call === name).map((each, at) => ({ ...each, nth: at + 1 })),
  );
}

/** Of the flushes the last two, in `npm test`. */
it.runIf(straceMissing() === undefined)('tells of each write that a commit needs and that failed', () => {
  const calls = callsOf('fsync', 'pwrite64');
  const tried = [
    // F3 tries those of a publication, and what closing flushes is on the disk already.
    ...calls.slice(
      0,
      calls.findIndex(({ file }) => file.includes('generations')),
    ),
    // The number of the generation is the last that is written there.
    ...calls.filter(({ call, file }) => call === 'pwrite64' && /staging\.db-wal$/.test(file)).slice(-2),
  ];
  expect(tried.length).toBeGreaterThan(5);
  for (const { call, nth, file } of IS_LONG ? tried : tried.slice(-4)) {
    const error = call === 'fsync' ? 'EIO' : 'ENOSPC';
    const { status, log } = live((to) => failing({ call, error, nth, isLasting: false }, to));
    const [failed = ''] = failedOn(log);
    expect(failed, `the ${nth}th ${call}, on ${file}`).not.toBe('');
    if (!isScratch(failed)) expect(status, `the ${nth}th ${call}, on ${failed}`).toBe(1);
  }
});
