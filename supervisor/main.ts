/** `npm start`. Exit codes: 0 stopped; 1 could not start, or used force; 2 called wrongly; 130 forced by a second Ctrl-C. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Logger, pino } from 'pino';
import { CannotPublish, CannotStart } from '../config/cannot-start.ts';
import { childEnvironment, type Environment, isSet, readEnvironment } from '../config/env.ts';
import { httpUrl, reachable } from '../config/probe.ts';
import { checkTaking } from '../config/process.ts';
import { PUBLISHED_NAME } from '../data/store/generation/current.ts';
import { outputTo } from './log-line.ts';
import { freePort, portToServe } from './port.ts';
import { ProcessGroup } from './process-group.ts';
import { type ProcfileEntry, parseProcfile } from './procfile.ts';
import { planReplay } from './replay.ts';
import { takeOver } from './running.ts';

const PROJECT = resolve(import.meta.dirname, '..');

/** The terminal and npm each send a Ctrl-C: two within this time count as one. */
const SAME_SIGNAL_MS = 1_000;

const READY_ANSWER_MS = 5_000;
/** After this the other processes start, whether the first generation is served or not. */
const HEAD_START_MS = 5_000;

/** Interval at which a full disk or an absent Redis is tried again, while the web process serves. */
const RETRY_MS = 3_000;

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

function readSettings(decided: Record<string, string> = {}): Environment {
  return readEnvironment(childEnvironment(decided));
}

async function supervise({ procfile, replay }: Flags): Promise<void> {
  const plan = replay === undefined ? undefined : await planReplay(replay, readSettings());
  const asked = readSettings(plan?.variables);
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
  const entries = (plan?.entries(named) ?? named).filter(({ name }) => isStarted(name, asked));
  const running = takeOver(
    asked.dataDir,
    onceEach((line) => log.error({ event: 'state' }, line)),
  );
  const group = new ProcessGroup({ log, writeLine, project: PROJECT, running });
  stopOnSignal(group);
  const unclaimed = await troubleOf(() => group.claim());
  if (unclaimed !== undefined && !hasPublished(asked)) throw unclaimed;
  // An orphan may have held the port until now.
  const port = await portToServe(asked);
  const consolePort = entries.some(({ name }) => name === 'console') ? await portOfConsole(asked) : 0;
  const variables = {
    ...plan?.variables,
    ...(entries.some(({ name }) => name === 'notifier') && (await reportsOf(asked))),
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
  };
  const environment = readSettings(variables);
  group.equip(environment, variables);
  await openOrServe(group, { environment, entries, log, unclaimed });
  if (group.stopping.aborted) return;
  // The processes that publish and serve have the machine to themselves until the first answer.
  const hasHeadStart = ({ name }: ProcfileEntry) => name === 'web' || name === 'verifier';
  group.start(entries.filter(hasHeadStart));
  const served = entries.some(({ name }) => name === 'web') ? isReady(environment, group.stopping) : true;
  await Promise.race([served, delay(HEAD_START_MS, undefined, { signal: group.stopping }).catch(() => {})]);
  group.start(entries.filter((entry) => !hasHeadStart(entry)));
  if (await served) announce(environment, { products, isShort, log });
}

interface Opening {
  environment: Environment;
  entries: readonly ProcfileEntry[];
  log: Logger;
  /** Why the data directory could not be taken at first. */
  unclaimed: CannotPublish | undefined;
}

/** Opens the queue, and until that is possible serves what is published. @throws {CannotStart} nothing is published */
async function openOrServe(group: ProcessGroup, { environment, entries, log, unclaimed }: Opening): Promise<void> {
  for (let trouble = unclaimed; !group.stopping.aborted; trouble = await troubleOf(() => group.claim())) {
    trouble ??= await troubleOf(() => group.open(environment));
    if (trouble === undefined || group.stopping.aborted) return;
    if (!hasPublished(environment)) throw trouble;
    // A failed Redis adds its own lines, of which the last tell why.
    const [said, ...lines] = trouble.message.split('\n').filter((line) => line.trim() !== '');
    const why = [said, ...lines.slice(-3)].join(' | ');
    log.error({ event: 'only-serving', retryInMs: RETRY_MS }, `Serving the published generation only. ${why}`);
    group.start(entries.filter(({ name }) => name === 'web'));
    await delay(RETRY_MS, undefined, { signal: group.stopping }).catch(() => {}); // Aborted: the loop ends.
  }
}

