/** Follows another node and copies its generations. The interval doubles after each failure and varies at random. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { metricsOf } from '../../../config/metrics.ts';
import { type PullOptions, puller } from './pull.ts';

const MOST_WAITED_MS = 5 * 60_000;
const PATIENCE = { idleMs: 30_000, attemptMs: 15 * 60_000 };

interface ReplicaOptions extends Pick<PullOptions, 'url' | 'dir' | 'now'> {
  pollMs: number;
  log: Logger;
  registry: Registry;
  /** Returns 0 to 1. */
  random: () => number;
}

/** @returns stops it, and resolves when it has ended */
export function followNode({ pollMs, log, registry, random, ...from }: ReplicaOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { pull, waiting, isRefusing } = puller({ ...from, patience: PATIENCE, signal });
  const metrics = replicaMetrics(registry);
  let failures = 0;

  async function attempt(): Promise<void> {
    const before = waiting();
    try {
      const outcome = await pull();
      failures = 0;
      metrics.reachedAt.setToCurrentTime();
      metrics.refused.set(isRefusing() ? 1 : 0);
      if (outcome.kind === 'unchanged') return;
      metrics.taken.inc({ result: outcome.kind });
      const { kind, ...about } = outcome;
      if (kind === 'taken') log.info({ event: 'taken', ...about }, `Downloaded generation ${about.generation}`);
      else log.error({ event: 'refused', ...about }, 'Cannot download from the other node');
    } catch (err) {
      if (signal.aborted) return;
      // A transfer that makes progress is retried soon.
      failures = waiting() > before ? 1 : failures + 1;
      metrics.taken.inc({ result: 'failed' });
      log.warn({ event: 'not_taken', err, failures }, 'Serving the last generation');
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await attempt();
      const most = Math.min(pollMs * 2 ** failures, Math.max(pollMs, MOST_WAITED_MS));
      await delay(most * (0.75 + random() / 2), undefined, { signal }).catch(() => {}); // aborted: the loop ends
    }
  }

  const following = follow();
  return async () => {
    stopping.abort(new Error('Stopping'));
    await following;
  };
}

function replicaMetrics(registry: Registry) {
  const { counter, gauge } = metricsOf(registry);
  const taken = 'Downloads of generations from another node, by result.';
  const reached = 'When this node last was up to date with the other node.';
  const refused = '1 if this node cannot use the other node’s generation and serves an older one.';
  return {
    taken: counter('assay_generations_taken_total', taken, ['result']),
    reachedAt: gauge('assay_generation_source_reached_timestamp_seconds', reached),
    refused: gauge('assay_generation_source_refused', refused),
  };
}
