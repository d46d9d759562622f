/**
 * What the web process counts, for Prometheus. What a hot answer counts is kept in plain numbers and handed over when
 * somebody reads it: an observation through the client library costs more than finding the answer.
 */
import type { Registry } from 'prom-client';
import type { Store } from '../store/store.ts';
import { type Durations, durations } from './durations.ts';
import { type MetricsSnapshot, metricsText } from './snapshot.ts';

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

/** Of the text format of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createMetrics(): Metrics {
  const counts: { operation: string; status: number; count: number }[] = [];
  const times = new Map<string, Durations>();
  const redirects = new Map<string, number>();
  const refusals = new Map<string, number>();
  let served: () => Store | undefined = () => undefined;
  let clock: () => number = () => 0;
  let registry: Promise<Registry> | undefined;
  /** By status and operation: the names are there already, and joining them would make a new one for each request. */
  const meters = new Map<number, Map<string, Meter>>();

  function createMeter(operation: string, status: number): Meter {
    const counted = { operation, status, count: 0 };
    counts.push(counted);
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
    const ofStatus = meters.get(status) ?? new Map<string, Meter>();
    meters.set(status, ofStatus.set(operation, meter));
    return meter;
  }

  async function registryMade(): Promise<Registry> {
    const { registryOf } = await import('./registry.ts');
    return registryOf({ answers: () => counts, redirects, refusals, served, clock });
  }

  async function snapshot(): Promise<MetricsSnapshot> {
    registry ??= registryMade();
    return {
      metrics: await (await registry).getMetricsAsJSON(),
      durations: [...times].map(([operation, taken]) => [operation, taken.counted()]),
    };
  }

  return {
    contentType: CONTENT_TYPE,
    meter: (operation, status) => meters.get(status)?.get(operation) ?? createMeter(operation, status),
    redirected: (src) => void redirects.set(src, (redirects.get(src) ?? 0) + 1),
    refused: (reason) => void refusals.set(reason, (refusals.get(reason) ?? 0) + 1),
    describe(current, now) {
      served = current;
      clock = now;
    },
    snapshot,
    text: async () => metricsText([await snapshot()]),
  };
}
