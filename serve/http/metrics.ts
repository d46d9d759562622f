import { Counter, Gauge, Histogram, Registry } from 'prom-client';
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
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const redirects = counter('assay_redirects_total', 'Visits to vendors by src.', ['src']);
  const refusals = counter(
    'assay_generations_refused_total',
    'Generations that were found but not served, by reason.',
    ['reason'],
  );
  const cuts = counter('assay_connections_cut_total', 'Connections closed because the client read too slowly.', []);
  const answers = counter('assay_http_requests_total', 'Responses by operation and status.', ['operation', 'status']);
  describeGeneration(registers, served);
  describeRecords(registers, served);
  const times = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Server time per response, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers,
  });
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

function describeGeneration(registers: Registry[], { store, isCurrentRefused, clock }: Served): void {
  new Gauge({
    name: 'assay_current_generation_refused',
    help: '1 if the current generation is damaged and an older one is served.',
    aggregator: 'max',
    registers,
    collect() {
      this.set(isCurrentRefused?.() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the web processes.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'assay_generation',
    help: 'Number of the served generation; 0 before the first.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(Number(store()?.generation.id ?? 0));
    },
  });
  new Gauge({
    name: 'assay_generation_age_seconds',
    help: 'Age of the served generation.',
    aggregator: 'max',
    registers,
    collect() {
      const published = store()?.generation.publishedAt;
      if (published !== undefined) this.set((clock() - Date.parse(published)) / 1000);
    },
  });
}

/** By status, and those that will go stale. */
function describeRecords(registers: Registry[], { store, clock }: Served): void {
  function figures(): TrustFigures | undefined {
    const current = store();
    return current && trustFigures(summaryOf(current), new Date(clock()));
  }
  new Gauge({
    name: 'assay_records',
    help: 'Records of current products, by status.',
    labelNames: ['status'],
    aggregator: 'first',
    registers,
    collect() {
      this.reset();
      const { byStatus } = figures() ?? {};
      if (byStatus !== undefined) for (const status of STATUSES) this.set({ status }, byStatus[status]);
    },
  });
  new Gauge({
    name: 'assay_records_going_stale',
    help: 'Records that become stale within this number of days without a new confirmation.',
    labelNames: ['days'],
    aggregator: 'first',
    registers,
    collect() {
      this.reset();
      for (const { days, records } of figures()?.goingStale ?? []) this.set({ days }, records);
    },
  });
}
