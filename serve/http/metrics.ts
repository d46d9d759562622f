import type { Registry } from 'prom-client';
import { type MetricsOf, metricsOf } from '../../config/metrics.ts';
import { STATUSES, type TrustFigures, trustFigures } from '../../data/store/generation/summary.ts';
import { type Store, summaryOf } from '../store/store.ts';

/** Seconds. */
const BUCKETS = [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1];

export interface Metrics {
  readonly registry: Registry;
  answered(operation: string, status: number, seconds: number): void;
  redirected(src: string): void;
  refused(reason: string): void;
  /** A connection was ended because too much waited to be sent. */
  cut(): void;
}

interface Served {
  store: () => Store | undefined;
  /** Whether CURRENT names a generation that can't be served. */
  isCurrentRefused?: () => boolean;
  clock: () => number;
}

export function createMetrics(served: Served): Metrics {
  const metrics = metricsOf();
  const { registry, counter, histogram } = metrics;
  const redirects = counter('assay_redirects_total', 'Visits to vendors by src.', ['src']);
  const found = 'Generations that were found but not served, by reason.';
  const refusals = counter('assay_generations_refused_total', found, ['reason']);
  const cuts = counter('assay_connections_cut_total', 'Connections closed because the client read too slowly.');
  const answers = counter('assay_http_requests_total', 'Responses by operation and status.', ['operation', 'status']);
  describeGeneration(metrics, served);
  describeRecords(metrics, served);
  const spent = 'Server time per response, by operation.';
  const times = histogram({ name: 'assay_http_request_seconds', help: spent, labels: ['operation'], buckets: BUCKETS });
  return {
    registry,
    answered(operation, status, seconds) {
      answers.inc({ operation, status });
      times.observe({ operation }, seconds);
    },
    redirected: (src) => redirects.inc({ src }),
    refused: (reason) => refusals.inc({ reason }),
    cut: () => cuts.inc(),
  };
}

function describeGeneration({ scraped }: MetricsOf, { store, isCurrentRefused, clock }: Served): void {
  const refused = '1 if the current generation is damaged and an older one is served.';
  scraped({ name: 'assay_current_generation_refused', help: refused, aggregator: 'max' }, (gauge) =>
    gauge.set(isCurrentRefused?.() ? 1 : 0),
  );
  scraped({ name: 'process_resident_memory_bytes', help: 'Resident memory of the web processes.' }, (gauge) =>
    gauge.set(process.memoryUsage.rss()),
  );
  const number = 'Number of the served generation; 0 before the first.';
  scraped({ name: 'assay_generation', help: number, aggregator: 'min' }, (gauge) =>
    gauge.set(Number(store()?.generation.id ?? 0)),
  );
  const age = 'Age of the served generation.';
  scraped({ name: 'assay_generation_age_seconds', help: age, aggregator: 'max' }, (gauge) => {
    const published = store()?.generation.publishedAt;
    if (published !== undefined) gauge.set((clock() - Date.parse(published)) / 1000);
  });
}

/** By status, and those that will go stale. */
function describeRecords({ scraped }: MetricsOf, { store, clock }: Served): void {
  function figures(): TrustFigures | undefined {
    const current = store();
    return current && trustFigures(summaryOf(current), new Date(clock()));
  }
  const byStatus = 'Records of current products, by status.';
  scraped({ name: 'assay_records', help: byStatus, labels: ['status'], aggregator: 'first' }, (gauge) => {
    gauge.reset();
    const records = figures()?.byStatus;
    if (records !== undefined) for (const status of STATUSES) gauge.set({ status }, records[status]);
  });
  const stale = 'Records that become stale within this number of days without a new confirmation.';
  scraped({ name: 'assay_records_going_stale', help: stale, labels: ['days'], aggregator: 'first' }, (gauge) => {
    gauge.reset();
    for (const { days, records } of figures()?.goingStale ?? []) gauge.set({ days }, records);
  });
}
