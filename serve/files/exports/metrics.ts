/** What the exporter counts, for Prometheus. */
import { Counter, Gauge, type Registry } from 'prom-client';

/** Of one thing that it makes. */
export interface MakingMetrics {
  made(seconds: number): void;
  failed(): void;
}

/** @param name `exports` or `feeds` @param of what that is, in words */
export function makingMetrics(registry: Registry, { name, of }: { name: string; of: string }): MakingMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: `assay_${name}_total`,
    help: `Attempts to make ${of} of a generation, by result.`,
    labelNames: ['result'] as const,
    registers,
  });
  const lastSeconds = new Gauge({
    name: `assay_${name}_seconds`,
    help: `What making ${of} took last.`,
    registers,
  });
  const madeAt = new Gauge({
    name: `assay_${name}_made_timestamp_seconds`,
    help: `When this process last made ${of}.`,
    registers,
  });
  return {
    made(seconds) {
      attempts.inc({ result: 'made' });
      lastSeconds.set(seconds);
      madeAt.setToCurrentTime();
    },
    failed: () => attempts.inc({ result: 'failed' }),
  };
}
