/** What the verifier counts, for Prometheus. */
import { metricsOf } from '../../config/metrics.ts';
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
  const { registry, counter, gauge, scraped, histogram } = metricsOf();
  const free = 'Free disk space for the ledger, the archive and the generations.';
  if (freeBytes !== undefined)
    scraped({ name: 'assay_data_free_bytes', help: free }, (found) => found.set(freeBytes()));
  const recorded = 'Recorded observations by outcome, without duplicates.';
  const read = 'Recorded re-readings and decisions, by outcome.';
  const refused = 'Prices that were read but not supported by the archived page.';
  const invalid = 'Jobs without a valid observation or product; each is a bug.';
  const coverage = 'Share of sources on whose last page this reader finds prices.';
  const emptied = 'Sources on which this reader no longer finds prices.';
  const active = 'Active alarms, with the number of affected sources.';
  const buckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  return {
    registry,
    observations: counter('assay_observations_total', recorded, ['outcome']),
    setRight: counter('assay_set_right_total', read, ['kind', 'outcome']),
    refusedPrices: counter('assay_refused_prices_total', refused),
    invalidJobs: counter('assay_invalid_jobs_total', invalid),
    publications: counter('assay_publications_total', 'Attempts to publish, by result.', ['result']),
    publishSeconds: histogram({ name: 'assay_publish_seconds', help: 'Time to publish a generation.', buckets }),
    publishedAt: gauge('assay_published_timestamp_seconds', 'When this process last published.'),
    readerCoverage: gauge('assay_reader_coverage_ratio', coverage, ['reader']),
    readerEmptied: gauge('assay_reader_emptied_sources', emptied, ['reader']),
    alarms: gauge('assay_alarm_sources', active, ['alarm', 'reader']),
  };
}
