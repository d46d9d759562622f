/**
 * The web process: follows the published generations and answers from the current one. It holds no queue, no browser
 * and nothing that writes; all it shares with the rest of the house is a directory that it reads.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import { readEnvironment } from '../config/env.ts';
import { createApp } from './app.ts';
import { Generations } from './generations.ts';
import { accessLog } from './http/access-log.ts';
import { drain, listen } from './http/server.ts';
import { manifest } from './manifest/document.ts';
import { createMetrics } from './metrics.ts';

const POLL_MS = 1_000;

const { baseUrl, brand, dataDir, host, logLevel, port, rateLimit, trustedProxies } = readEnvironment();
const site = { baseUrl, brand };
// In batches and beside the work: a write for each line of the access log would cost more than the answer it is about.
const destination = pino.destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 200 });
const log = pino({ name: 'web', level: logLevel }, destination);
const clock = () => Date.now();
const metrics = createMetrics();
const generations = new Generations({ dir: join(dataDir, 'generations'), site, log, metrics, clock });
metrics.describe(() => generations.store, clock);
const server = createApp({
  generations,
  site,
  log,
  access: accessLog(log, destination),
  metrics,
  rateLimit,
  trustedHops: trustedProxies,
  clock,
  stopwatch: () => performance.now(),
});

try {
  const address = await listen(server, { host, port });
  log.info({ event: 'listening', address: address.address, port: address.port }, `Serving ${baseUrl}`);
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (isTaken) log.fatal(`Cannot listen on ${host}:${port}: the port is taken. Set PORT to another one`);
  else log.fatal({ err: error }, `Cannot listen on ${host}:${port}`);
  process.exit(1);
}

process.on('SIGHUP', () => void generations.follow({ again: true }));
// A terminal and the supervisor may both ask, with a signal each.
let isStopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (!isStopping) void stop();
    isStopping = true;
  });
}
await generations.start(POLL_MS);
// Made before anyone asks for it: it takes tens of milliseconds, once.
manifest(site);
// Else it is written at the end, which a process that is killed never has.
flushCompileCache();

async function stop(): Promise<void> {
  log.info({ event: 'stopping' }, 'Finishing the answers that are on their way');
  await drain(server);
  await generations.stop();
  log.info({ event: 'stopped' }, 'Stopped');
}
