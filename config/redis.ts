/**
 * How our processes connect to Redis: `redis://host:port/db`, `rediss://…` or `unix:///path`.
 *
 * Two temperaments. A producer fails at once when Redis is away, because its caller will come again (a tick) or must
 * be told. A worker waits: what it holds is locked, and Redis will be back.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Reconnect quickly at first and never slower than this, so that a restarted Redis is found within seconds. */
const MAX_RECONNECT_MS = 2_000;
/**
 * A connection that owes an answer for this long is given up for a new one: its other end may be gone without a word.
 * Longer than BullMQ ever asks Redis to wait with an answer, which is 10 s (5.x to 6.7, `maximumBlockTimeout`).
 */
const SILENT_MS = 20_000;

/** As ioredis and BullMQ understand it; the few of their options that we set. */
export interface RedisSettings {
  host?: string;
  port?: number;
  path?: string;
  db: number;
  username?: string;
  password?: string;
  tls?: Record<string, never>;
  retryStrategy: (times: number) => number;
  maxRetriesPerRequest: number | null;
  enableOfflineQueue?: boolean;
  socketTimeout: number;
}

type Address = Omit<RedisSettings, 'retryStrategy' | 'maxRetriesPerRequest' | 'socketTimeout'>;

/** @throws {TypeError} the URL is of no kind that we know */
function addressOf(url: string): Address {
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(url);
  const login = {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  };
  if (protocol === 'unix:') {
    return { path: decodeURIComponent(pathname), db: Number(searchParams.get('db') ?? 0), ...login };
  }
  if (protocol !== 'redis:' && protocol !== 'rediss:') {
    throw new TypeError(
      `Cannot connect to Redis at "${url}": the URL begins with none of redis://, rediss://, unix://`,
    );
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
export function redisOptions(url: string, temperament: 'producer' | 'worker' = 'worker'): RedisSettings {
  return {
    ...addressOf(url),
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), MAX_RECONNECT_MS),
    socketTimeout: SILENT_MS,
    ...(temperament === 'worker'
      ? { maxRetriesPerRequest: null }
      : { maxRetriesPerRequest: 1, enableOfflineQueue: false }),
  };
}

/** Where the supervisor's own Redis listens, unless the path is too long for a socket. */
export function embeddedSocket(dataDir: string): string {
  return join(dataDir, 'redis', 'redis.sock');
}

/** The Redis of a running Assay, for a command beside it; undefined where none is known. */
export function runningRedis({
  redisUrl,
  dataDir,
}: {
  redisUrl: string | undefined;
  dataDir: string;
}): string | undefined {
  const socket = embeddedSocket(dataDir);
  return redisUrl ?? (existsSync(socket) ? `unix://${encodeURI(socket)}` : undefined);
}
