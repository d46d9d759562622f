import { spawnSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SecondsByFolder } from './test/seconds-by-folder.ts';

/**
 * Random values follow from the sources: one commit is tried on the same values everywhere, so that a failed run fails
 * again, and every change tries others. `SEED=n` chooses by hand. Without git the seed is random, and the message of a
 * failure names it.
 */
function seed(): Record<string, string> {
  if (process.env.SEED !== undefined) return {};
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? { SEED: String(Number.parseInt(stdout.slice(0, 7), 16)) } : {};
}

/** Temporary files go to memory where there is room: on a disk, tests of the store wait for its flushes. */
function temporaryDirectory(): Record<string, string> {
  if (process.env.TMPDIR !== undefined || !existsSync('/dev/shm')) return {};
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 31 ? { TMPDIR: '/dev/shm' } : {};
}

/** The slowest files, in order. */
const SLOWEST = [
  'test/console/browser/flows.test.ts',
  'test/crawler/fetch/browser.test.ts',
  'test/serve/browser/pages.test.ts',
  'test/console/browser/review.test.ts',
  'test/supervisor/supervisor.test.ts',
  'test/pipeline/history.test.ts',
  'test/console/browser/teach.test.ts',
  'test/crawler/visit/visit.test.ts',
  'test/pipeline/pipeline.test.ts',
  'test/crawler/vendor-web.test.ts',
  'test/chaos/faults.test.ts',
  'test/pipeline/running.test.ts',
  'test/notifier/notifier.test.ts',
  'test/verifier/worker/main.test.ts',
  'test/pipeline/decisions.test.ts',
  'test/serve/files/exporter/follow.test.ts',
  'test/client/client.test.ts',
  'test/console/http.test.ts',
  'test/tool-clients/package.test.ts',
  'test/process.test.ts',
  'test/pipeline/replay.test.ts',
  'test/serve/http/unread-answers.test.ts',
  'test/serve/workers.test.ts',
];

/** A slow file that starts last keeps one worker busy alone. Vitest orders by file size, which says little about time. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.findIndex((file) => moduleId.endsWith(file));
      return index === -1 ? SLOWEST.length : index;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** `--mode long` (`npm run test:long`) adds the files named *.long.test.ts and more repetitions (test/long.ts). */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(mode === 'long' ? [] : ['test/**/*.long.test.ts'])],
    setupFiles: ['test/each-file.ts'],
    reporters: ['default', new SecondsByFolder()],
    env: {
      // Tests start hundreds of processes, and half of their start is compiling TypeScript.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
      ...(mode === 'long' && { TEST_LONG: '1' }),
      ...seed(),
      ...temporaryDirectory(),
    },
    // Two cores, and a third of the time a file waits for a process of its own.
    pool: 'forks',
    maxWorkers: 3,
    // Files share loaded modules: loading them for each file took three quarters of the time of the reader tests.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}));
