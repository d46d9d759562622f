/**
 * What the web process counts, for Prometheus. What a hot answer counts is kept in plain numbers and handed over when
 * somebody reads it: an observation through the client library costs more than finding the answer.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import type { ListedProduct } from '../data/store/generation-content.ts';
import { type Durations, durations } from './durations.ts';
import { type MetricsSnapshot, metricsText } from './metrics-snapshot.ts';
import type { Store } from './store.ts';
import { STATUSES, type TrustFigures, trustFigures } from './trust-figures.ts';

/** One operation answering with one status. */
export interface Meter {
  readonly operation: string;
  readonly status: number;
  observe(seconds: number): void;
}

export interface Metrics {
  readonly contentType: string;
  meter(operation: string, status: number): Meter;
  /** A vendor's page was asked for through /go. */
  redirected(src: string): void;
  /** A generation was not taken, and why. */
  refused(reason: string): void;
  /** Names what is served, so that it can be told whenever the metrics are read. */
  describe(current: () => Store | undefined, clock: () => number): void;
  snapshot(): Promise<MetricsSnapshot>;
  /** Of this process alone. */
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counts = new Map<string, { operation: string; status: number; count: number }>();
  const times = new Map<string, Durations>();
  const redirects = new Counter({
    name: 'assay_redirects_total',
    help: 'Visits to vendors by src.',
    labelNames: ['src'],
    registers,
  });
  const refusals = new Counter({
    name: 'assay_generations_refused_total',
    help: 'Generations that were found and not served, by reason.',
    labelNames: ['reason'],
    registers,
  });
  new Counter({
    name: 'assay_http_requests_total',
    help: 'Answers by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { operation, status, count } of counts.values()) this.inc({ operation, status }, count);
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the processes that answer.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  const meters = new Map<string, Meter>();

  function createMeter(operation: string, status: number, key: string): Meter {
    const counted = { operation, status, count: 0 };
    counts.set(key, counted);
    const timed = times.get(operation) ?? durations();
    times.set(operation, timed);
    const meter = {
      operation,
      status,
      observe(seconds: number) {
        counted.count += 1;
        timed.observe(seconds);
      },
    };
    meters.set(key, meter);
    return meter;
  }

  async function snapshot(): Promise<MetricsSnapshot> {
    return {
      metrics: await registry.getMetricsAsJSON(),
      durations: [...times].map(([operation, taken]) => [operation, taken.counted()]),
    };
  }

  return {
    contentType: registry.contentType,
    meter(operation, status) {
      const key = `${operation} ${status}`;
      return meters.get(key) ?? createMeter(operation, status, key);
    },
    redirected: (src) => redirects.inc({ src }),
    refused: (reason) => refusals.inc({ reason }),
    describe(current, clock) {
      new Gauge({
        name: 'assay_generation',
        help: 'Number of the generation that is served; 0 before the first.',
        aggregator: 'min',
        registers,
        collect() {
          this.set(Number(current()?.generation.id ?? 0));
        },
      });
      new Gauge({
        name: 'assay_generation_age_seconds',
        help: 'Time since the served generation was published.',
        aggregator: 'max',
        registers,
        collect() {
          const published = current()?.generation.publishedAt;
          if (published !== undefined) this.set((clock() - Date.parse(published)) / 1000);
        },
      });
      describeRecords(registers, () => current()?.listed, clock);
    },
    snapshot,
    text: async () => metricsText([await snapshot()]),
  };
}

const HOUR_MS = 3_600_000;

/** How the records stand, looked at anew each hour since it takes a look at every product, and how fast they will fall behind if nobody confirms them. */
function describeRecords(
  registers: Registry[],
  listed: () => readonly ListedProduct[] | undefined,
  clock: () => number,
): void {
  let known: { list: readonly ListedProduct[]; hour: number; figures: TrustFigures } | undefined;
  const figures = (): TrustFigures | undefined => {
    const list = listed();
    const hour = Math.floor(clock() / HOUR_MS);
    if (list === undefined || (known?.list === list && known.hour === hour)) return list && known?.figures;
    known = { list, hour, figures: trustFigures(list, new Date(clock())) };
    return known.figures;
  };
  new Gauge({
    name: 'assay_records',
    help: 'Records of products that are sold, by status.',
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
    help: 'Records that become stale within so many days if nobody confirms them.',
    labelNames: ['days'],
    aggregator: 'first',
    registers,
    collect() {
      this.reset();
      for (const { days, records } of figures()?.goingStale ?? []) this.set({ days }, records);
    },
  });
}
