/** What a benchmark is, and what it is given to run with. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { Finding } from './measurement.ts';

export type Benchmark = (bench: Bench) => Promise<void>;

/** What was asked for on the command line. */
export interface Wanted {
  /** Small sizes and few rounds: shows that it runs, and measures nothing worth keeping. */
  quick: boolean;
  rounds: number;
  /** Labelled pages, where others than those beside the project are meant. */
  corpus?: string;
  /** Of a run for memory, where another number than the benchmark's own is meant. */
  observations?: number;
  /** How many there are to be, where other numbers than the benchmark's own are meant. */
  products?: readonly number[];
  /** Up to how many of them all are visited. */
  visited?: number;
}

export interface Bench extends Wanted {
  /** A directory of its own, which is removed afterwards. */
  dir: string;
  report(finding: Finding): void;
  progress(line: string): void;
  /** Starts a program that does not outlive the benchmark. */
  start(command: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
}
