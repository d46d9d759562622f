/** The metrics of a process, for Prometheus. */
import { type Aggregator, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Described<Label extends string> {
  name: string;
  help: string;
  labels?: Label[];
}

interface Scraped<Label extends string> extends Described<Label> {
  /** Of several web processes; their sum by default. */
  aggregator?: Aggregator;
}

export function metricsOf(registry = new Registry()) {
  const described = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => ({
    ...{ name, help, labelNames },
    registers: [registry],
  });
  return {
    registry,
    counter: <Label extends string = never>(name: string, help: string, labels?: Label[]) =>
      new Counter(described(name, help, labels)),
    gauge: <Label extends string = never>(name: string, help: string, labels?: Label[]) =>
      new Gauge(described(name, help, labels)),
    /** A gauge that `set` sets at each scrape. */
    scraped: <Label extends string = never>(
      { name, help, labels, ...aggregated }: Scraped<Label>,
      set: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        ...described(name, help, labels),
        ...aggregated,
        collect: async function () {
          await set(this);
        },
      }),
    histogram: <Label extends string = never>({
      name,
      help,
      labels,
      buckets,
    }: Described<Label> & { buckets: number[] }) => new Histogram({ ...described(name, help, labels), buckets }),
  };
}

export type MetricsOf = ReturnType<typeof metricsOf>;
