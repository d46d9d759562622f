/** strace(1) around a real process, which stays our child (`-D`): it fails system calls, or records them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why strace can't be used here; undefined where it can. */
export function straceMissing(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', ['-D', '-f', '--seccomp-bpf', '-e', 'trace=fsync', 'true'], {
    encoding: 'utf8',
  });
  if (error !== undefined) return 'strace is missing';
  return status === 0 ? undefined : `strace may not trace: ${stderr.trim().split('\n')[0]}`;
}

export interface Injection {
  call: string;
  error: string;
  /** The how manieth call of each thread, from 1 on. */
  nth: number;
  /** All that follow fail too, as on a disk that is gone. */
  isLasting: boolean;
}

/** Follows a program and its children from outside their process tree, and names the files of their calls. */
const STRACE = ['strace', '-D', '-f', '--seccomp-bpf', '-q', '-y'];

/** The command before the one in which a system call is to fail. What happened is in the file `log`. */
export function failing({ call, error, nth, isLasting }: Injection, log: string): string[] {
  const when = `${nth}${isLasting ? '+' : ''}`;
  return [...STRACE, '-o', log, '-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${when}`];
}

/** The file of each failed call. A directory flushed after a log of SQLite is the log's name: SQLite ignores that. */
export function failedOn(log: string): string[] {
  const lines = readFileSync(log, 'utf8').split('\n');
  const fileOf = (line = '') => /\(\d+<([^>]*)>|\("([^"]*)"/.exec(line)?.slice(1).join('') ?? '';
  return lines.flatMap((line, at) => {
    if (!line.endsWith('(INJECTED)')) return [];
    const [file, before] = [fileOf(line), fileOf(lines[at - 1])];
    return [dirname(before) === file && /-(?:journal|wal)$/.test(before) ? nameOf(before) : file];
  });
}

/** Of a file, as an entry of its directory. */
function nameOf(file: string): string {
  return `the name of ${file}`;
}

/** Whether SQLite may go on without it: the log of a temporary file, its index in memory, the name of a log. */
export function isScratch(file: string): boolean {
  return /\/\.tmp-\d+\.db-journal$|-shm$|^the name of /.test(file);
}

/** All that changes files, or makes changes last; lines of a log go to stderr by `write`. */
const DISK_CALLS =
  'openat,write,pwrite64,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync';

/** The command before the one whose writes are to be recorded in the file `log` (write-log.ts). */
export function recording(log: string): string[] {
  // All strings as hex: whatever is in them, a line is a line.
  return [...STRACE, '-xx', '-s', '1048576', '-o', log, '-e', `trace=${DISK_CALLS}`];
}

/** Whether the process with that number has ended and all that it did is in the log. */
export function isComplete(log: string, pid: number): boolean {
  return new RegExp(`^${pid} +\\+\\+\\+ (?:exited|killed)`, 'm').test(readFileSync(log, 'latin1'));
}

/** The command before the one whose calls, with their files, are to be counted in the file `log`. */
export function counting(calls: readonly string[], log: string): string[] {
  return [...STRACE, '-o', log, '-e', `trace=${calls.join()}`];
}

/** How often the process's first thread made a call. */
export function countOf(call: string, log: string, pid: number): number {
  return readFileSync(log, 'latin1').match(new RegExp(`^${pid} +${call}\\(`, 'gm'))?.length ?? 0;
}
