/** What the verifier counts, for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';

export type VerifierMetrics = ReturnType<typeof createMetrics>;

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
export function createMetrics(freeBytes?: () => number) {
  const registry = new Registry();
  const registers = [registry];
  const described = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    name: `assay_${name}`,
    help,
    labelNames,
    registers,
  });
  if (freeBytes !== undefined) {
    const help = 'Free disk space for the ledger, the archive and the generations.';
    new Gauge({
      name: 'assay_data_free_bytes',
      help,
      registers,
      collect() {
        this.set(freeBytes());
      },
    });
  }
  const read = 'Recorded re-readings and decisions, by outcome.';
  const refused = 'Prices that were read but not supported by the archived page.';
  const coverage = 'Share of sources on whose last page this reader finds prices.';
  const emptied = 'Sources on which this reader no longer finds prices.';
  const befallen = 'Active alarms, with the number of affected sources.';
  return {
    registry,
    observations: new Counter(
      described('observations_total', 'Recorded observations by outcome, without duplicates.', ['outcome']),
    ),
    setRight: new Counter(described('set_right_total', read, ['kind', 'outcome'])),
    refusedPrices: new Counter(described('refused_prices_total', refused)),
    invalidJobs: new Counter(
      described('invalid_jobs_total', 'Jobs without a valid observation or product; each is a bug.'),
    ),
    publications: new Counter(described('publications_total', 'Attempts to publish, by result.', ['result'])),
    publishSeconds: new Histogram({
      ...described('publish_seconds', 'Time to publish a generation.'),
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
    publishedAt: new Gauge(described('published_timestamp_seconds', 'When this process last published.')),
    readerCoverage: new Gauge(described('reader_coverage_ratio', coverage, ['reader'])),
    readerEmptied: new Gauge(described('reader_emptied_sources', emptied, ['reader'])),
    alarms: new Gauge(described('alarm_sources', befallen, ['alarm', 'reader'])),
  };
}
