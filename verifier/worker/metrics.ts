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

/** Sets the figures of the last publication; past alarms are reset. */
export function setHealth(metrics: VerifierMetrics, { readers, alarms }: ReaderHealth): void {
  metrics.alarms.reset();
  for (const { reader, coverage, known, finding } of readers) {
    metrics.readerCoverage.set({ reader }, coverage);
    metrics.readerEmptied.set({ reader }, known - finding);
  }
  for (const { name, reader = '', sources } of alarms) metrics.alarms.set({ alarm: name, reader }, sources);
}

/** @param freeBytes of the disk with the ledger, the archive and the generations */
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
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `assay_${name}`, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `assay_${name}`, help, labelNames, registers });
  return {
    registry,
    observations: counter('observations_total', 'Observations recorded, by outcome; duplicates apart.', ['outcome']),
    setRight: counter(
      'set_right_total',
      'Re-readings of archived pages and decisions of people that were recorded, by outcome.',
      ['kind', 'outcome'],
    ),
    refusedPrices: counter(
      'refused_prices_total',
      'Prices that were read and that the archived page does not support.',
    ),
    invalidJobs: counter('invalid_jobs_total', 'Jobs that are no observation, or of no product; each is a bug.'),
    publications: counter('publications_total', 'Attempts to publish, by result.', ['result']),
    publishSeconds: new Histogram({
      name: 'assay_publish_seconds',
      help: 'Time to publish a generation.',
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    publishedAt: gauge('published_timestamp_seconds', 'When this process last published.'),
    readerCoverage: gauge(
      'reader_coverage_ratio',
      'Share of the sources read on whose last page this reader finds prices.',
      ['reader'],
    ),
    readerEmptied: gauge(
      'reader_emptied_sources',
      'Sources on which this reader found prices once and does not any more.',
      ['reader'],
    ),
    alarms: gauge('alarm_sources', 'Alarms that are raised, by the number of sources that they befell.', [
      'alarm',
      'reader',
    ]),
  };
}
