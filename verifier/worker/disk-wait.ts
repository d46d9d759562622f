/** Jobs that the disk refuses wait for it. That is no fault of theirs, so no attempt counts and none fails for good. */
import { DelayedError, type Job } from 'bullmq';
import type { Logger } from 'pino';

const WAIT_MS = 30_000;
/** Of SQLite and of the system: the disk is full, read-only or failing. */
const REFUSALS = /^(?:SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)|ENOSPC$|EDQUOT$|EROFS$|EIO$)/;

type Waiting = Pick<Job, 'moveToDelayed'>;

/** @param log is told once for all jobs that wait together */
export function waitingForDisk<Some extends Waiting, Result>(
  work: (job: Some) => Promise<Result>,
  { log, now }: { log: Pick<Logger, 'error'>; now: () => number },
): (job: Some, token?: string) => Promise<Result> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async (job, token) => {
    try {
      return await work(job);
    } catch (err) {
      if (!isRefusal(err)) throw err;
      if (now() - loggedAt >= WAIT_MS) {
        loggedAt = now();
        log.error({ event: 'not_written', err, retryMs: WAIT_MS }, 'The disk refuses writes; observations wait');
      }
      await job.moveToDelayed(now() + WAIT_MS, token);
      throw new DelayedError();
    }
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REFUSALS.test(String(error.code));
}
