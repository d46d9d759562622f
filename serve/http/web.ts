/** A web process: follows the published generations and answers from the current one. It only reads. */
import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Environment } from '../../config/env.ts';
import { RateLimiter } from '../../web/rate-limit.ts';
import { drain, listenOrEnd, onceToldToStop } from '../../web/server.ts';
import { manifest } from '../manifest/document.ts';
import { Generations } from '../store/generations.ts';
import { definitions } from '../tools/toolbox.ts';
import { accessLog } from './access-log.ts';
import { createApp } from './app.ts';
import { othersOf } from './cluster.ts';
import { createMetrics } from './metrics.ts';

const POLL_MS = 200;
/** Delay after which slow one-time answers are prepared. */
const PREPARED_AFTER_MS = 500;

/** Writes many lines at once. Those of several processes to one pipe are atomic up to 4,096 bytes (POSIX, PIPE_BUF). */
const LOG = { dest: 2, sync: false, minLength: 2_048, maxWrite: 4_096, periodicFlush: 200 };

/** Resolves when it serves; it runs until it is told to stop. */
export async function runWeb(environment: Environment): Promise<void> {
  const { baseUrl, brand, dataDir, host, logLevel, port, rateLimit, trustedProxies, allowedHosts, webWorkers } =
    environment;
  const site = { baseUrl, brand, takesReports: environment.reportsUrl !== undefined };
  const destination = pino.destination(LOG);
  const log = pino({ name: 'web', level: logLevel }, destination);
  const clock = () => Date.now();
  const stopwatch = () => performance.now();
  const metrics = createMetrics({
    store: () => generations.store,
    isCurrentRefused: () => generations.refused !== undefined,
    clock,
  });
  const [dir, copiesDir] = [join(dataDir, 'generations'), join(dataDir, 'copies')];
  const generations = new Generations({ dir, copiesDir, site, log, metrics, clock });
  const limiter = rateLimit && new RateLimiter(rateLimit, webWorkers);
  const others = cluster.worker && othersOf(cluster.worker, metrics.registry, limiter);
  const server = createApp({
    generations,
    exportsDir: join(dataDir, 'exports'),
    feedsDir: join(dataDir, 'feeds'),
    copiesDir,
    site,
    log,
    access: accessLog(log, destination),
    metrics,
    limiter,
    others,
    trustedHops: trustedProxies,
    allowedHosts,
    reportsPassedTo: environment.reportsPassedTo,
    clock,
    stopwatch,
  });

  process.on('SIGHUP', () => void generations.follow({ again: true }));
  let isStopping = false;
  onceToldToStop(async () => {
    isStopping = true;
    log.info({ event: 'stopping' }, 'Finishing open requests');
    if (server.listening) await drain(server);
    await generations.stop();
    log.info({ event: 'stopped' }, 'Stopped');
    others?.leave();
  });
  // A listening process has answers as soon as there is a generation.
  await generations.start(POLL_MS);
  if (isStopping) return;
  const address = await listenOrEnd(server, { host, port, log });
  log.info({ event: 'listening', address: address.address, port: address.port }, `Serving ${baseUrl}`);
  setTimeout(() => {
    manifest(site);
    // In a turn of its own: the manifest alone takes a tenth of a second.
    setTimeout(() => {
      definitions();
      // A killed process would never write it.
      flushCompileCache();
    }).unref();
  }, PREPARED_AFTER_MS).unref();
}
