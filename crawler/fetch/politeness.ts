/** Spaces requests to a host and pauses after refusals, in Redis for all workers together. */
import type { Redis } from 'ioredis';
import type { POLITENESS } from '../../config/politeness.ts';
import { CLOCK_SKEW_MS } from '../../data/confidence/clock-skew.ts';

export interface PolitenessSettings
  extends Pick<typeof POLITENESS, 'maxCrawlDelayMs' | 'refusalBackoffDays' | 'maxRetryAfterMs'> {
  hostSpacingMs: number;
}

export interface Refusal {
  status: number;
  retryAfterMs?: number;
}

export type Politeness = ReturnType<typeof createPoliteness>;

/** `last` grant, `next` free time, a reservation per visit. A `last` in the future drops them (clock set back). */
const TURN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local spacing = tonumber(ARGV[2])
local visit = 'visit ' .. ARGV[1]
local last = tonumber(redis.call('HGET', KEYS[1], 'last') or '0')
if last > now then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'last', string.format('%.0f', now))
  last = now
end
local reserved = tonumber(redis.call('HGET', KEYS[1], visit))
local mine = reserved
if not mine then
  local next = tonumber(redis.call('HGET', KEYS[1], 'next') or '0')
  mine = math.max(now, last + spacing, next)
  redis.call('HSET', KEYS[1], 'next', string.format('%.0f', mine + spacing))
end
local at = math.max(mine, last + spacing)
if at <= now then
  redis.call('HSET', KEYS[1], 'last', string.format('%.0f', now))
  redis.call('HDEL', KEYS[1], visit)
else
  redis.call('HSET', KEYS[1], visit, string.format('%.0f', mine))
end
local next = tonumber(redis.call('HGET', KEYS[1], 'next') or now)
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(next, at) - now + spacing + 3600000))
return math.max(0, at - now)
`;

/**
 * A refusal during a pause does not count: its visit was under way. One in the future (clock set back) pauses nothing.
 */
const REFUSED = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = tonumber(redis.call('HGET', KEYS[1], 'until') or '0')
local since = tonumber(redis.call('HGET', KEYS[1], 'since') or '0')
local count = tonumber(redis.call('HGET', KEYS[1], 'count') or '0')
if since > now then held = 0 end
if now >= held then
  count = count + 1
  redis.call('HSET', KEYS[1], 'count', count)
end
local pause = tonumber(ARGV[math.min(count, #ARGV - 1) + 1])
local asked = tonumber(ARGV[1])
if asked >= 0 then pause = asked end
held = math.max(held, now + pause)
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', held), 'since', string.format('%.0f', now))
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', held - now + 60 * 86400000))
return held - now
`;

const DAY_MS = 86_400_000;

export function createPoliteness(redis: Redis, settings: PolitenessSettings) {
  const turnKey = (host: string) => `assay:turn:${host}`;
  const refusalKey = (host: string) => `assay:refusal:${host}`;
  return {
    /** Milliseconds until the visit's turn, which is reserved for it; 0 is now. */
    async turn(host: string, visit: string, crawlDelayMs = 0): Promise<number> {
      const spacing = Math.max(settings.hostSpacingMs, Math.min(crawlDelayMs, settings.maxCrawlDelayMs));
      if (spacing === 0) return 0;
      return Number(await redis.eval(TURN, 1, turnKey(host), visit, Math.ceil(spacing)));
    },
    /** End of the pause after a refusal; undefined where there is none. */
    async heldUntil(host: string): Promise<Date | undefined> {
      const [until, since] = (await redis.hmget(refusalKey(host), 'until', 'since')).map(Number) as [number, number];
      const now = Date.now();
      return until > now && since <= now + CLOCK_SKEW_MS ? new Date(until) : undefined;
    },
    /** Records a refusal; resolves with the length of the pause, in milliseconds. */
    async refused(host: string, { status, retryAfterMs = -1 }: Refusal): Promise<number> {
      const days = settings.refusalBackoffDays.map((count) => count * DAY_MS);
      // Only a 429 sets the pause by its Retry-After; a 403 pauses by days.
      const asked = status === 429 ? Math.min(retryAfterMs, settings.maxRetryAfterMs) : -1;
      return Number(await redis.eval(REFUSED, 1, refusalKey(host), asked, ...days));
    },
    /** Records an answer, which resets the count of refusals in a row. */
    async welcomed(host: string): Promise<void> {
      await redis.del(refusalKey(host));
    },
  };
}
