/** The console’s metrics. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** @param alarms asked at each scrape */
export function createMetrics(watchers: () => number, alarms: () => Promise<readonly { name: string }[]>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'assay_console_watchers',
    help: 'Open pages that receive live updates.',
    registers,
    collect() {
      this.set(watchers());
    },
  });
  new Gauge({
    name: 'assay_alarms',
    help: 'Alarms that the console shows, by name.',
    labelNames: ['alarm'] as const,
    registers,
    async collect() {
      const raised = await alarms();
      this.reset();
      for (const { name } of raised) this.inc({ alarm: name });
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
      help: 'Refused requests by reason: host, origin or token.',
      labelNames: ['why'] as const,
      registers,
    }),
  };
}

export type ConsoleMetrics = ReturnType<typeof createMetrics>;
