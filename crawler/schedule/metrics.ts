/** The scheduler's metrics, for Prometheus. */
import type { Queue } from 'bullmq';
import { Counter, Gauge, Registry } from 'prom-client';

export type SchedulerMetrics = ReturnType<typeof createMetrics>;

/** @param queues whose jobs are counted at each scrape */
export function createMetrics(queues: readonly Queue[]) {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  new Gauge({
    name: 'assay_queue_jobs',
    help: 'Jobs in the queues, by state; absent while Redis is away.',
    labelNames: ['queue', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const each of queues) {
        const counts = await each.getJobCounts('waiting', 'active', 'delayed', 'failed').catch(() => ({}));
        for (const [state, count] of Object.entries(counts)) this.set({ queue: each.name, state }, count);
      }
    },
  });
  return {
    registry,
    ticks: new Counter({
      name: 'assay_ticks_total',
      help: 'Looks at what is due, by how they ended.',
      labelNames: ['result'] as const,
      registers,
    }),
    tickedAt: gauge('assay_last_tick_timestamp_seconds', 'When was last looked at what is due.'),
    dueSources: gauge('assay_due_sources', 'Sources that were due at the last tick.'),
    plannedFreshness: gauge(
      'assay_planned_freshness_ratio',
      'Share of weight that the plan of checks expects to be fresh at any moment.',
    ),
    plannedChecks: gauge('assay_planned_checks_per_day', 'Checks a day that the plan spends.'),
    olderSources: gauge(
      'assay_sources_of_older_readers',
      'Sources whose last page was read by other readers than the ones of now, while the archive was not read again.',
    ),
  };
}
