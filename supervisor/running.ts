/**
 * Which processes run under this DATA_DIR: one supervisor at a time, and the list of what it started, so that the
 * next one can end what a `kill -9` left behind.
 *
 * The right to be the supervisor is a lock of the kernel, held through SQLite, not a file with a pid in it: it ends
 * with its holder however that dies, and a pid that was given to another program can't be mistaken for a holder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { CannotStart } from '../config/cannot-start.ts';

const SQLITE_BUSY = 5;

const RunningProcess = z.strictObject({
  name: z.string(),
  pid: z.int().positive(),
  /** As the system tells it; with the pid it names one process for good. */
  startedAt: z.string(),
});
export type RunningProcess = z.infer<typeof RunningProcess>;

const Running = z.strictObject({ supervisor: z.int().positive(), processes: z.array(RunningProcess) });

export interface RunningProcesses {
  /** Those that an earlier supervisor started, and that still run. */
  leftovers: RunningProcess[];
  add(name: string, pid: number): void;
  remove(pid: number): void;
}

function listIn(folder: string): string {
  return join(folder, 'running.json');
}

/** @throws {CannotStart} another supervisor works on this directory */
export function takeOver(dataDir: string): RunningProcesses {
  const folder = join(dataDir, 'supervisor');
  mkdirSync(folder, { recursive: true });
  const file = listIn(folder);
  const before = existsSync(file) ? Running.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
  lock(join(folder, 'lock'), () => {
    const holder = before === undefined ? '' : ` (pid ${before.supervisor})`;
    return `Cannot start: another supervisor${holder} works on ${dataDir}. Stop it, or set another DATA_DIR`;
  });

  let processes = (before?.processes ?? []).filter(isRunning);
  const write = (): void => {
    const temporary = `${file}.new`;
    writeFileSync(temporary, `${JSON.stringify({ supervisor: process.pid, processes }, null, 2)}\n`);
    renameSync(temporary, file);
  };
  write();
  return {
    leftovers: [...processes],
    add(name, pid) {
      const startedAt = startTime(pid);
      // Gone already: its exit is about to be told.
      if (startedAt === undefined) return;
      processes = [...processes, { name, pid, startedAt }];
      write();
    },
    remove(pid) {
      processes = processes.filter((other) => other.pid !== pid);
      write();
    },
  };
}

/** What the list says, for whoever is not the supervisor; undefined where none ever ran here. */
export function runningUnder(dataDir: string): { supervisor: number; processes: RunningProcess[] } | undefined {
  const file = listIn(join(dataDir, 'supervisor'));
  return existsSync(file) ? Running.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

export function isRunning({ pid, startedAt }: RunningProcess): boolean {
  return startTime(pid) === startedAt;
}

/** Held to the end of this process: nothing closes the connection, and the kernel drops the lock with it. */
const held: DatabaseSync[] = [];

function lock(file: string, refusal: () => string): void {
  const database = new DatabaseSync(file);
  try {
    // Nothing is ever written; with the journal in memory, no file of it lies about after a kill.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new CannotStart(refusal(), { cause });
  }
  held.push(database);
}

/** When the process started, or nothing when it has ended; one that waits to be reaped has. */
function startTime(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      // proc_pid_stat(5): the name in brackets may hold anything; after it, the state and, 19 fields on, the start.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${boot} ${fields[19]}`;
    }
    const [state = 'Z', ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    return undefined; // no such process: the answer, not a failure
  }
}
