/** The console’s process. It writes only files of added products and hands everything else over to the verifier. */
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { CannotStart } from '../config/cannot-start.ts';
import { httpUrl } from '../config/probe.ts';
import { endTelling, environmentOrEnd } from '../config/process.ts';
import { alarmsOf } from '../verifier/status/alarms.ts';
import { drain, listenOrEnd, onceToldToStop } from '../web/server.ts';
import { createApp } from './app.ts';
import { openLive } from './http/live-events.ts';
import { createMetrics } from './http/metrics.ts';
import { Installation } from './installation/installation.ts';
import { Teacher } from './installation/teaching.ts';
import { TrialReader } from './installation/trial-reading.ts';

const PUBLISHED_POLLED_MS = 2_000;
/** Where nothing happens, a silence is still to be seen. */
const MOVED_LEAST_MS = 60_000;
const REDIS_ANSWERS_MS = 1_000;
const CLOSES_MS = 2_000;
const REDIS_AWAY = 'Redis does not respond';

const environment = environmentOrEnd('console');
// Logs go to stderr: stdout is for results.
const log = pino({ name: 'console', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));
const clock = () => new Date();

async function main(): Promise<void> {
  const { redisUrl, consolePort, consoleHost, consoleToken, consoleHosts, consoleUser, brand } = environment;
  if (redisUrl === undefined) throw new CannotStart('Cannot open the queues: REDIS_URL is not set');
  const installation = await Installation.open(environment, { clock, log });
  const live = openLive(redisUrl);
  const trials = new TrialReader(environment, clock);
  const teacher = new Teacher();
  let isStopping = false;
  const app = createApp({
    installation,
    live,
    trials,
    teacher,
    metrics: createMetrics(live.watchers, async () => alarmsOf(await installation.observed(), clock())),
    log,
    gate: { token: consoleToken, hosts: consoleHosts, user: consoleUser },
    brand,
    clock,
    notReady: async () => (isStopping ? 'stopping' : redisFault(installation)),
  });
  const server = createServer(app);
  const mend = 'Set CONSOLE_PORT to another port, or to 0';
  const address = await listenOrEnd(server, { host: consoleHost, port: consolePort, log, mend });
  let published = installation.published()?.generation;
  const poll = setInterval(() => {
    const now = installation.published()?.generation;
    if (now !== published) live.moved();
    published = now;
  }, PUBLISHED_POLLED_MS);
  setInterval(live.moved, MOVED_LEAST_MS).unref();
  onceToldToStop(async () => {
    isStopping = true;
    log.info({ event: 'stopping' });
    clearInterval(poll);
    // Event streams end first, or the server would wait for them.
    const unwatched = live.close();
    await drain(server);
    // A client of a Redis that never answered would never close.
    await Promise.race([
      Promise.all([unwatched, trials.close(), teacher.close(), installation.close()]),
      setTimeout(CLOSES_MS),
    ]);
    process.exit(0);
  });
  log.info(
    { event: 'listening', address: address.address, port: address.port, token: consoleToken !== undefined },
    `Console: ${httpUrl(consoleHost, address.port)}`,
  );
}

/** Why the console is of no use without Redis; undefined when Redis answers in time. */
async function redisFault(installation: Installation): Promise<string | undefined> {
  try {
    return await Promise.race([installation.depths().then(() => undefined), setTimeout(REDIS_ANSWERS_MS, REDIS_AWAY)]);
  } catch {
    return REDIS_AWAY;
  }
}

main().catch(endTelling(log));
