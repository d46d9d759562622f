/**
 * The console's process: what the data team sees of a running Assay, and asks of it. It listens on this machine alone
 * unless it has a token, writes nothing but the files of products that are added, and hands all else to the verifier.
 */
import { createServer } from 'node:http';
import { pino } from 'pino';
import { endTelling, environmentOrEnd } from '../config/process.ts';
import { drain, listenOrEnd, onceToldToStop } from '../web/server.ts';
import { createApp } from './app.ts';
import { openLive } from './http/live-events.ts';
import { createMetrics } from './http/metrics.ts';
import { openInstallation } from './installation/installation.ts';
import { openDryRuns } from './installation/trial-reading.ts';

const PUBLISHED_LOOKED_FOR_MS = 2_000;
const REDIS_ANSWERS_MS = 1_000;

const environment = environmentOrEnd();
// Logs go to stderr: stdout is for results.
const log = pino({ name: 'console', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));
const clock = () => new Date();

async function main(): Promise<void> {
  const { redisUrl, consolePort, consoleHost, consoleToken, consoleHosts, consoleUser, brand } = environment;
  if (redisUrl === undefined) throw new Error('Cannot look after the queues: REDIS_URL is not set');
  const installation = await openInstallation(environment, clock);
  const live = openLive(redisUrl);
  const runs = openDryRuns(environment, clock);
  const metrics = createMetrics(live.watchers);
  let isStopping = false;
  const app = createApp({
    installation,
    live,
    runs,
    metrics,
    log,
    gate: { token: consoleToken, hosts: consoleHosts, user: consoleUser },
    brand,
    clock,
    async notReady() {
      if (isStopping) return 'stopping';
      const signal = AbortSignal.timeout(REDIS_ANSWERS_MS);
      const away = new Promise<string>((resolve) =>
        signal.addEventListener('abort', () => resolve('Redis does not answer')),
      );
      const depths = installation.depths().then(
        () => undefined,
        () => 'Redis does not answer',
      );
      return Promise.race([depths, away]);
    },
  });
  const server = createServer(app);
  const mend = 'Set CONSOLE_PORT to another one, or to 0';
  const address = await listenOrEnd(server, { host: consoleHost, port: consolePort, log, mend });
  let published = installation.published()?.generation;
  const look = setInterval(() => {
    const now = installation.published()?.generation;
    if (now !== published) live.moved();
    published = now;
  }, PUBLISHED_LOOKED_FOR_MS);
  onceToldToStop(async () => {
    isStopping = true;
    log.info({ event: 'stopping' });
    clearInterval(look);
    // Whoever watches is let go at once; what is connected to a Redis that never answered would wait for it for ever.
    const unwatched = live.close();
    await drain(server);
    const closed = Promise.all([unwatched, runs.close(), installation.close()]);
    await Promise.race([closed, new Promise((done) => setTimeout(done, 2_000))]);
    process.exit(0);
  });
  const isAlone = consoleToken === undefined;
  log.info(
    { event: 'listening', address: address.address, port: address.port, token: !isAlone },
    `The console is at http://${consoleHost.includes(':') ? `[${consoleHost}]` : consoleHost}:${address.port}`,
  );
}

main().catch(endTelling(log));
