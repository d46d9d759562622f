/** The queue's own Redis server: how it is set up, and when it answers. It belongs to one DATA_DIR. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { embeddedSocket, redisOptions } from '../config/redis.ts';
import { freePort } from './port.ts';

/** sun_path holds 104 bytes on macOS and 108 on Linux, with the closing zero. */
const LONGEST_SOCKET_PATH = 100;

export interface EmbeddedRedis {
  url: string;
  /** For `redis-server -`, which reads it from stdin: so no other user sees the password among the processes. */
  config: string;
}

export async function embeddedRedis(dataDir: string): Promise<EmbeddedRedis> {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socket = embeddedSocket(dataDir);
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) {
    const url = `unix://${encodeURI(socket)}`;
    return { url, config: config(folder, ['port 0', `unixsocket ${quoted(socket)}`, 'unixsocketperm 700']) };
  }
  // A port is open to every user of this machine, and to every program that can be talked into asking for a URL.
  const password = randomBytes(24).toString('hex');
  const port = await freePort('127.0.0.1');
  const url = `redis://:${password}@127.0.0.1:${port}`;
  return { url, config: config(folder, [`port ${port}`, 'bind 127.0.0.1', `requirepass ${password}`]) };
}

/**
 * `noeviction` and an append-only file are what BullMQ asks for: jobs are not a cache. `everysec` suffices, since the
 * ledger knows what is due and a lost second of jobs is added again.
 */
function config(folder: string, address: string[]): string {
  return [
    ...address,
    `dir ${quoted(folder)}`,
    'daemonize no',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'loglevel warning',
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Resolves once the server answers PING; loading its file after a crash, it refuses until it is done. */
export async function answers(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const client = new Redis({ ...redisOptions(url), lazyConnect: true, retryStrategy: null, enableReadyCheck: false });
    client.on('error', () => {}); // told by the rejection below, which is the reason to ask again
    try {
      await client.connect();
      await client.ping();
      return;
    } catch {
      await delay(50, undefined, { signal });
    } finally {
      client.disconnect();
    }
  }
}
