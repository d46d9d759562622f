import { afterEach, describe, expect, it, vi } from 'vitest';
import { Publishing } from '../../../verifier/publish/publish-timer.ts';

/** Milliseconds that each publication takes by the stopwatch that it is given. */
let takesMs = 0;
let publishedAt: number[] = [];
let current: Publishing<number> | undefined;

afterEach(() => {
  current?.stop();
  vi.useRealTimers();
});

/** The clock is moved by hand: what is tested is when, and not that timers work. */
function start(): Publishing<number> {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  publishedAt = [];
  let spent = 0;
  current = new Publishing({
    async publish() {
      publishedAt.push(Date.now());
      spent += takesMs;
      return { report: publishedAt.length, workMs: takesMs };
    },
    onFailure(error) {
      throw error;
    },
    quietMs: 2_000,
    maxWaitMs: 120_000,
    stopwatch: () => Date.now() + spent,
  });
  return current;
}

async function touchEverySecond(publisher: Publishing<number>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    publisher.touch();
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

describe('when a generation is published', () => {
  it('is a quiet moment after the last observation', async () => {
    takesMs = 10;
    const publisher = start();
    await touchEverySecond(publisher, 5);
    expect(publishedAt).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(publishedAt).toEqual([6_000]);
    expect(publisher.isPending).toBe(false);
  });

  it('is the longest wait after the first observation where none is quiet', async () => {
    takesMs = 10;
    await touchEverySecond(start(), 250);
    expect(publishedAt).toEqual([120_000, 240_000]);
  });

  it('is later where a generation takes long to make: nine times as long is left for judging', async () => {
    takesMs = 60_000;
    const publisher = start();
    await publisher.flush();
    await touchEverySecond(publisher, 1_100);
    // By the stopwatch, which the work moves and the timers do not, each takes a minute and leaves nine.
    expect(publishedAt).toEqual([0, 540_000, 1_080_000]);
  });

  it('is now where somebody asks for it, however long the last one took', async () => {
    takesMs = 60_000;
    const publisher = start();
    await publisher.flush();
    publisher.touch();
    expect(await publisher.flush()).toBe(2);
    expect(publishedAt).toEqual([0, 0]);
  });
});
