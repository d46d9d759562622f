/**
 * Connections to Redis: `redis://host:port/db`, `rediss://…` or `unix:///path`. A producer fails at once while Redis is
 * away, because its caller tries again (a tick) or reports it. A worker waits, because it holds locked jobs.
 */
import type { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';

const MAX_RECONNECT_MS = 2_000;
/** A silent connection is replaced after this. Longer than BullMQ's longest blocking call, 10 s (`maximumBlockTimeout`). */
const SILENT_MS = 20_000;
const SAME_ERROR_MS = 60_000;

function addressOf(url: string) {
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(url);
  const login = {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  if (protocol === 'unix:') {
    return { path: decodeURIComponent(pathname), db: Number(searchParams.get('db') ?? 0), ...login };
  }
  if (protocol !== 'redis:' && protocol !== 'rediss:') {
    const why = 'the URL must begin with redis://, rediss:// or unix://';
    throw new TypeError(`Cannot connect to Redis at "${url}": ${why}`);
  }
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 6379 : Number(port),
    db: Number(pathname.slice(1) || 0),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
    ...login,
  };
}

/** Options for `new Redis(…)`. BullMQ demands `maxRetriesPerRequest: null` of a worker's connection. */
export function redisOptions(url: string, role: 'producer' | 'worker' = 'worker') {
  return {
    ...addressOf(url),
    retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), MAX_RECONNECT_MS),
    socketTimeout: SILENT_MS,
    ...(role === 'worker' ? { maxRetriesPerRequest: null } : { maxRetriesPerRequest: 1, enableOfflineQueue: false }),
  };
}

/**
 * Logs a connection's errors; during an outage the same one once a minute, since a `Queue` does not report its end. Ends the
 * process where Redis lacks the database of the URL: the client would go on with database 0, perhaps another installation's.
 */
export function logErrors<Emitter extends EventEmitter>(
  emitter: Emitter,
  log: Pick<Logger, 'warn' | 'fatal'>,
  event: string,
): Emitter {
  let last = { message: '', at: 0 };
  emitter.on('error', (err: Error) => {
    if (err.message.includes('DB index is out of range')) {
      log.fatal({ event: 'cannot_start' }, `Cannot use the database that REDIS_URL names: ${err.message}`);
      process.exit(1);
    }
    const at = performance.now();
    if (err.message === last.message && at - last.at < SAME_ERROR_MS) return;
    log.warn({ event, err }, `${event}: ${err.message}`);
    last = { message: err.message, at };
  });
  return emitter;
}

/** Its `maxmemory-policy`; undefined where it does not tell: hosted Redis services often rename or forbid CONFIG. */
export async function evictionPolicy(redis: {
  config(ask: 'GET', name: string): Promise<unknown>;
}): Promise<string | undefined> {
  const answer = await redis.config('GET', 'maxmemory-policy').catch(() => []);
  return (answer as string[])[1];
}

interface RedisPlace {
  redisUrl: string | undefined;
  dataDir: string;
}

/** Socket of the supervisor's own Redis, unless the path is too long for one. */
export function embeddedSocket(dataDir: string): string {
  return join(dataDir, 'redis', 'redis.sock');
}

/** The Redis of a running Assay, for a command; undefined where none is known. */
export function runningRedis({ redisUrl, dataDir }: RedisPlace): string | undefined {
  const socket = embeddedSocket(dataDir);
  return redisUrl ?? (existsSync(socket) ? `unix://${encodeURI(socket)}` : undefined);
}
