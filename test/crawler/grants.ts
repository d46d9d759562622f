/** The instants at which visits were granted, by the clock of Redis: ours starts when an answer has arrived, later for one visit than for the next. */
import type { Redis } from 'ioredis';
import { eventually } from '../eventually.ts';

export interface Grants {
  /** Milliseconds between one and the next, once there are so many; nothing is watched any more. */
  gaps(count: number): Promise<number[]>;
}

export async function watchGrants(redis: Redis): Promise<Grants> {
  const instants: number[] = [];
  const monitor = await redis.monitor();
  monitor.on('monitor', (_, [command, , field, value]: string[]) => {
    if (command?.toUpperCase() === 'HSET' && field === 'last') instants.push(Number(value));
  });
  return {
    async gaps(count) {
      await eventually(`${count} grants are seen`, () => instants.length >= count);
      monitor.disconnect();
      return instants.slice(1).map((at, i) => at - (instants[i] ?? at));
    },
  };
}
