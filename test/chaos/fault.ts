/** What a row of the fault matrix is, and what one trial of it has to work with. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../vendor-web/random.ts';

/** One row of the fault matrix. */
export interface Fault {
  /** Of the matrix: F1 to F18; or the hour of load beside it. */
  id: `F${number}` | 'load';
  title: string;
  /** What is injected, in the words of the log. */
  injected: string;
  /** Injects it, lets the world recover, checks. @throws {NotRunHere} here it can't be @throws {Error} it did not pass */
  run(trial: Trial): Promise<Remarks>;
}

/** What was seen, as named figures: `{ kills: 1000, observations: 41210 }`. */
export type Remarks = Record<string, number | string>;

/** `short` in the tests, `usual` by default, `long` by `--long`. */
export type Scale = 'short' | 'usual' | 'long';

export interface Trial {
  seed: number;
  /** Uniform in [0, 1), from the seed and the fault's id alone. */
  random(): number;
  scale: Scale;
  /** An empty directory of this trial alone; removed when it passes, kept and named when it does not. */
  directory(): string;
  /** A line of progress for who watches. */
  say(line: string): void;
}

/** The fault can't be injected on this machine: neither passed nor failed, and never left unsaid. */
export class NotRunHere extends Error {
  override name = 'NotRunHere';
}

/** How a trial ended. `kept`: its directories, where it did not pass. */
export type Outcome =
  | { result: 'passed'; remarks: Remarks; ms: number }
  | { result: 'failed'; error: unknown; kept: string[]; ms: number }
  | { result: 'not_run'; reason: string; ms: number };

export interface TrialOptions {
  seed: number;
  scale: Scale;
  say: (line: string) => void;
}

/** Runs one fault once. Never rejects. */
export async function tryOut(fault: Fault, { seed, scale, say }: TrialOptions): Promise<Outcome> {
  const directories: string[] = [];
  const random = seeded(`${seed} ${fault.id}`);
  const trial: Trial = {
    seed,
    scale,
    say,
    random: random.next,
    directory() {
      const directory = mkdtempSync(join(tmpdir(), `assay-chaos-${fault.id.toLowerCase()}-`));
      directories.push(directory);
      return directory;
    },
  };
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const clear = () => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  };
  try {
    const remarks = await fault.run(trial);
    clear();
    return { result: 'passed', remarks, ms: ms() };
  } catch (error) {
    if (!(error instanceof NotRunHere)) return { result: 'failed', error, kept: directories, ms: ms() };
    clear();
    return { result: 'not_run', reason: error.message, ms: ms() };
  }
}
