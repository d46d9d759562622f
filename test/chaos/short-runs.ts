/** Every fault at scale `short`, as a test of its own, so that a reader sees which row of the matrix broke. */
import { expect, it } from 'vitest';
import { type Fault, tryOut } from './fault.ts';

/** Of the run (vitest.config.ts); by chance where there is none, and the message of a failure names it. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

export function shortRuns(faults: readonly Fault[]): void {
  it.for(faults.map((fault) => [fault.id, fault.title, fault] as const))(
    '%s %s',
    { timeout: 300_000 },
    async ([id, , fault], { skip }) => {
      const lines: string[] = [];
      const outcome = await tryOut(fault, { seed, scale: 'short', say: (line) => lines.push(line) });
      if (outcome.result === 'not_run') skip(outcome.reason);
      if (outcome.result === 'failed')
        throw new Error(`${id} with seed ${seed}; kept in ${outcome.kept.join(', ')}\n${lines.slice(-20).join('\n')}`, {
          cause: outcome.error,
        });
      expect(outcome).toMatchObject({ result: 'passed' });
    },
  );
}
