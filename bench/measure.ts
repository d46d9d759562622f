/** How samples are taken: in interleaved rounds, with the garbage of one contender out of the next one's way. */
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface RoundOptions {
  rounds: number;
  /** Rounds before them that do not count; 0 for what runs in fresh processes. */
  warmUp?: number;
  /** Said after each round. */
  progress?: (done: number) => void;
}

/** Samples of all contenders, round by round. Each round begins with another one: whoever follows the heaviest pays. */
export async function inRounds<Name extends string, Sample>(
  contenders: Record<Name, () => Sample | Promise<Sample>>,
  { rounds, warmUp = 2, progress }: RoundOptions,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name): [string, Sample[]] => [name, []])) as Record<Name, Sample[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const turn of names.keys()) {
      const name = names[(turn + round + warmUp) % names.length] as Name; // The index is within the list.
      const sample = await contenders[name]();
      if (round >= 0) samples[name].push(sample);
    }
    if (round >= 0) progress?.(round + 1);
  }
  return samples;
}

/**
 * Milliseconds of processor time that one run of `work` costs, by running it for at least `forMs`. Processor time and
 * not the clock: what computes only is then hardly disturbed by what else the machine does.
 *
 * Before that it runs untimed: a collection takes compiled code with it, which a process at work has.
 */
export function cpuMs(work: () => unknown, forMs: number): number {
  collectGarbage();
  runFor(work, forMs / 2);
  const before = process.cpuUsage();
  const runs = runFor(work, forMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}

function runFor(work: () => unknown, forMs: number): number {
  const start = performance.now();
  let runs = 0;
  do {
    kept = work();
    runs += 1;
  } while (performance.now() - start < forMs);
  return runs;
}

/** The last result is kept where the optimiser can't prove it unused. */
let kept: unknown;

export function lastResult(): unknown {
  return kept;
}

/** Milliseconds by the clock: for work that waits for a disk or a socket. */
export async function wallMs(work: () => unknown): Promise<number> {
  collectGarbage();
  const start = performance.now();
  await work();
  return performance.now() - start;
}

let collect: (() => void) | undefined;

function collectGarbage(): void {
  if (collect === undefined) {
    // Else each forced collection brings compiled functions nearer to being thrown away, which nothing else would do.
    setFlagsFromString('--no-flush-bytecode');
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
