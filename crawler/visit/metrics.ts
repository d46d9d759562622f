/** The crawler's metrics, for Prometheus. */
import { Counter, Histogram, Registry } from 'prom-client';
import type { VisitEnd } from './visit-job.ts';

export type CrawlerMetrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const visits = new Counter({
    name: 'assay_visits_total',
    help: 'Attempts on sources, by what came of them.',
    labelNames: ['result', 'failure', 'via'] as const,
    registers,
  });
  const bytes = new Counter({
    name: 'assay_page_bytes_total',
    help: 'Decoded bytes of pages that were read.',
    registers,
  });
  const seconds = new Histogram({
    name: 'assay_visit_seconds',
    help: 'Time of a visit, reading included; time in the queue and between turns is not.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  return {
    registry,
    /** Starts the clock of a visit; the returned function stops it. */
    time: (): (() => void) => seconds.startTimer(),
    count({ result, observation }: VisitEnd): void {
      const failure = observation?.kind === 'failure' ? observation.failure : '';
      const via = observation?.kind === 'page' ? observation.page.via : '';
      visits.inc({ result, failure, via });
      if (observation?.kind === 'page') bytes.inc(observation.page.bytes);
    },
  };
}
