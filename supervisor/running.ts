/**
 * The processes that run under a DATA_DIR: one supervisor at a time, and the list of what it started, so that the next
 * one can end what a `kill -9` left behind.
 *
 * The supervisor holds a kernel lock through SQLite rather than a file with a pid: the lock ends with its holder, however
 * that dies, and a reused pid cannot be mistaken for a holder.
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
  /** As the system states it; together with the pid it identifies one process for good. */
  startedAt: z.string(),
});
export type RunningProcess = z.infer<typeof RunningProcess>;

const Running = z.strictObject({ supervisor: z.int().positive(), processes: z.array(RunningProcess) });

export interface RunningProcesses {
  /** Processes of an earlier supervisor that still run. */
  orphans: RunningProcess[];
  add(name: string, pid: number): void;
  remove(pid: number): void;
}

const fileIn = (dataDir: string) => join(dataDir, 'supervisor', 'running.json');

/** @throws {CannotStart} another supervisor works on this directory */
export function takeOver(dataDir: string): RunningProcesses {
  mkdirSync(join(dataDir, 'supervisor'), { recursive: true });
  const file = fileIn(dataDir);
  const before = runningUnder(dataDir);
  lock(join(dataDir, 'supervisor', 'lock'), () => {
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
    orphans: [...processes],
    add(name, pid) {
      const startedAt = startTime(pid);
      // Gone already: its exit event follows.
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

/** The list of processes; undefined where no supervisor ever ran. */
export function runningUnder(dataDir: string): z.infer<typeof Running> | undefined {
  const file = fileIn(dataDir);
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
    // Nothing is written; with the journal in memory no journal file remains after a kill.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new CannotStart(refusal(), { cause });
  }
  held.push(database);
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
