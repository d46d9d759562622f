/** What the web process counts, for Prometheus. Children of each metric are looked up once and kept: a hot answer costs two additions. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One operation answering with one status. */
export interface Meter {
  operation: string;
  status: number;
  observe(seconds: number): void;
}

export interface Metrics {
  meter(operation: string, status: number): Meter;
  /** A vendor's page was asked for through /go. */
  redirected(src: string): void;
  /** A generation was not taken, and why. */
  refused(reason: string): void;
  /** The current generation, as it is when the metrics are read. */
  describe(current: () => { id: string; publishedAt: string } | undefined, clock: () => number): void;
  text(): Promise<string>;
  contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Answers by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Server time from the request’s first byte handled to the answer handed to the socket.',
    labelNames: ['operation'],
    buckets: [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1],
    registers,
  });
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
  const meters = new Map<string, Meter>();
  return {
    meter(operation, status) {
      const key = `${operation} ${status}`;
      let meter = meters.get(key);
      if (meter === undefined) {
        const count = requests.labels(operation, String(status));
        const time = seconds.labels(operation);
        meter = {
          operation,
          status,
          observe(elapsed) {
            count.inc();
            time.observe(elapsed);
          },
        };
        meters.set(key, meter);
      }
      return meter;
    },
    redirected: (src) => redirects.labels(src).inc(),
    refused: (reason) => refusals.labels(reason).inc(),
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
