/** How a process that is no command begins: with settings that it understands, or not at all. */
import type { Logger } from 'pino';
import * as z from 'zod';
import { whyNotToTake } from '../data/store/own-ledger.ts';
import { type Environment, readEnvironment } from './env.ts';

/** The operator is to do something before it can start; told as it is, without a stack. */
export class CannotStart extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'CannotStart';
    this.exitCode = exitCode;
  }
}

/** @throws {CannotStart} a variable is set to something that it can't mean; says which, and why */
export function environmentToStart(variables?: NodeJS.ProcessEnv): Environment {
  try {
    return readEnvironment(variables);
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    throw new CannotStart(`Cannot read the environment\n${z.prettifyError(cause)}`, { exitCode: 2, cause });
  }
}

/** Ends the process with 2, and says in words which setting can't be understood, and why. */
export function environmentOrEnd(): Environment {
  try {
    return environmentToStart();
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}

/** @throws {CannotStart} another node's generations are to be taken to where those of a ledger are published */
export function checkTaking({ generationSource, dataDir }: Environment): void {
  const reason = generationSource && whyNotToTake(dataDir);
  if (reason !== undefined) throw new CannotStart(`Cannot take generations: ${reason}`, { exitCode: 2 });
}

/** For what a process fails by before it works: ends the process, and says why in its log. */
export function endTelling(log: Logger): (error: unknown) => never {
  return (error) => {
    const isForOperator = error instanceof CannotStart;
    const facts = { event: 'cannot_start', ...(!isForOperator && { err: error }) };
    log.fatal(facts, error instanceof Error ? error.message : 'Cannot start');
    process.exit(isForOperator ? error.exitCode : 1);
  };
}
