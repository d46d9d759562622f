/**
 * A web process: follows the published generations and answers from the current one. It holds no queue, no browser and
 * nothing that writes; all it shares with the rest of the house is a directory that it reads.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Environment } from '../config/env.ts';
import { drain, listenOrEnd, onceToldToStop } from '../web/server.ts';
import { createApp } from './app.ts';
import { Generations } from './dispatch/generations.ts';
import { accessLog, inPieces } from './http/access-log.ts';
import { RateLimiter } from './http/rate-limit.ts';
import { createMetrics } from './metrics/metrics.ts';
import { definitions } from './tools/toolbox.ts';
import { peersOf } from './workers/peers.ts';

const POLL_MS = 200;
/** What nobody asks first is prepared so long after there is an answer for everybody else. */
const PREPARED_AFTER_MS = 500;

/** In batches and beside the work: a write for each line of the access log would cost more than the answer it is about. */
const LOG = { dest: 2, sync: false, minLength: 16_384, maxWrite: 65_536, periodicFlush: 200 };
/** Characters of the access log that are handed on together: so many that they are written at once. */
const PIECE_LENGTH = 32_768;
/** What several processes write to one pipe stays whole up to this length (POSIX, PIPE_BUF). */
const SHARED_LOG = { ...LOG, minLength: 2_048, maxWrite: 4_096 };
/** With the line before it. */
const SHARED_PIECE_LENGTH = 1_800;

/** Resolves when it serves what there is; it goes on until it is told to stop. */
export async function runWeb(environment: Environment): Promise<void> {
  const { baseUrl, brand, dataDir, host, logLevel, port, rateLimit, trustedProxies, allowedHosts, webWorkers } =
    environment;
  const site = { baseUrl, brand };
  const isShared = webWorkers > 1;
  const destination = pino.destination(isShared ? SHARED_LOG : LOG);
  const log = pino({ name: 'web', level: logLevel }, destination);
  const requestLines = inPieces(destination, isShared ? SHARED_PIECE_LENGTH : PIECE_LENGTH);
  setInterval(requestLines.flush, LOG.periodicFlush).unref();
  // Before the logger's own last words, also of a process that breaks down: what it was asked last says why.
  process.prependListener('exit', requestLines.flush);
  const clock = () => Date.now();
  const stopwatch = () => performance.now();
  const metrics = createMetrics();
  const generations = new Generations({ dir: join(dataDir, 'generations'), site, log, metrics, clock });
  metrics.describe(() => generations.store, clock);
  const limiter = rateLimit && new RateLimiter(rateLimit, webWorkers);
  const peers = peersOf({ metrics, limiter, isServing: () => generations.current !== undefined, stopwatch });
  const { server, load } = createApp({
    generations,
    exportsDir: join(dataDir, 'exports'),
    feedsDir: join(dataDir, 'feeds'),
    site,
    log,
    access: accessLog(log, requestLines),
    metrics,
    limiter,
    peers,
    trustedHops: trustedProxies,
    allowedHosts,
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
  // Nobody is to meet a process that has no answer yet while there is a generation; without one it takes no time.
  await generations.start(POLL_MS);
  const prepare = async () => {
    // Made before anyone asks for them: each takes tens of milliseconds, once.
    await load();
    const { manifest } = await import('./manifest/document.ts');
    manifest(site);
    definitions();
    // Else it is written at the end, which a process that is killed never has.
    flushCompileCache();
  };
  // Where others answer meanwhile, there is time for it.
  if (peers !== undefined) await prepare();
  if (isStopping) return;
  const address = await listenOrEnd(server, { host, port, log });
  log.info({ event: 'listening', address: address.address, port: address.port }, `Serving ${baseUrl}`);
  if (peers === undefined) setTimeout(() => void prepare(), PREPARED_AFTER_MS).unref();
  else peers.join();
}
