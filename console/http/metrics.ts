/** The console’s metrics. */
import { collectDefaultMetrics } from 'prom-client';
import { metricsOf } from '../../config/metrics.ts';

/** @param alarms asked at each scrape */
export function createMetrics(watchers: () => number, alarms: () => Promise<readonly { name: string }[]>) {
  const { registry, counter, scraped } = metricsOf();
  collectDefaultMetrics({ register: registry });
  scraped({ name: 'assay_console_watchers', help: 'Open pages that receive live updates.' }, (gauge) =>
    gauge.set(watchers()),
  );
  const help = 'Alarms that the console shows, by name.';
  scraped({ name: 'assay_alarms', help, labels: ['alarm'] }, async (gauge) => {
    const raised = await alarms();
    gauge.reset();
    for (const { name } of raised) gauge.inc({ alarm: name });
  });
  const requests = 'Requests, by method and status.';
  const refusals = 'Refused requests by reason: host, origin or token.';
  return {
    registry,
    requests: counter('assay_console_requests_total', requests, ['method', 'status']),
    refusals: counter('assay_console_refusals_total', refusals, ['why']),
  };
}

export type ConsoleMetrics = ReturnType<typeof createMetrics>;
