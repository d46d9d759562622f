/** What came of the faults that were tried, as a table. */
import { aligned } from '../../lab/harness/table.ts';
import type { Fault, Outcome, Remarks } from './fault.ts';

export interface Tried {
  fault: Fault;
  outcome: Outcome;
}

export function didPass(tried: readonly Tried[]): boolean {
  return tried.every(({ outcome }) => outcome.result !== 'failed');
}

/** Lines of a table for a terminal. */
export function tableOf(tried: readonly Tried[]): string {
  const rows = tried.map(({ fault, outcome }) => [
    fault.id,
    fault.title,
    resultOf(outcome),
    duration(outcome.ms),
    seenIn(outcome),
  ]);
  return aligned([['', 'fault', 'result', 'time', 'seen'], ...rows]);
}

/** An error with all that caused it, each on a line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${reasonOf(error.cause)}`;
}

function resultOf({ result }: Outcome): string {
  return { passed: 'passed', failed: 'FAILED', not_run: 'not run here' }[result];
}

function seenIn(outcome: Outcome): string {
  if (outcome.result === 'passed') return shown(outcome.remarks);
  return outcome.result === 'failed' ? reasonOf(outcome.error) : outcome.reason;
}

/** `{ slowestRecoveryMs: 1200 }` is "slowest recovery ms 1,200". */
function shown(remarks: Remarks): string {
  return Object.entries(remarks)
    .map(([name, value]) => {
      const words = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return `${words} ${typeof value === 'number' ? value.toLocaleString('en-US') : value}`;
    })
    .join(', ');
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
