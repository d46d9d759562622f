import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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

/** What takes a minute or more; what waits much is not beside its like. */
const LONG = [
  'test/chaos/f09-to-f17.test.ts',
  'test/crawler/vendor-web.test.ts',
  'test/chaos/f01-to-f08.test.ts',
  'test/serve/browser/pages.test.ts',
  'test/data/store/crash.test.ts',
];

/** A long file that is begun late is waited for by all others; the size of a file, which Vitest goes by, says little. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONG.findIndex((file) => moduleId.endsWith(file));
      return index === -1 ? LONG.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/each-file.ts'],
    // Tests start hundreds of processes, and half of what that costs is reading TypeScript: as the supervisor keeps it.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'), ...seed() },
    // Two cores: more forks than that only make the real Redis and Chromium wait for one another.
    pool: 'forks',
    // No test changes what another file could see, so what they share is loaded once a worker: three quarters of the
    // time of the readers' tests was loading it for each file.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
