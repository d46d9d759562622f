/** Every fault at scale `short`, as a test of its own, so that a reader sees which row of the matrix broke. */
import { expect, it } from 'vitest';
import { type Fault, tryOut } from './fault.ts';

/** Of the run (vitest.config.ts); by chance where there is none, and the message of a failure names it. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

export function shortRuns(faults: readonly Fault[]): void {
  for (const fault of faults) {
    it(`${fault.id} ${fault.title}`, { timeout: 300_000 }, async ({ skip }) => {
      const lines: string[] = [];
      const outcome = await tryOut(fault, { seed, scale: 'short', say: (line) => lines.push(line) });
      if (outcome.result === 'not_run') return skip(`not run here: ${outcome.reason}`);
      if (outcome.result === 'failed') {
        const said = lines.slice(-20).join('\n');
        throw new Error(`${fault.id} with seed ${seed}; kept in ${outcome.kept.join(', ')}\n${said}`, {
          cause: outcome.error,
        });
      }
      expect(Object.keys(outcome.remarks)).not.toEqual([]);
    });
  }
}