async function troubleOf(work: () => Promise<void>): Promise<CannotPublish | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof CannotPublish) return error;
    throw error;
  }
}

/** The web process passes reports of mistakes to the notifier, unless the operator routes them. */
async function reportsOf({ host, notifierPort, reportsUrl }: Environment): Promise<Record<string, string>> {
  if (reportsUrl !== undefined) return {};
  const port = notifierPort === undefined || notifierPort === 0 ? await freePort(host) : notifierPort;
  return { NOTIFIER_PORT: String(port), REPORTS_URL: reachable(host, port) };
}

/** Where another node makes the generations, they are only served here. */
function isStarted(name: string, { generationSource, consolePort }: Environment): boolean {
  if (generationSource !== undefined) return name === 'web' || name === 'exporter';
  return name !== 'console' || consolePort !== 0;
}

/** A free port where the default one is taken, for example by another installation on this machine. */
async function portOfConsole({ consoleHost: host, consolePort: port }: Environment): Promise<number> {
  return portToServe({ host, port }, 'CONSOLE_PORT').catch((error: unknown) => {
    if (isSet('CONSOLE_PORT')) throw error;
    return freePort(host);
  });
}

function stopOnSignal(group: ProcessGroup): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      // Exits at once afterwards: a stray process that holds our pipes must not keep us.
      void group.stop(signal).then((isClean) => process.exit(isClean ? 0 : 1));
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      group.kill();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The log has no reader any more: a closed terminal, `npm start 2>&1 | head`. Each further write fails too.
  process.stderr.once('error', () => onSignal('SIGPIPE'));
  process.stderr.on('error', () => {});
}

/** Waits without a limit: the first generation may take a while, and the log tells why. */
async function isReady({ host, port }: Environment, stopping: AbortSignal): Promise<boolean> {
  const url = `${reachable(host, port)}/readyz`;
  while (!stopping.aborted) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(READY_ANSWER_MS)]);
    const response = await fetch(url, { signal }).catch(() => undefined); // Not listening yet.
    await response?.body?.cancel();
    if (response?.ok) return true;
    await delay(100, undefined, { signal: stopping }).catch(() => {}); // Aborted: the loop ends.
  }
  return false;
}

/** A full disk fails each write alike; it is reported once. */
function onceEach(report: (line: string) => void): (line: string) => void {
  const reported = new Set<string>();
  return (line) => {
    if (!reported.has(line)) report(line);
    reported.add(line);
  };
}

function hasPublished({ dataDir }: Environment): boolean {
  try {
    return readdirSync(join(dataDir, 'generations')).some((name) => PUBLISHED_NAME.test(name));
  } catch {
    return false;
  }
}

function countProducts({ catalogueDir }: Environment): number {
  try {
    return readdirSync(join(catalogueDir, 'products')).filter((name) => name.endsWith('.yaml')).length;
  } catch (cause) {
    throw new CannotStart(`Cannot read the catalogue in "${catalogueDir}": ${(cause as Error).message}`, { cause });
  }
}

function announce(
  { brand, baseUrl, dataDir, consoleHost, consolePort }: Environment,
  { products, isShort, log }: { products: number; isShort: boolean; log: Logger },
): void {
  const consoleUrl = consolePort === 0 ? undefined : httpUrl(consoleHost, consolePort);
  log.info({ event: 'ready', url: baseUrl, console: consoleUrl, dataDir, products });
  if (!isShort) return;
  process.stderr.write(
    `\n  ${brand} is ready at ${baseUrl}\n  console   ${consoleUrl ?? 'none'}\n  data      ${dataDir}\n  products  ${products}\n  stop      Ctrl-C\n\n`,
  );
}

try {
  await supervise(readFlags());
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
