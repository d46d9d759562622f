import { DelayedError } from 'bullmq';
import { expect, test, vi } from 'vitest';
import { waitingForDisk } from '../../../verifier/worker/disk-wait.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

test('jobs that the disk refuses are delayed, however long, and logged once in half a minute', async () => {
  let now = 0;
  const log = { error: vi.fn() };
  const job = { moveToDelayed: vi.fn(async () => {}) };
  for (const code of ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC', 'EROFS']) {
    const work = waitingForDisk(() => Promise.reject(failing(code)), { log, now: () => now });
    for (let attempt = 0; attempt < 20; attempt += 1) await expect(work(job, 'token')).rejects.toThrow(DelayedError);
    expect(job.moveToDelayed).toHaveBeenLastCalledWith(now + 30_000, 'token');
    expect(log.error).toHaveBeenCalledTimes(1);
    log.error.mockClear();
    now += 30_000;
  }
});

test('what is wrong with a job itself fails it', async () => {
  const job = { moveToDelayed: vi.fn(async () => {}) };
  for (const error of [failing('SQLITE_CONSTRAINT'), new Error('no such product')]) {
    const work = waitingForDisk(() => Promise.reject(error), { log: { error: vi.fn() }, now: Date.now });
    await expect(work(job)).rejects.toBe(error);
  }
  expect(job.moveToDelayed).not.toHaveBeenCalled();
});
