/** A Redis for a benchmark, set as the supervisor sets its own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnvironment } from '../config/env.ts';
import type { Bench } from './benchmark.ts';

export interface RedisProgram {
  url: string;
  pid: number;
}

/** @param dir where its socket and its log of writes lie @throws {Error} there is none, or it ended */
export async function startRedis({ start }: Pick<Bench, 'start'>, dir: string): Promise<RedisProgram> {
  const socket = join(dir, 'redis.sock');
  const settings = { port: '0', unixsocket: socket, dir, appendonly: 'yes', appendfsync: 'everysec', save: '' };
  const args = Object.entries({ ...settings, 'maxmemory-policy': 'noeviction' }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const child = start(readEnvironment().redisServerPath ?? 'redis-server', args, { stdio: 'ignore' });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(new Error('Cannot start redis-server', { cause })));
    child.once('exit', (code) => reject(new Error(`Cannot start redis-server: it ended with ${code}`)));
  });
  failed.catch(() => {}); // Later on, its end is the end that it is given.
  while (!existsSync(socket)) await Promise.race([failed, delay(20)]);
  return { url: `unix://${socket}`, pid: child.pid ?? 0 };
}
