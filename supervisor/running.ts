/** The processes of a DATA_DIR: one supervisor by a kernel lock, and a list by which the next ends what a kill left behind. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CannotStart } from '../config/cannot-start.ts';
import { type FileLock, lockFile } from '../data/store/ledger/lock.ts';

const RunningProcess = z.strictObject({
  name: z.string(),
  pid: z.int().positive(),
  /** As the system states it; together with the pid it identifies one process for good. */
  startedAt: z.string(),
});
export type RunningProcess = z.infer<typeof RunningProcess>;

const Running = z.strictObject({ supervisor: z.int().positive(), processes: z.array(RunningProcess) });

/** `orphans`: processes of an earlier supervisor. */
export type RunningProcesses = ReturnType<typeof takeOver>;

/** Referenced to the end of the process, since garbage collection would release the lock. */
let held: FileLock | undefined;

const fileIn = (dataDir: string) => join(dataDir, 'supervisor', 'running.json');

/** @throws {CannotStart} another supervisor works on this directory */
export function takeOver(dataDir: string) {
  const file = fileIn(dataDir);
  const before = runningUnder(dataDir);
  held = lockFile(join(dataDir, 'supervisor', 'lock'));
  if (held === undefined) {
    const holder = before === undefined ? '' : ` (pid ${before.supervisor})`;
    throw new CannotStart(
      `Cannot start: another supervisor${holder} works on ${dataDir}. Stop it, or set another DATA_DIR`,
    );
  }
  let processes = (before?.processes ?? []).filter(isRunning);
  const write = (): void => {
    const temporary = `${file}.new`;
    writeFileSync(temporary, `${JSON.stringify({ supervisor: process.pid, processes }, null, 2)}\n`);
    renameSync(temporary, file);
  };
  write();
  return {
    orphans: [...processes],
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

/** The list of processes; undefined where no supervisor ever ran. */
export function runningUnder(dataDir: string): z.infer<typeof Running> | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? Running.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
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
