/** What processes have counted, and what it comes to: counters and durations add up, gauges as each says of itself. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { addDurations, type DurationCounts, durationText } from './durations.ts';

/** What one process has counted, or several together; plain data, to be sent from one to another. */
export interface MetricsSnapshot {
  metrics: MetricObjectWithValues<MetricValue<string>>[];
  /** By operation. */
  durations: (readonly [operation: string, counts: DurationCounts])[];
}

/** In the text format of Prometheus. */
export async function metricsText(snapshots: readonly MetricsSnapshot[]): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client');
  const metrics = await AggregatorRegistry.aggregate(snapshots.map(({ metrics }) => metrics)).metrics();
  const times = new Map(sumOfDurations(snapshots));
  return `${metrics}\n${durationText('assay_http_request_seconds', 'Server time of an answer, by operation.', times)}`;
}

/** What must not be forgotten when the processes that counted it are gone, since counters never fall. */
export async function countersOf(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const { AggregatorRegistry } = await import('prom-client');
  // The text form is written by name, and so is the type.
  const counters = snapshots.map(({ metrics }) => metrics.filter(({ type }) => String(type) === 'counter'));
  return {
    metrics: await AggregatorRegistry.aggregate(counters).getMetricsAsJSON(),
    durations: sumOfDurations(snapshots),
  };
}

function sumOfDurations(snapshots: readonly MetricsSnapshot[]): MetricsSnapshot['durations'] {
  const sums = new Map<string, DurationCounts>();
  for (const { durations } of snapshots)
    for (const [operation, counts] of durations) {
      const before = sums.get(operation);
      sums.set(operation, before === undefined ? counts : addDurations(before, counts));
    }
  return [...sums];
}
