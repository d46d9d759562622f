/** How a process that is no command begins: with settings that it understands, or not at all. */
import * as z from 'zod';
import { type Environment, readEnvironment } from './env.ts';

/** Ends the process with 2, and says in words which setting can't be understood, and why. */
export function environmentOrEnd(): Environment {
  try {
    return readEnvironment();
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    process.stderr.write(`Cannot read the environment\n${z.prettifyError(cause)}\n`);
    process.exit(2);
  }
}
