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

export interface FollowOptions {
  generations: string;
  tasks: readonly Task[];
  registry: Registry;
  log: Logger;
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** Monotonic milliseconds. */
  stopwatch: () => number;
  /** Milliseconds of processor time that this process used. */
  processorMs: () => number;
}

export interface Follower {
  /** Runs the due tasks. Never rejects. */
  look(): Promise<void>;
  /** The reason, until each task ran once. */
  notReady(): string | undefined;
  /** Aborts a running task; resolves when it has ended. */
  stop(): Promise<void>;
}

export function follower({
  generations,
  tasks,
  registry,
  log,
  clock,
  stopwatch,
  processorMs,
}: FollowOptions): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  const states = tasks.map((task) => ({ task, metrics: taskMetrics(registry, task), restsUntil: 0, made: '' }));
  let working: Promise<void> | undefined;

  async function run(state: (typeof states)[number], current: Current, now: Date): Promise<void> {
    const { events, make } = state.task;
    const startedMs = stopwatch();
    const before = processorMs();
    const facts = await make(current, now, signal);
    const ms = Math.round(stopwatch() - startedMs);
    state.restsUntil = stopwatch() + (processorMs() - before) * REST_PER_WORK;
    state.metrics.made(ms / 1000);
    const { generation } = current;
    log.info({ event: events.made, generation, ms, ...facts }, `Of generation ${generation}`);
  }

  async function look(state: (typeof states)[number]): Promise<void> {
    const { task, metrics } = state;
    try {
      const now = new Date(clock());
      const current = readCurrent(generations);
      if (current === undefined) return;
      const made = `${current.generation} ${current.sha256} ${now.toISOString().slice(0, 10)}`;
      if (state.made === made) return;
      if (!(await task.isMade(current, now))) {
        if (stopwatch() < state.restsUntil) return;
        await run(state, current, now);
      }
      state.made = made;
    } catch (err) {
      if (signal.aborted) return;
      state.restsUntil = stopwatch() + REST_AFTER_FAILURE_MS;
      metrics.failed();
      log.error({ event: task.events.failed, err }, 'What was made before stays');
    }
  }

  async function lookAtAll(): Promise<void> {
    for (const state of states) if (!signal.aborted) await look(state);
  }

  return {
    look() {
      working ??= lookAtAll().finally(() => {
        working = undefined;
      });
      return working;
    },
    notReady: () => (states.every(({ made }) => made !== '') ? undefined : 'waiting for a generation'),
    async stop() {
      stopping.abort(new Error('Told to stop'));
      await working;
    },
  };
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
