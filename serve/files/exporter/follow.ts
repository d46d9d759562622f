/**
 * Follows the published generations and runs the exporter's tasks for the newest. After each run a task rests for 20
 * times its processor time, so it takes at most a twentieth of one core.
 */
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
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
  const runners = tasks.map((task) => new Runner(task, options, signal));
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
    notReady: () => (runners.every(({ isReady }) => isReady) ? undefined : 'waiting for a generation'),
    /** Aborts a running task; resolves when it has ended. */
    async stop() {
      stopping.abort(new Error('Told to stop'));
      await working;
    },
  };
}

class Runner {
  readonly #task: Task;
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  readonly #metrics: ReturnType<typeof taskMetrics>;
  #restsUntil = 0;
  /** Generation and day of the last run. */
  #made = '';

  constructor(task: Task, options: RunOptions, signal: AbortSignal) {
    this.#task = task;
    this.#options = options;
    this.#signal = signal;
    this.#metrics = taskMetrics(options.registry, task);
  }

  get isReady(): boolean {
    return this.#made !== '';
  }

  async look(read: () => Current | undefined, now: Date): Promise<void> {
    const { log, stopwatch } = this.#options;
    try {
      const current = read();
      if (current === undefined) return;
      const made = `${current.generation} ${current.sha256} ${now.toISOString().slice(0, 10)}`;
      if (this.#made === made) return;
      if (!(await this.#task.isMade(current, now))) {
        if (stopwatch() < this.#restsUntil) return;
        await this.#run(current, now);
      }
      this.#made = made;
    } catch (err) {
      if (this.#signal.aborted) return;
      this.#restsUntil = stopwatch() + REST_AFTER_FAILURE_MS;
      this.#metrics.failed();
      log.error({ event: this.#task.events.failed, err }, 'What was made before stays');
    }
  }

  async #run(current: Current, now: Date): Promise<void> {
    const { log, stopwatch, processorMs, onMade } = this.#options;
    const startedMs = stopwatch();
    const before = processorMs();
    const facts = await this.#task.make(current, now, this.#signal);
    const ms = Math.round(stopwatch() - startedMs);
    this.#restsUntil = stopwatch() + (processorMs() - before) * REST_PER_WORK;
    this.#metrics.made(ms / 1000);
    onMade?.();
    const { generation } = current;
    log.info({ event: this.#task.events.made, generation, ms, ...facts }, `Of generation ${generation}`);
  }
}

export function taskMetrics(registry: Registry, { name, subject }: Pick<Task, 'name' | 'subject'>) {
  const registers = [registry];
  const attempts = new Counter({
    name: `assay_${name}_total`,
    help: `Attempts to make ${subject} of a generation, by result.`,
    labelNames: ['result'] as const,
    registers,
  });
  const seconds = new Gauge({ name: `assay_${name}_seconds`, help: `What making ${subject} took last.`, registers });
  const madeAt = new Gauge({
    name: `assay_${name}_made_timestamp_seconds`,
    help: `When this process last made ${subject}.`,
    registers,
  });
  return {
    made(took: number) {
      attempts.inc({ result: 'made' });
      seconds.set(took);
      madeAt.setToCurrentTime();
    },
    failed: () => attempts.inc({ result: 'failed' }),
  };
}
