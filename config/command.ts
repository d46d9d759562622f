/** Output and exit codes of commands: results on stdout, messages on stderr. */
import { readFileSync } from 'node:fs';
import type { WriteStream } from 'node:tty';
import { getSystemErrorMessage, styleText } from 'node:util';
import * as z from 'zod';
import type { Terminal } from '../data/text/terminal.ts';
import { EnvironmentFault } from './env.ts';

/** The command was called wrongly or can't work here; the message says what to do instead. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/** The command's exit code: 0 done, 1 incomplete, failed or negative, 2 a fault of the caller or an invalid setting. */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    progress(wordsOf(error));
    return error instanceof EnvironmentFault || error instanceof UsageFault ? 2 : 1;
  }
}

const ACTIONS: Record<string, string> = {
  copyfile: 'copy',
  lstat: 'look at',
  mkdir: 'make',
  rmdir: 'remove',
  scandir: 'list',
  stat: 'look at',
  unlink: 'remove',
};

export function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  if (!(error instanceof Error)) return String(error);
  const { errno, syscall, path } = error as NodeJS.ErrnoException;
  if (errno === undefined || syscall === undefined || path === undefined) return error.message;
  return `Cannot ${ACTIONS[syscall] ?? syscall} ${path}: ${getSystemErrorMessage(errno)}`;
}

/** In place of a file name: standard input, or standard output. */
export const STDIO = '-';

/** The text of a file that the caller names. @throws {NodeJS.ErrnoException} it can't be read, with its path */
export function namedText(file: string): string {
  try {
    return readFileSync(file === STDIO ? process.stdin.fd : file, 'utf8');
  } catch (error) {
    // The system omits the path where it is a folder.
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}

/** The same where an exit code of 1 has a meaning of its own. @throws {UsageFault} it can't be read */
export function requiredText(file: string): string {
  try {
    return namedText(file);
  } catch (error) {
    throw new UsageFault(wordsOf(error), { cause: error });
  }
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints the one JSON document of a command. */
export function printJson(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
}

/** Prints one of many results as a line of JSON. */
export function printJsonLine(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

export interface ProgressBar {
  step(): void;
  /** Clears the line for other output; the next step shows it again. */
  clear(): void;
}

const LINE_EVERY_STEPS = 500;

/** One line that rewrites itself at a terminal; in a pipe a line per 500 steps. `done`: "pages read again". */
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

/** As wide as the stream is; in colours where a person looks, unless NO_COLOR says otherwise. */
export function terminalOf(stream: WriteStream): Terminal {
  return {
    width: stream.isTTY ? stream.columns : Number.POSITIVE_INFINITY,
    paint: (style, text) => styleText(style, text, { stream }),
  };
}
