/** One connection to Redis, for a question. */
import { Redis } from 'ioredis';
import { redisOptions } from '../config/redis.ts';

const ANSWER_MS = 10_000;

/** Connects once, without retries. @throws {Error} Redis does not answer, or has no database of the URL's number */
export async function withRedis<T>(redisUrl: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({
    ...redisOptions(redisUrl, 'producer'),
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    retryStrategy: null,
    enableReadyCheck: false,
  });
  let reason: unknown;
  redis.on('error', (error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    // The client itself would go on with database 0.
    await redis.select(redis.options.db ?? 0);
    return await ask(redis);
  } catch (error) {
    // "Connection is closed" hides its cause.
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
