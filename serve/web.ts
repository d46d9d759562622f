/**
 * A web process: follows the published generations and answers from the current one. It holds no queue, no browser and
 * nothing that writes; all it shares with the rest of the house is a directory that it reads.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Environment } from '../config/env.ts';
import { createApp } from './app.ts';
import { Generations } from './generations.ts';
import { accessLog } from './http/access-log.ts';
import { RateLimiter } from './http/rate-limit.ts';
import { drain, listenOrEnd, onceToldToStop } from './http/server.ts';
import { manifest } from './manifest/document.ts';
import { createMetrics } from './metrics.ts';
import { peersOf } from './workers/peers.ts';

const POLL_MS = 1_000;

/** In batches and beside the work: a write for each line of the access log would cost more than the answer it is about. */
const LOG = { dest: 2, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 200 };
/** What several processes write to one pipe stays whole up to this length (POSIX, PIPE_BUF). */
const SHARED_LOG = { ...LOG, minLength: 2_048, maxWrite: 4_096 };

/** Resolves when it serves what there is; it goes on until it is told to stop. */
export async function runWeb(environment: Environment): Promise<void> {
  const { baseUrl, brand, dataDir, host, logLevel, port, rateLimit, trustedProxies, webWorkers } = environment;
  const site = { baseUrl, brand };
  const destination = pino.destination(webWorkers > 1 ? SHARED_LOG : LOG);
  const log = pino({ name: 'web', level: logLevel }, destination);
  const clock = () => Date.now();
  const stopwatch = () => performance.now();
  const metrics = createMetrics();
  const generations = new Generations({ dir: join(dataDir, 'generations'), site, log, metrics, clock });
  metrics.describe(() => generations.store, clock);
  const limiter = rateLimit && new RateLimiter(rateLimit, webWorkers);
  const peers = peersOf({ metrics, limiter, isServing: () => generations.current !== undefined, stopwatch });
  const server = createApp({
    generations,
    site,
    log,
    access: accessLog(log, destination),
    metrics,
    limiter,
    peers,
    trustedHops: trustedProxies,
    clock,
    stopwatch,
  });

  process.on('SIGHUP', () => void generations.follow({ again: true }));
  let isStopping = false;
  onceToldToStop(async () => {
    isStopping = true;
    log.info({ event: 'stopping' }, 'Finishing the answers that are on their way');
    if (server.listening) await drain(server);
    await generations.stop();
    log.info({ event: 'stopped' }, 'Stopped');
    peers?.leave();
  });
  const startListening = async () => {
    const address = await listenOrEnd(server, { host, port, log });
    log.info({ event: 'listening', address: address.address, port: address.port }, `Serving ${baseUrl}`);
  };
  // Where others answer meanwhile, nobody is to meet one that has nothing yet.
  if (peers === undefined) await startListening();
  await generations.start(POLL_MS);
  // Made before anyone asks for it: it takes tens of milliseconds, once.
  manifest(site);
  if (peers !== undefined && !isStopping) {
    await startListening();
    peers.join();
  }
  // Else it is written at the end, which a process that is killed never has.
  flushCompileCache();
}
