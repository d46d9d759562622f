/** The start of a process: with valid settings, or not at all. */
import type { Logger } from 'pino';
import { whyNotToTake } from '../data/store/ledger/data-dir-role.ts';
import { CannotStart } from './cannot-start.ts';
import { type Environment, EnvironmentFault, readEnvironment } from './env.ts';

export function environmentOrEnd(): Environment {
  try {
    return readEnvironment();
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}

/** @throws {CannotStart} GENERATION_URL is set for a DATA_DIR that publishes generations of its own ledger */
export function checkTaking({ generationSource, dataDir }: Environment): void {
  const reason = generationSource && whyNotToTake(dataDir);
  if (reason !== undefined) throw new CannotStart(`Cannot take generations: ${reason}`, { exitCode: 2 });
}

/** Handles an error at start: logs it and ends the process. */
export function endTelling(log: Logger): (error: unknown) => never {
  return (error) => {
    const isForOperator = error instanceof CannotStart;
    const facts = { event: 'cannot_start', ...(!isForOperator && { err: error }) };
    log.fatal(facts, error instanceof Error ? error.message : 'Cannot start');
    process.exit(isForOperator ? error.exitCode : 1);
  };
}
