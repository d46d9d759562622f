/** The queue's own Redis server: its address and configuration, and when it answers. It belongs to one DATA_DIR. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { embeddedSocket } from '../config/redis.ts';
import { freePort } from './port.ts';
import { withRedis } from './with-redis.ts';

/** sun_path holds 104 bytes on macOS and 108 on Linux, with the closing zero. */
const LONGEST_SOCKET_PATH = 100;

/** `config` is for `redis-server -`, which reads it from stdin: so no other user sees the password among the processes. */
export async function embeddedRedis(dataDir: string): Promise<{ url: string; config: string }> {
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const socket = embeddedSocket(dataDir);
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) {
    const url = `unix://${encodeURI(socket)}`;
    return { url, config: config(folder, ['port 0', `unixsocket ${quoted(socket)}`, 'unixsocketperm 700']) };
  }
  // Every user and program of this machine can connect to a port, so it needs a password.
  const password = randomBytes(24).toString('hex');
  const port = await freePort('127.0.0.1');
  const url = `redis://:${password}@127.0.0.1:${port}`;
  return { url, config: config(folder, [`port ${port}`, 'bind 127.0.0.1', `requirepass ${password}`]) };
}

/** BullMQ requires `noeviction`. A second of jobs may be lost: the ledger knows what is due, so they are added again. */
function config(folder: string, address: string[]): string {
  const fixed = `daemonize no
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
loglevel warning
`;
  return [...address, `dir ${quoted(folder)}`, fixed].join('\n');
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** Ends a Redis that still answers at this URL. Two would write to one file of jobs, and its supervisor's list may be lost. */
export async function shutDownLeftover(url: string): Promise<void> {
  // It fails where none answers, or where it ended before it could say so.
  await withRedis(url, (redis) => redis.shutdown()).catch(() => {});
}

/** Resolves once the server answers PING; while it loads its file it refuses. @throws {Error} its last refusal */
export async function answers(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await withRedis(url, (redis) => redis.ping());
      return;
    } catch (error) {
      await delay(50, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
