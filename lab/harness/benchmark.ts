/** A benchmark and what it runs with. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Finding } from './measurement.ts';

export type Benchmark = (bench: Bench) => Promise<void>;

/** The options of the command line. */
export interface BenchOptions {
  /** Small sizes and few rounds: a smoke test. */
  quick: boolean;
  rounds: number;
  /** Directories of labelled pages: those named, else the one beside the project where it is. */
  corpus: readonly string[];
  /** Another checkout of this project, measured in the same rounds. */
  checkout?: string | undefined;
  /** Of `model`: the folder that requests are written to, and the one with answers to them. */
  export?: string | undefined;
  answers?: string | undefined;
  /** Sizes of `scale`. */
  products?: readonly number[] | undefined;
}

export interface Bench extends BenchOptions {
  /** Temporary directory, removed after the benchmark. */
  dir: string;
  report(finding: Finding): void;
  progress(line: string): void;
  /** Starts a process that does not outlive the benchmark. */
  start(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
}
