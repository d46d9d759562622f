/** The start of a process: with valid settings, or not at all. */
import type { Logger } from 'pino';
import { CatalogueRefused } from '../data/catalogue/catalogue-refused.ts';
import { whyNotToTake } from '../data/store/ledger/data-dir-role.ts';
import { CannotStart } from './cannot-start.ts';
import { wordsOf } from './command.ts';
import { type Environment, EnvironmentFault, readEnvironment } from './env.ts';
import { MODEL_VARIABLES, PROCESS_VARIABLES, type ProcessName } from './process-variables.ts';

/** Variables that a setting follows from, where they are not of its own name. */
const DERIVED: Partial<Record<keyof Environment, readonly string[]>> = {
  archiveBucket: ['ARCHIVE_URL', 'ARCHIVE_CACHE_MB'],
  botUrl: ['BOT_URL', 'BASE_URL', 'PORT'],
  reportsPassedTo: ['REPORTS_URL', 'BASE_URL', 'PORT'],
  rateLimit: ['RATE_LIMIT_PER_SECOND', 'RATE_LIMIT_BURST'],
  trustedProxies: ['TRUST_PROXY'],
  baseUrl: ['BASE_URL', 'PORT'],
  modelService: MODEL_VARIABLES,
  generationSource: ['GENERATION_URL', 'GENERATION_URL_PLAIN', 'GENERATION_POLL_MS'],
};

/** Reading a setting that the table does not give the process throws, since there its value would be a mere default. */
function limitedTo(process: ProcessName, environment: Environment): Environment {
  const given = Object.entries(environment).map(([name, value]): [string, PropertyDescriptor] => {
    const variables = DERIVED[name as keyof Environment] ?? [name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()];
    const missing = variables.find((each) => !PROCESS_VARIABLES[process].includes(each));
    const get = () => {
      throw new Error(`The ${process} does not receive ${missing}: add it to config/process-variables.ts`);
    };
    return [name, missing === undefined ? { value, enumerable: true } : { get }];
  });
  return Object.defineProperties({}, Object.fromEntries(given)) as Environment;
}

/** The settings of this process alone. */
export function environmentOrEnd(name: ProcessName): Environment {
  try {
    return limitedTo(name, readEnvironment());
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}

/** @throws {CannotStart} GENERATION_URL is set for a DATA_DIR that publishes generations of its own ledger */
export function checkTaking({ generationSource, dataDir }: Environment): void {
  const reason = generationSource && whyNotToTake(dataDir);
  if (reason !== undefined) throw new CannotStart(`Cannot download generations: ${reason}`, { exitCode: 2 });
}

/** Handles an error at start: logs it, with its stack if it may be a bug, and ends the process. */
export function endTelling(log: Logger): (error: unknown) => never {
  return (error) => {
    const isForOperator = error instanceof CannotStart || error instanceof CatalogueRefused || isOfFile(error);
    log.fatal({ event: 'cannot_start', ...(!isForOperator && { err: error }) }, wordsOf(error));
    process.exit(error instanceof CannotStart ? error.exitCode : 1);
  };
}

/** The system or SQLite refused a file or a folder, which the message names. */
function isOfFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  const isOfSqlite = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_');
  return isOfSqlite || ('syscall' in error && 'path' in error);
}
