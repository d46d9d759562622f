/** What the verifier counts, for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';

export interface VerifierMetrics {
  registry: Registry;
  observations: Counter<'outcome'>;
  /** Re-readings and decisions. */
  setRight: Counter<'kind' | 'outcome'>;
  refusedPrices: Counter;
  invalidJobs: Counter;
  publications: Counter<'result'>;
  publishSeconds: Histogram;
  publishedAt: Gauge;
  readerCoverage: Gauge<'reader'>;
  readerEmptied: Gauge<'reader'>;
  alarms: Gauge<'alarm' | 'reader'>;
}

/** The figures of the last publication; an alarm that is over is gone. */
export function tellHealth(metrics: VerifierMetrics, { readers, alarms }: ReaderHealth): void {
  metrics.alarms.reset();
  for (const { reader, coverage, known, finding } of readers) {
    metrics.readerCoverage.set({ reader }, coverage);
    metrics.readerEmptied.set({ reader }, known - finding);
  }
  for (const { name, reader = '', sources } of alarms) metrics.alarms.set({ alarm: name, reader }, sources);
}

/** @param freeBytes of the disk that it writes to */
export function createMetrics(freeBytes?: () => number): VerifierMetrics {
  const registry = new Registry();
  const registers = [registry];
  if (freeBytes !== undefined)
    new Gauge({
      name: 'assay_data_free_bytes',
      help: 'Room that is left on the disk of the ledger, the archive and the generations.',
      registers,
      collect() {
        this.set(freeBytes());
      },
    });
  return {
    registry,
    observations: new Counter({
      name: 'assay_observations_total',
      help: 'Observations recorded, by outcome; duplicates apart.',
      labelNames: ['outcome'],
      registers,
    }),
    setRight: new Counter({
      name: 'assay_set_right_total',
      help: 'Re-readings of archived pages and decisions of people that were recorded, by outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    refusedPrices: new Counter({
      name: 'assay_refused_prices_total',
      help: 'Prices that were read and that the archived page does not support.',
      registers,
    }),
    invalidJobs: new Counter({
      name: 'assay_invalid_jobs_total',
      help: 'Jobs that are no observation, or of no product; each is a bug.',
      registers,
    }),
    publications: new Counter({
      name: 'assay_publications_total',
      help: 'Attempts to publish, by result.',
      labelNames: ['result'],
      registers,
    }),
    publishSeconds: new Histogram({
      name: 'assay_publish_seconds',
      help: 'Time to publish a generation.',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    publishedAt: new Gauge({
      name: 'assay_published_timestamp_seconds',
      help: 'When this process last published.',
      registers,
    }),
    readerCoverage: new Gauge({
      name: 'assay_reader_coverage_ratio',
      help: 'Share of the sources read on whose last page this reader finds prices.',
      labelNames: ['reader'],
      registers,
    }),
    readerEmptied: new Gauge({
      name: 'assay_reader_emptied_sources',
      help: 'Sources on which this reader found prices once and does not any more.',
      labelNames: ['reader'],
      registers,
    }),
    alarms: new Gauge({
      name: 'assay_alarm_sources',
      help: 'Alarms that are raised, by the number of sources that they befell.',
      labelNames: ['alarm', 'reader'],
      registers,
    }),
  };
}
