/** What the notifier counts, for Prometheus. */
import { Counter, Gauge, Registry } from 'prom-client';

export type NotifierMetrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  return {
    registry,
    deliveries: new Counter({
      name: 'assay_deliveries_total',
      help: 'Deliveries of price changes to subscribers, by channel and result.',
      labelNames: ['channel', 'result'],
      registers: [registry],
    }),
    subscriptions: new Gauge({
      name: 'assay_subscriptions',
      help: 'Channels of watchlists, by state; a paused one waits for an operator.',
      labelNames: ['state'],
      registers: [registry],
    }),
  };
}
