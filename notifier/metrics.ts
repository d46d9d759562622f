/** What the notifier counts, for Prometheus. */
import { metricsOf } from '../config/metrics.ts';

export type NotifierMetrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const { registry, counter, gauge } = metricsOf();
  const deliveries = 'Deliveries of price changes to subscribers, by channel and result.';
  const subscriptions = 'Channels of watchlists, by state; a paused one waits for an operator.';
  return {
    registry,
    deliveries: counter('assay_deliveries_total', deliveries, ['channel', 'result']),
    subscriptions: gauge('assay_subscriptions', subscriptions, ['state']),
  };
}
