/** The command as a person or a script calls it: what it prints where, and its exit code. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Measurement } from '../../bench/measurement.ts';

const PROGRAM = resolve(import.meta.dirname, '../../bench/main.ts');

function bench(...args: string[]) {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', timeout: 120_000 });
}

describe('bench', () => {
  it.each([
    { args: ['nonsense'], says: 'There is no benchmark "nonsense"' },
    { args: ['--fast'], says: "Unknown option '--fast'" },
    { args: ['--rounds', 'two'], says: 'Cannot run "two" rounds' },
  ])('refuses $args with its usage and exit code 2', ({ args, says }) => {
    const { status, stdout, stderr } = bench(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(says);
    expect(stderr).toContain('Usage: npm run bench');
  });

  it('read --quick prints measurements, a line of JSON each, and a table for a person', { timeout: 130_000 }, () => {
    const { status, stdout, stderr } = bench('read', '--quick');
    expect(stderr).toContain('case');
    expect(status).toBe(0);
    const measurements = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Measurement.parse(JSON.parse(line)));
    expect(new Set(measurements.map((measurement) => measurement.bench))).toEqual(new Set(['read']));
    for (const what of [
      'time, marketing page',
      'growth of readPage',
      'time, layout div-cards',
      'memory, marketing page',
    ]) {
      expect(measurements.filter(({ case: name }) => name.startsWith(what))).not.toEqual([]);
      expect(stderr).toContain(what);
    }
  });
});
