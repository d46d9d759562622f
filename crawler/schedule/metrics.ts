/** What the scheduler counts, for Prometheus. */
import type { Queue } from 'bullmq';
import { Counter, Gauge, Registry } from 'prom-client';

export interface SchedulerMetrics {
  registry: Registry;
  ticks: Counter<'result'>;
  tickedAt: Gauge;
  dueSources: Gauge;
  plannedFreshness: Gauge;
  plannedChecks: Gauge;
  olderSources: Gauge;
}

/** @param queues of which is told, whenever somebody asks, how many jobs they hold */
export function createMetrics(queues: readonly Queue[]): SchedulerMetrics {
  const registry = new Registry();
  const registers = [registry];
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
    tickedAt: new Gauge({
      name: 'assay_last_tick_timestamp_seconds',
      help: 'When was last looked at what is due.',
      registers,
    }),
    dueSources: new Gauge({
      name: 'assay_due_sources',
      help: 'Sources that were due at the last tick.',
      registers,
    }),
    plannedFreshness: new Gauge({
      name: 'assay_planned_freshness_ratio',
      help: 'Share of weight that the plan of checks expects to be fresh at any moment.',
      registers,
    }),
    plannedChecks: new Gauge({
      name: 'assay_planned_checks_per_day',
      help: 'Checks a day that the plan spends.',
      registers,
    }),
    olderSources: new Gauge({
      name: 'assay_sources_of_older_readers',
      help: 'Sources whose last page was read by other readers than the ones of now, while the archive was not read again.',
      registers,
    }),
  };
}
