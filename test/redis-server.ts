/**
 * A real Redis for one test file: its own process, its own directory, a Unix socket. It can be killed and started again on
 * the same data, as the machine of an operator would.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { redisOptions } from '../config/redis.ts';
import { atEndOfFile } from './end-of-file.ts';

export interface RedisServer {
  url: string;
  /** A new connection, ended when the test file is done. */
  client(): Redis;
  /** `kill -9`, as a crash does; what was not synced is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same data and address. */
  start(): Promise<void>;
  /** Ends it and removes its directory. */
  stop(): Promise<void>;
}

async function isAnswering(url: string, deadline: number): Promise<void> {
  const redis = new Redis({ ...redisOptions(url, 'worker'), retryStrategy: () => 20 });
  // Refused until the server listens: that is what is waited for.
  redis.on('error', () => {});
  try {
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`Redis at ${url} did not answer in time`)), deadline - Date.now()).unref();
    });
    await Promise.race([redis.ping(), late]);
  } finally {
    redis.disconnect();
  }
}

/** One for this test file, stopped when it is done. @param settings more of redis.conf, as `--name value` pairs */
export async function ownRedis(settings: string[] = []): Promise<RedisServer> {
  const server = await startRedisServer(settings);
  atEndOfFile(server.stop);
  return server;
}

export async function startRedisServer(settings: string[] = []): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-redis-'));
  const socket = join(directory, 'redis.sock');
  const url = `unix://${socket}`;
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const fixed = '--port 0 --appendonly yes --appendfsync everysec --maxmemory-policy noeviction'.split(' ');
    const own = ['--unixsocket', socket, '--dir', directory, '--save', ''];
    child = spawn('redis-server', [...fixed, ...own, ...settings], { stdio: 'ignore' });
    await isAnswering(url, Date.now() + 10_000);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = child;
    child = undefined;
    if (ended === undefined || ended.exitCode !== null) return;
    const gone = new Promise((resolve) => ended.once('exit', resolve));
    ended.kill(signal);
    await gone;
  }

  // A test that dies before its afterAll must not leave a server behind.
  const endNow = () => child?.kill('SIGKILL');
  process.once('exit', endNow);
  await start();
  return {
    url,
    client() {
      const client = new Redis(redisOptions(url));
      atEndOfFile(() => client.disconnect());
      return client;
    },
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      process.off('exit', endNow);
      await end('SIGKILL');
      await rm(directory, { recursive: true, force: true });
    },
  };
}
