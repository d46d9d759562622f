/** How a process that is no command begins: with settings that it understands, or not at all. */
import type { Logger } from 'pino';
import { whyNotToTake } from '../data/store/ledger/data-dir-role.ts';
import { CannotStart } from './cannot-start.ts';
import { type Environment, EnvironmentFault, readEnvironment } from './env.ts';

/** Ends the process with 2, and says in words which setting can't be understood, and why. */
export function environmentOrEnd(): Environment {
  try {
    return readEnvironment();
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error;
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
