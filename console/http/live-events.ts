/** Server-sent events: `moved` tells a page to reload its live parts. A page without script needs a reload by hand. */
import { QueueEvents } from 'bullmq';
import type { Response } from 'express';
import { CRAWL_QUEUE, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';

/** Events within this time are sent as one. */
const TOGETHER_MS = 500;
/** Interval of comments that keep the connection alive. */
const ALIVE_MS = 20_000;
const MOST_WATCHERS = 100;

export type Live = ReturnType<typeof openLive>;

/** `moved` reports a change that no queue event reports. */
export function openLive(redisUrl: string) {
  const watchers = new Set<Response>();
  let timer: NodeJS.Timeout | undefined;
  const say = (words: string) => {
    for (const watcher of watchers) watcher.write(words);
  };
  const moved = () => {
    if (watchers.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      say('event: moved\ndata: \n\n');
    }, TOGETHER_MS);
  };
  const alive = setInterval(() => say(': still here\n\n'), ALIVE_MS).unref();
  const events = [CRAWL_QUEUE, VERIFY_QUEUE].map((name) => {
    const queue = new QueueEvents(name, { connection: redisOptions(redisUrl, 'worker') });
    // It reconnects by itself.
    queue.on('error', () => {});
    for (const event of ['active', 'completed', 'failed', 'delayed', 'waiting', 'drained'] as const)
      queue.on(event, moved);
    return queue;
  });
  return {
    watch(res: Response): void {
      if (watchers.size >= MOST_WATCHERS) {
        res.status(503).type('text/plain').send('Too many open pages; try again later\n');
        return;
      }
      // A silent stream must not time out.
      res.req.socket.setTimeout(0);
      res.set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      res.write('retry: 2000\n\n');
      watchers.add(res);
      res.on('close', () => watchers.delete(res));
    },
    watchers: () => watchers.size,
    moved,
    async close() {
      clearInterval(alive);
      clearTimeout(timer);
      for (const watcher of watchers) watcher.end();
      await Promise.allSettled(events.map((queue) => queue.close()));
    },
  };
}
