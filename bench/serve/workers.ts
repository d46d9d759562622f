/**
 * Two web processes against one, on all processors that the machine has: what more of them serve, and what sharing
 * budgets and handing connections out costs each request. The load takes a processor too, so on two of them the second
 * process can only have what one process and the load leave.
 */
import type { Bench } from '../benchmark.ts';
import { inRounds } from '../measure.ts';
import { figure, findingOf } from '../measurement.ts';
import { processorMsOfAll } from '../processor.ts';
import type { Program } from '../programs.ts';
import { median } from '../statistics.ts';
import { HOT } from './cases.ts';
import { load } from './load.ts';
import { startOurs } from './ours.ts';

const WORKERS = 2;

interface Sample {
  rate: number;
  processorUs: number;
  busy: number;
}

/** @throws {Error} a request failed */
async function sampleOf(bench: Bench, { pid, port }: Program, paths: readonly string[]): Promise<Sample> {
  const before = processorMsOfAll(pid) ?? 0;
  const targets = paths.map((path) => ({ path, headers: {} }));
  const loaded = await load(bench, { port, targets, seconds: 1 });
  if (loaded.failed > 0) throw new Error(`${loaded.failed} of ${loaded.requests} requests failed`);
  const spentMs = (processorMsOfAll(pid) ?? 0) - before;
  return {
    rate: loaded.requests / loaded.seconds,
    processorUs: (1000 * spentMs) / loaded.requests,
    busy: spentMs / 1000 / loaded.seconds,
  };
}

export async function measureWorkers(bench: Bench, dataDir: string, products: number): Promise<void> {
  const { rounds, report, progress } = bench;
  const [hot] = HOT;
  if (hot === undefined) return;
  const paths = hot.paths(products);
  const several = await startOurs(bench, dataDir, WORKERS);
  const one = await startOurs(bench, dataDir, 1);
  const samples = await inRounds(
    { several: () => sampleOf(bench, several, paths), one: () => sampleOf(bench, one, paths) },
    { rounds, warmUp: 1, progress: (done) => progress(`${WORKERS} processes, round ${done} of ${rounds}`) },
  );
  const taken = (name: 'several' | 'one', what: (sample: Sample) => number) => (samples[name] ?? []).map(what);
  const busy = {
    busy: figure(median(taken('several', (sample) => sample.busy)), 'processors'),
    'baseline busy': figure(median(taken('one', (sample) => sample.busy)), 'processors'),
  };
  report(
    findingOf({
      baseline: 'one process',
      case: `requests a second of ${WORKERS} processes, ${hot.name}`,
      better: 'higher',
      unit: 'requests/s',
      subject: taken('several', ({ rate }) => rate),
      against: taken('one', ({ rate }) => rate),
      figures: busy,
    }),
  );
  if (processorMsOfAll(one.pid) !== undefined)
    report(
      findingOf({
        baseline: 'one process',
        case: `processor time a request of ${WORKERS} processes, ${hot.name}`,
        better: 'lower',
        unit: 'µs',
        subject: taken('several', ({ processorUs }) => processorUs),
        against: taken('one', ({ processorUs }) => processorUs),
        figures: busy,
      }),
    );
  for (const server of [several, one]) server.stop();
}
