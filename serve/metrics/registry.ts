/** What the web process counted, as Prometheus has it: made when somebody first reads it, since the library is large. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { ListedProduct } from '../../data/store/generation/content.ts';
import type { Store } from '../store/store.ts';
import { STATUSES, type TrustFigures, trustFigures } from '../store/trust-figures.ts';

const HOUR_MS = 3_600_000;

/** As it stands when the registry is read. */
export interface Counted {
  answers(): Iterable<{ operation: string; status: number; count: number }>;
  /** By `src`. */
  redirects: ReadonlyMap<string, number>;
  /** By reason. */
  refusals: ReadonlyMap<string, number>;
  served(): Store | undefined;
  clock: () => number;
}

export function registryOf({ answers, redirects, refusals, served, clock }: Counted): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Counter({
    name: 'assay_redirects_total',
    help: 'Visits to vendors by src.',
    labelNames: ['src'],
    registers,
    collect() {
      this.reset();
      for (const [src, count] of redirects) this.inc({ src }, count);
    },
  });
  new Counter({
    name: 'assay_generations_refused_total',
    help: 'Generations that were found and not served, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const [reason, count] of refusals) this.inc({ reason }, count);
    },
  });
  new Counter({
    name: 'assay_http_requests_total',
    help: 'Answers by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset();
      for (const { operation, status, count } of answers()) this.inc({ operation, status }, count);
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
  new Gauge({
    name: 'assay_generation',
    help: 'Number of the generation that is served; 0 before the first.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(Number(served()?.generation.id ?? 0));
    },
  });
  new Gauge({
    name: 'assay_generation_age_seconds',
    help: 'Time since the served generation was published.',
    aggregator: 'max',
    registers,
    collect() {
      const published = served()?.generation.publishedAt;
      if (published !== undefined) this.set((clock() - Date.parse(published)) / 1000);
    },
  });
  describeRecords(registers, () => served()?.listed, clock);
  return registry;
}

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
