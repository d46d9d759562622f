/**
 * Follows another node for as long as the process lives: asks now and then, after each failure more seldom, and at times
 * that chance moves, so that many nodes do not come back at one instant.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type TakeOptions, taker } from './pull.ts';

const MOST_WAITED_MS = 5 * 60_000;
const PATIENCE = { idleMs: 30_000, attemptMs: 15 * 60_000 };

export interface ReplicaOptions extends Pick<TakeOptions, 'url' | 'dir' | 'now'> {
  /** Between two looks while all is well. */
  pollMs: number;
  patience?: TakeOptions['patience'];
  log: Logger;
  registry: Registry;
  /** From 0 to 1. */
  random: () => number;
}

/** @returns what ends it, and resolves when nothing of it is at work */
export function followNode({
  pollMs,
  patience = PATIENCE,
  log,
  registry,
  random,
  ...from
}: ReplicaOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { take, waiting, isRefusing } = taker({ ...from, patience, signal });
  const metrics = metricsOf(registry);
  let failures = 0;

  async function look(): Promise<void> {
    const before = waiting();
    try {
      const outcome = await take();
      failures = 0;
      metrics.reached();
      metrics.refusing(isRefusing());
      if (outcome.kind === 'unchanged') return;
      metrics.counted(outcome.kind);
      const { kind, ...about } = outcome;
      if (kind === 'taken') log.info({ event: 'taken', ...about }, `Took generation ${about.generation}`);
      else log.error({ event: 'refused', ...about }, 'Cannot take what the other node publishes');
    } catch (err) {
      if (signal.aborted) return;
      // A link that brings something each time is worth asking again soon.
      failures = waiting() > before ? 1 : failures + 1;
      metrics.counted('failed');
      log.warn({ event: 'not_taken', err, failures }, 'What is published here stays');
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await look();
      const most = Math.min(pollMs * 2 ** failures, Math.max(pollMs, MOST_WAITED_MS));
      await delay(most * (0.75 + random() / 2), undefined, { signal }).catch(() => {}); // aborted: the condition tells
    }
  }

  const following = follow();
  return async () => {
    stopping.abort(new Error('Told to stop'));
    await following;
  };
}

function metricsOf(registry: Registry) {
  const registers = [registry];
  const taken = new Counter({
    name: 'assay_generations_taken_total',
    help: 'Attempts to take a generation from another node, by result.',
    labelNames: ['result'] as const,
    registers,
  });
  const reachedAt = new Gauge({
    name: 'assay_generation_source_reached_timestamp_seconds',
    help: 'When the other node last answered and all that it had was dealt with.',
    registers,
  });
  const refused = new Gauge({
    name: 'assay_generation_source_refused',
    help: '1 while what the other node publishes can not be taken here, and an older generation is served.',
    registers,
  });
  return {
    refusing: (isRefusing: boolean) => refused.set(isRefusing ? 1 : 0),
    counted: (result: 'taken' | 'refused' | 'failed') => taken.inc({ result }),
    reached: () => reachedAt.setToCurrentTime(),
  };
}
