/**
 * The supervisor's process, which `npm start` runs: flags, signals, exit codes and the banner. What it starts and in
 * which order is in house.ts.
 *
 * Exit codes: 0 stopped as asked; 1 could not start, or had to use force; 2 called wrongly; 130 forced by a second
 * Ctrl-C.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Logger, pino } from 'pino';
import { CannotStart } from '../config/cannot-start.ts';
import { childEnvironment, type Environment, isSet, readEnvironment } from '../config/env.ts';
import { checkTaking } from '../config/process.ts';
import { outputTo } from './output.ts';
import { portOfConsole, portToServe } from './port.ts';
import { House } from './process-group.ts';
import { type ProcfileEntry, parseProcfile } from './procfile.ts';
import { planReplay } from './replay.ts';
import { takeOver } from './running.ts';

const PROJECT = resolve(import.meta.dirname, '..');

/** npm passes on the Ctrl-C that the terminal has sent to us as well: within this time, two are one. */
const SAME_SIGNAL_MS = 1_000;

const READY_ANSWER_MS = 5_000;
/** The others start without it: they have work, whatever keeps the first from serving. */
const HEAD_START_MS = 5_000;

interface Flags {
  procfile: string;
  replay?: string | undefined;
}

function readFlags(): Flags {
  try {
    const procfile = { type: 'string', default: join(PROJECT, 'Procfile') } as const;
    return parseArgs({ options: { procfile, replay: { type: 'string' } } }).values;
  } catch (cause) {
    const usage = 'Usage: npm start -- [--replay DIR] [--procfile FILE]';
    throw new CannotStart(`${(cause as Error).message}\n${usage}`, { exitCode: 2, cause });
  }
}

function readSettings(decided: Record<string, string>): Environment {
  return readEnvironment(childEnvironment(decided));
}

async function supervise({ procfile, replay }: Flags): Promise<void> {
  const plan = replay === undefined ? undefined : await planReplay(replay, readSettings({}));
  const asked = readSettings({ ...plan?.variables });
  checkTaking(asked);
  const isShort = process.stderr.isTTY && asked.logFormat !== 'json';
  const writeLine = outputTo(process.stderr, { short: isShort });
  const log = pino(
    { name: 'supervisor', level: asked.logLevel },
    { write: (line) => writeLine('supervisor', line.trimEnd()) },
  );

  plan?.prepare(PROJECT);
  const products = countProducts(asked);
  const named = parseProcfile(readFileSync(procfile, 'utf8'));
  const isWhole = asked.generationSource === undefined;
  const hasConsole = isWhole && asked.consolePort !== 0 && named.some(({ name }) => name === 'console');
  const isStarted = ({ name }: ProcfileEntry): boolean => {
    // Where another node makes the generations, they are only served here.
    if (!isWhole) return name === 'web' || name === 'exporter';
    return name !== 'console' || hasConsole;
  };
  const entries = (plan?.entries(named) ?? named).filter(isStarted);
  const house = new House({ log, writeLine, project: PROJECT, running: takeOver(asked.dataDir) });
  stopOnSignal(house);
  await house.stopLeftovers();
  // Not before: a process that a killed supervisor left behind may have held the port until now.
  const port = await portToServe(asked);
  const consolePlace = { host: asked.consoleHost, port: asked.consolePort };
  const consolePort = hasConsole ? await portOfConsole(consolePlace, isSet('CONSOLE_PORT')) : 0;
  const variables = { ...plan?.variables, PORT: String(port), CONSOLE_PORT: String(consolePort) };
  const environment = readSettings(variables);
  if (!(await house.open(environment, variables))) return;
  // Who asks is answered first: what publishes and what serves has the machine to itself until it does.
  const hasHeadStart = ({ name }: ProcfileEntry) => name === 'web' || name === 'verifier';
  house.start(entries.filter(hasHeadStart));
  const served = entries.some(({ name }) => name === 'web') ? isReady(environment, house.stopping) : true;
  await Promise.race([served, delay(HEAD_START_MS, undefined, { signal: house.stopping }).catch(() => {})]);
  house.start(entries.filter((entry) => !hasHeadStart(entry)));
  if (!(await served)) return;
  announce(environment, { products, isShort, log });
}

function stopOnSignal(house: House): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      void house.stop(signal).then((isClean) => exit(isClean ? 0 : 1));
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      house.kill();
      exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Nobody reads the log any more: a closed terminal, `npm start 2>&1 | head`. Each further write tells it again.
  process.stderr.once('error', () => onSignal('SIGPIPE'));
  process.stderr.on('error', () => {});
}

/** Waits for as long as it takes: the first generation may need a while, and the log tells why. */
async function isReady({ host, port }: Environment, stopping: AbortSignal): Promise<boolean> {
  const asAny = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ]);
  const address = asAny.get(host) ?? host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/readyz`;
  while (!stopping.aborted) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(READY_ANSWER_MS)]);
    const response = await fetch(url, { signal }).catch(() => undefined); // not listening yet
    await response?.body?.cancel();
    if (response?.ok) return true;
    await delay(100, undefined, { signal: stopping }).catch(() => {}); // aborted: the loop's condition tells
  }
  return false;
}

/** One file is one product, by the catalogue's design. */
function countProducts({ catalogueDir }: Environment): number {
  try {
    return readdirSync(join(catalogueDir, 'products')).filter((name) => name.endsWith('.yaml')).length;
  } catch (cause) {
    throw new CannotStart(`Cannot read the catalogue in "${catalogueDir}": ${(cause as Error).message}`, { cause });
  }
}

interface AnnounceOptions {
  products: number;
  isShort: boolean;
  log: Logger;
}

function announce(
  { brand, baseUrl, dataDir, consoleHost, consolePort }: Environment,
  { products, isShort, log }: AnnounceOptions,
): void {
  const address = consoleHost.includes(':') ? `[${consoleHost}]` : consoleHost;
  const consoleUrl = consolePort === 0 ? undefined : `http://${address}:${consolePort}`;
  log.info({ event: 'ready', url: baseUrl, console: consoleUrl, dataDir, products });
  if (!isShort) return;
  process.stderr.write(
    `\n  ${brand} is ready at ${baseUrl}\n  console   ${consoleUrl ?? 'none'}\n  data      ${dataDir}\n  products  ${products}\n  stop      Ctrl-C\n\n`,
  );
}

/** Ends now: a stray process that holds our pipes must not keep us. */
function exit(code: number): never {
  process.exit(code);
}

try {
  await supervise(readFlags());
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  exit(error.exitCode);
}
