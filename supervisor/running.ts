/** The processes of a DATA_DIR: one supervisor by a kernel lock, and a list by which the next ends what a kill left behind. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CannotPublish, CannotStart, oneLine } from '../config/cannot-start.ts';
import { stateFile } from '../data/store/files/state-file.ts';
import { type FileLock, lockFile } from '../data/store/ledger/lock.ts';

const RunningProcess = z.strictObject({
  name: z.string(),
  pid: z.int().positive(),
  /** As the system states it; together with the pid it identifies one process for good. */
  startedAt: z.string(),
});
export type RunningProcess = z.infer<typeof RunningProcess>;

const Running = z.strictObject({ supervisor: z.int().positive(), processes: z.array(RunningProcess) });

export type RunningProcesses = ReturnType<typeof takeOver>;

/** Referenced to the end of the process, since garbage collection would release the lock. */
let held: FileLock | undefined;

const list = stateFile('supervisor/running.json', Running);

/** The list of processes; undefined where no supervisor ever ran, and where the list is damaged. */
export const runningUnder = list.read;

/** Takes the list over from an earlier supervisor. @param onTrouble called with one line for the operator */
export function takeOver(dataDir: string, onTrouble: (line: string) => void) {
  const before = runningUnder(dataDir, onTrouble);
  let processes = (before?.processes ?? []).filter(isRunning);
  const orphans = [...processes];
  // A full disk must not end the processes: the list matters only to the supervisor after a killed one.
  const write = (): void => {
    try {
      list.write(dataDir, { supervisor: process.pid, processes });
    } catch (error) {
      onTrouble(`Cannot write the list of processes: ${oneLine(error)}`);
    }
  };
  return {
    /** Processes of an earlier supervisor; each is named once. */
    takeOrphans: () => orphans.splice(0),
    /**
     * Makes this the one supervisor of the directory; does nothing where it is already.
     * @throws {CannotPublish} the directory can't be written @throws {CannotStart} another supervisor works on it
     */
    claim(): void {
      if (held !== undefined) return;
      held = lockIn(dataDir);
      if (held === undefined) {
        const holder = before === undefined ? '' : ` (pid ${before.supervisor})`;
        throw new CannotStart(
          `Cannot start: another supervisor${holder} uses ${dataDir}. Stop it, or set another DATA_DIR`,
        );
      }
      write();
    },
    add(name: string, pid: number): void {
      const startedAt = startTime(pid);
      if (startedAt === undefined) return;
      processes = [...processes, { name, pid, startedAt }];
      write();
    },
    remove(pid: number): void {
      processes = processes.filter((other) => other.pid !== pid);
      write();
    },
  };
}

function lockIn(dataDir: string): FileLock | undefined {
  try {
    return lockFile(join(dataDir, 'supervisor', 'lock'));
  } catch (cause) {
    throw new CannotPublish(`Cannot write to ${dataDir}: ${oneLine(cause)}`, { cause });
  }
}

export function isRunning({ pid, startedAt }: RunningProcess): boolean {
  return startTime(pid) === startedAt;
}

/** Start time of the process; undefined when it has ended, also where it waits to be reaped. */
function startTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // proc_pid_stat(5): the name in brackets may hold anything; after it, the state and, 19 fields on, the start.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${boot} ${fields[19]}`;
    }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
    const [state = 'Z', ...start] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    return undefined; // No such process.
  }
}
