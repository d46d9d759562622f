/**
 * Follows the published generations and runs the exporter's tasks for the newest. After each run a task rests for 20
 * times its processor time, so it takes at most a twentieth of one core.
 */
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { metricsOf } from '../../../config/metrics.ts';
import { type Current, readCurrent } from '../../../data/store/generation/current.ts';

const REST_PER_WORK = 20;
const REST_AFTER_FAILURE_MS = 30_000;

export interface Task {
  name: string;
  subject: string;
  events: { made: string; failed: string };
  isMade(current: Current, now: Date): Promise<boolean>;
  /** Makes the files and removes those that they replace. @returns members of the log line */
  make(current: Current, now: Date, signal: AbortSignal): Promise<Record<string, unknown>>;
}

interface RunOptions {
  registry: Registry;
  log: Logger;
  /** Monotonic milliseconds. */
  stopwatch: () => number;
  /** Milliseconds of processor time that this process used. */
  processorMs: () => number;
  /** Called after each run that succeeded. */
  onMade?: () => void;
}

interface FollowOptions extends RunOptions {
  /** Directory of the published generations. */
  generations: string;
  tasks: readonly Task[];
  /** Milliseconds since the epoch. */
  clock: () => number;
}

export function follower({ generations, tasks, clock, ...options }: FollowOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runners = tasks.map((task) => runnerOf(task, options, signal));
  let working: Promise<void> | undefined;

  async function lookAtAll(): Promise<void> {
    for (const runner of runners)
      if (!signal.aborted) await runner.look(() => readCurrent(generations), new Date(clock()));
  }

  return {
    /** Runs the due tasks. Never rejects. */
    look() {
      working ??= lookAtAll().finally(() => {
        working = undefined;
      });
      return working;
    },
    /** The reason, until each task ran once. */
    notReady: () => (runners.every(({ isReady }) => isReady()) ? undefined : 'waiting for a generation'),
    /** Aborts a running task; resolves when it has ended. */
    async stop() {
      stopping.abort(new Error('Stopping'));
      await working;
    },
  };
}

function runnerOf(task: Task, options: RunOptions, signal: AbortSignal) {
  const { registry, log, stopwatch, processorMs, onMade } = options;
  const metrics = taskMetrics(registry, task);
  let restsUntil = 0;
  let isReady = false;

  async function run(current: Current, now: Date): Promise<void> {
    const startedMs = stopwatch();
    const before = processorMs();
    const facts = await task.make(current, now, signal);
    const ms = Math.round(stopwatch() - startedMs);
    restsUntil = stopwatch() + (processorMs() - before) * REST_PER_WORK;
    metrics.made(ms / 1000);
    onMade?.();
    const { generation } = current;
    log.info({ event: task.events.made, generation, ms, ...facts }, `Of generation ${generation}`);
  }

  return {
    isReady: () => isReady,
    async look(read: () => Current | undefined, now: Date): Promise<void> {
      if (stopwatch() < restsUntil) return;
      try {
        const current = read();
        if (current === undefined) return;
        // Looked at each time, since somebody may have deleted the files.
        if (!(await task.isMade(current, now))) await run(current, now);
        isReady = true;
      } catch (err) {
        if (signal.aborted) return;
        restsUntil = stopwatch() + REST_AFTER_FAILURE_MS;
        metrics.failed();
        log.error({ event: task.events.failed, err }, 'Keeping the earlier files');
      }
    },
  };
}

export function taskMetrics(registry: Registry, { name, subject }: Pick<Task, 'name' | 'subject'>) {
  const { counter, gauge } = metricsOf(registry);
  const tried = `Attempts to write ${subject} of a generation, by result.`;
  const attempts = counter(`assay_${name}_total`, tried, ['result']);
  const seconds = gauge(`assay_${name}_seconds`, `Duration of the last run for ${subject}.`);
  const madeAt = gauge(`assay_${name}_made_timestamp_seconds`, `When this process last wrote ${subject}.`);
  return {
    made(took: number) {
      attempts.inc({ result: 'made' });
      seconds.set(took);
      madeAt.setToCurrentTime();
    },
    failed: () => attempts.inc({ result: 'failed' }),
  };
}
