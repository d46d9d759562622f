/** How samples are taken: in interleaved rounds. */
import { performance } from 'node:perf_hooks';

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
 * Garbage is collected when it is in service too, never by order: that would take compiled code with it.
 */
export function cpuMs(work: () => unknown, forMs: number): number {
  const started = performance.now();
  const before = process.cpuUsage();
  let runs = 0;
  let result: unknown;
  do {
    result = work();
    runs += 1;
  } while (performance.now() - started < forMs);
  const { user, system } = process.cpuUsage(before);
  // Read, so that no optimiser may leave the work out.
  if (result === undefined) throw new TypeError('Cannot measure work that comes to nothing');
  return (user + system) / 1000 / runs;
}

/** Milliseconds by the clock: for work that waits for a disk or a socket. */
export async function wallMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
