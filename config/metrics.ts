/** The metrics of a process, for Prometheus. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export function metricsOf() {
  const registry = new Registry();
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
      { name, help, labels }: { name: string; help: string; labels?: Label[] },
      set: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        ...described(name, help, labels),
        collect: async function () {
          await set(this);
        },
      }),
    histogram: (name: string, help: string, buckets: number[]) => new Histogram({ ...described(name, help), buckets }),
  };
}
