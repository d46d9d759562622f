/**
 * When to publish: a quiet moment after the last observation, or after a longest wait under load; after a failure,
 * later and later. Between publications nothing is lost, since the ledger has it.
 */

export interface PublishingOptions<Report> {
  /** Publishes; a throw leaves what was published before. */
  publish: () => Report;
  onFailure: (error: unknown, retryMs: number) => void;
  quietMs: number;
  maxWaitMs: number;
}

export interface Publishing<Report> {
  /** Something was written that the published generation does not have. */
  touch(): void;
  /** Publishes now, and again later where that fails. */
  attempt(): void;
  /** Publishes now. @throws {Error} as `publish` does; what was to be tried later still is */
  flush(): Report;
  isPending(): boolean;
  stop(): void;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export function publishing<Report>({
  publish,
  onFailure,
  quietMs,
  maxWaitMs,
}: PublishingOptions<Report>): Publishing<Report> {
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let pending = false;

  function clear(): void {
    for (const timer of [quiet, longest, retry]) clearTimeout(timer);
    quiet = longest = retry = undefined;
  }

  function flush(): Report {
    const report = publish();
    clear();
    pending = false;
    failures = 0;
    return report;
  }

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
    touch() {
      pending = true;
      // After a failure the retry decides: new observations must not turn a full disk into a busy loop.
      if (retry !== undefined) return;
      clearTimeout(quiet);
      quiet = setTimeout(attempt, quietMs);
      longest ??= setTimeout(attempt, maxWaitMs);
    },
    attempt,
    flush,
    isPending: () => pending,
    stop: clear,
  };
}
