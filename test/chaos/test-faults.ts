/** Each fault is a test of its own, so that a reader sees which row of the matrix broke. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seeded } from '../vendor-web/random.ts';
import { type Fault, NotRunHere, type Scale } from './fault.ts';

const SCALE: Scale = process.env.CHAOS === 'long' ? 'long' : 'short';
const TIMEOUT_MS = { short: 600_000, long: 6 * 3_600_000 }[SCALE];
/** Of the run (vitest.config.ts); by chance where there is none, and the message of a failure names it. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

export function testFaults(faults: readonly Fault[]): void {
  for (const { id, title, run } of faults) {
    it(`${id} ${title}`, { timeout: TIMEOUT_MS }, async ({ skip }) => {
      const [lines, directories]: [string[], string[]] = [[], []];
      const remarks = await run({
        scale: SCALE,
        random: seeded(`${SEED} ${id}`).next,
        directory() {
          const directory = mkdtempSync(join(tmpdir(), `assay-chaos-${id.toLowerCase()}-`));
          directories.push(directory);
          return directory;
        },
        say(line) {
          lines.push(line);
          if (SCALE === 'long') console.info(id, line);
        },
      }).catch((cause) => {
        if (cause instanceof NotRunHere) skip(`not run here: ${cause.message}`);
        const kept = `kept in ${directories.join(', ')} (node test/chaos/check.ts DIRECTORY)`;
        throw new Error(`${id} with seed ${SEED}; ${kept}\n${lines.slice(-20).join('\n')}`, { cause });
      });
      if (SCALE === 'long') console.info(id, remarks);
      expect(Object.keys(remarks)).not.toEqual([]);
      for (const directory of directories) rmSync(directory, { recursive: true, force: true });
    });
  }
}
