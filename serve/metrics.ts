/**
 * What the web process counts, for Prometheus. What a hot answer counts is kept in plain numbers and handed over when
 * somebody reads it: an observation through the client library costs more than finding the answer.
 */
import { Counter, Gauge, Registry } from 'prom-client';
import { type Durations, durations, durationText } from './durations.ts';

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
  describe(current: () => { id: string; publishedAt: string } | undefined, clock: () => number): void;
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
        registers,
        collect() {
          this.set(Number(current()?.id ?? 0));
        },
      });
      new Gauge({
        name: 'assay_generation_age_seconds',
        help: 'Time since the served generation was published.',
        registers,
        collect() {
          const published = current()?.publishedAt;
          if (published !== undefined) this.set((clock() - Date.parse(published)) / 1000);
        },
      });
    },
    async text() {
      const name = 'assay_http_request_seconds';
      return `${await registry.metrics()}\n${durationText(name, 'Server time of an answer, by operation.', times)}`;
    },
  };
}
