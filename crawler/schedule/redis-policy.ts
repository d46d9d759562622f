/** Whether a Redis may drop our jobs when its memory is full: BullMQ needs `noeviction`, and says nothing if it is not. */
import { Redis } from 'ioredis';
import { redisOptions } from '../../config/redis.ts';

/** `unknown` where the server does not let us ask. */
export type Eviction = 'safe' | 'unsafe' | 'unknown';

export async function evictionOf(redisUrl: string): Promise<{ eviction: Eviction; policy?: string }> {
  const redis = new Redis(redisOptions(redisUrl, 'worker'));
  redis.on('error', () => {}); // It reconnects by itself; a server that never comes is the queue's to report.
  try {
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    if (policy === undefined) return { eviction: 'unknown' };
    return { eviction: policy === 'noeviction' ? 'safe' : 'unsafe', policy };
  } catch {
    // CONFIG is commonly renamed or forbidden on a hosted Redis; that is all that can go wrong here.
    return { eviction: 'unknown' };
  } finally {
    redis.disconnect();
  }
}
