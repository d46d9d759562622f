import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';

/**
 * What is tried at random follows from the sources: one commit is tried on the same values wherever it is, so that a run
 * that failed fails again, and every change tries others. `SEED=n` chooses by hand. Without git they are chosen by
 * chance, and the message of a failure names the seed.
 */
function seed(): Record<string, string> {
  if (process.env.SEED !== undefined) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? { SEED: String(Number.parseInt(stdout.slice(0, 7), 16)) } : {};
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/each-file.ts'],
    env: seed(),
    // Two cores: more forks than that only make the real Redis and Chromium wait for one another.
    pool: 'forks',
    // No test changes what another file could see, so what they share is loaded once a worker: three quarters of the
    // time of the readers' tests was loading it for each file.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
