/** Whether Redis may drop jobs when its memory is full. BullMQ needs `noeviction` and does not check it. */
import { Redis } from 'ioredis';
import { redisOptions } from '../../config/redis.ts';

/** `unknown` where the server forbids CONFIG. */
export type Eviction = 'safe' | 'unsafe' | 'unknown';

export async function evictionOf(redisUrl: string): Promise<{ eviction: Eviction; policy?: string }> {
  const redis = new Redis(redisOptions(redisUrl, 'worker'));
  redis.on('error', () => {}); // The queue reports a server that never answers.
  try {
    const [, policy] = (await redis.config('GET', 'maxmemory-policy')) as string[];
    if (policy === undefined) return { eviction: 'unknown' };
    return { eviction: policy === 'noeviction' ? 'safe' : 'unsafe', policy };
  } catch {
    // Hosted Redis services often rename or forbid CONFIG.
    return { eviction: 'unknown' };
  } finally {
    redis.disconnect();
  }
}
