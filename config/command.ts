/** How a command that a person calls speaks and ends: results on stdout, words on stderr, an honest exit code. */
import * as z from 'zod';

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
    const isSetting = error instanceof z.ZodError;
    const message = error instanceof Error ? error.message : String(error);
    progress(isSetting ? `Cannot read the environment\n${z.prettifyError(error)}` : message);
    return isSetting || error instanceof UsageFault ? 2 : 1;
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
