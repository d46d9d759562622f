/** When to publish: in a quiet moment, after a longest wait under load, and with backoff after a failure. */
import { REST_PER_WORK } from '../../config/publishing.ts';

export interface PublishingOptions<Report> {
  /** Publishes; a throw leaves what was published before. */
  publish: () => Report;
  onFailure: (error: unknown, retryMs: number) => void;
  quietMs: number;
  maxWaitMs: number;
  /** Milliseconds that only grow. */
  stopwatch: () => number;
}

export type Publishing<Report> = ReturnType<typeof publishing<Report>>;

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export function publishing<Report>(options: PublishingOptions<Report>) {
  const { publish, onFailure, quietMs, maxWaitMs, stopwatch } = options;
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let pending = false;
  let restsUntil = 0;

  function clear(): void {
    for (const timer of [quiet, longest, retry]) clearTimeout(timer);
    quiet = longest = retry = undefined;
  }

  /** Publishes now. @throws {Error} as `publish` does; a scheduled retry stays */
  function flush(): Report {
    const started = stopwatch();
    const report = publish();
    restsUntil = stopwatch() + (stopwatch() - started) * REST_PER_WORK;
    clear();
    pending = false;
    failures = 0;
    return report;
  }

  /** Publishes now, and again later where that fails. */
  function attempt(): void {
    pending = true;
    clear();
    try {
      flush();
    } catch (error) {
      failures += 1;
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
      retry = setTimeout(attempt, retryMs);
      onFailure(error, retryMs);
    }
  }

  return {
    /** Call after each write that the published generation lacks. */
    touch(): void {
      pending = true;
      // After a failure only the retry publishes, or observations would turn a full disk into a busy loop.
      if (retry !== undefined) return;
      const rest = restsUntil - stopwatch();
      clearTimeout(quiet);
      quiet = setTimeout(attempt, Math.max(quietMs, rest));
      longest ??= setTimeout(attempt, Math.max(maxWaitMs, rest));
    },
    attempt,
    flush,
    isPending: () => pending,
    stop: clear,
  };
}
