/** How a command that a person calls speaks and ends: results on stdout, words on stderr, an honest exit code. */
import { readFileSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import * as z from 'zod';
import { EnvironmentFault } from './env.ts';

/** The command was called wrongly, or can't do what it is asked for here; its message says what to do instead. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/**
 * What the command resolves to: 0 for done, 1 for done in part or found wanting. A fault of the caller's, or a setting
 * that can't be understood, is 2; anything else that is thrown is 1.
 */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    progress(wordsOf(error));
    return error instanceof EnvironmentFault || error instanceof UsageFault ? 2 : 1;
  }
}

/** What a program asks of a file, where the system's name for it is no word for people. */
const ASKED: Record<string, string> = {
  copyfile: 'copy',
  lstat: 'look at',
  mkdir: 'make',
  rmdir: 'remove',
  scandir: 'list',
  stat: 'look at',
  unlink: 'remove',
};

/** Of an error what a person is told. */
export function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  if (!(error instanceof Error)) return String(error);
  const { errno, syscall, path } = error as NodeJS.ErrnoException;
  if (errno === undefined || syscall === undefined || path === undefined) return error.message;
  return `Cannot ${ASKED[syscall] ?? syscall} ${path}: ${getSystemErrorMessage(errno)}`;
}

/** Where a file is named: standard input, or standard output. */
export const STDIO = '-';

/** The text of a file that the caller names. @throws {NodeJS.ErrnoException} it can't be read, with its path */
export function namedText(file: string): string {
  try {
    return readFileSync(file === STDIO ? process.stdin.fd : file, 'utf8');
  } catch (error) {
    // The system does not say which, where it is a folder.
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}

/** A line for whoever waits. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The only document of a command's results, for a program. */
export function printJson(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
}

/** One of many results, a line each, for a program. */
export function printJsonLine(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

export interface ProgressBar {
  step(): void;
  /** Makes room for lines of another kind; the next step shows it again. */
  clear(): void;
}

const LINE_EVERY_STEPS = 500;

/** One line that rewrites itself at a terminal; in a pipe a line now and then. `done`: "pages read again". */
export function progressBar(total: number, done: string): ProgressBar {
  const { isTTY } = process.stderr;
  let steps = 0;
  return {
    step() {
      steps += 1;
      const line = `${steps} of ${total} ${done}`;
      if (isTTY) process.stderr.write(`\r${line}`);
      else if (steps % LINE_EVERY_STEPS === 0 || steps === total) progress(line);
    },
    clear() {
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}
