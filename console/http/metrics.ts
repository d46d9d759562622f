/** The console’s metrics. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export function createMetrics(watchers: () => number) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'assay_console_watchers',
    help: 'Pages that follow what happens.',
    registers,
    collect() {
      this.set(watchers());
    },
  });
  return {
    registry,
    requests: new Counter({
      name: 'assay_console_requests_total',
      help: 'Requests, by method and status.',
      labelNames: ['method', 'status'] as const,
      registers,
    }),
    refusals: new Counter({
      name: 'assay_console_refusals_total',
      help: 'Requests that were not let in, by why: host, origin or token.',
      labelNames: ['why'] as const,
      registers,
    }),
  };
}

export type ConsoleMetrics = ReturnType<typeof createMetrics>;
