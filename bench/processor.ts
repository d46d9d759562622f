/**
 * Where a process runs and what it costs there, as far as the machine tells: both need Linux, and benchmarks do
 * without where it is not.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** The command bound to one processor, so that a server and who loads it do not take each other's. */
export function pinned(processor: number, command: string, args: readonly string[]): [string, string[]] {
  return canPin ? ['taskset', ['-c', String(processor), command, ...args]] : [command, [...args]];
}

/** Megabytes of memory that a process holds; `undefined` where nobody counts them. */
export function residentMb(pid: number): number | undefined {
  return megabytesOf(pid, 'VmRSS');
}

/** The most that it ever held. */
export function mostResidentMb(pid: number): number | undefined {
  return megabytesOf(pid, 'VmHWM');
}

function megabytesOf(pid: number, what: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const kilobytes = new RegExp(`^${what}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time that all threads of a process have had; `undefined` where nobody counts it. */
export function processorMs(pid: number): number | undefined {
  try {
    const tasks = `/proc/${pid}/task`;
    const nanoseconds = readdirSync(tasks).map((task) =>
      Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, ns) => sum + ns, 0) / 1e6;
  } catch {
    return undefined;
  }
}

/** The same of a process and of those that it started. */
export function processorMsOfAll(pid: number): number | undefined {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children].reduce((sum, each) => sum + (processorMs(each) ?? 0), 0);
  } catch {
    return undefined;
  }
}
