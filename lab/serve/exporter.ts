/**
 * The exporter's processor time for the feeds and files of a generation, over `VACUUM INTO` and SHA-256 of it, and the
 * 99th percentile of hot GETs beside it, over the same load alone.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/benchmark.ts';
import { processorMs, residentMb, startService } from '../harness/processes.ts';
import { compare, cpuMs } from '../harness/rounds.ts';
import { copyAndHash } from '../publish/publish.ts';
import { casesOf } from './cases.ts';
import { loadSample, METRICS, startWeb } from './load.ts';
import type { Store } from './swaps.ts';

const READY_MS = 600_000;

export async function measureExporter(bench: Bench, { products, dataDir, generations }: Store): Promise<void> {
  const start = () => {
    for (const made of ['feeds', 'exports']) rmSync(join(dataDir, made), { recursive: true, force: true });
    return startService(bench, 'exporter', { settings: { DATA_DIR: dataDir }, readyMs: READY_MS });
  };
  const [source, target] = [join(dataDir, 'generations', generations.at(-1)?.file ?? ''), join(bench.dir, 'copy.db')];
  await compare(bench, {
    case: `feeds and exports of ${products} products`,
    metrics: { 'processor time': { unit: 'ms', better: 'lower' } },
    figures: { memory: 'MB' },
    mostRounds: 3,
    warmUp: 0,
    async subject() {
      const exporter = await start();
      const sample = { 'processor time': processorMs(exporter.pid), memory: residentMb(exporter.pid, 'VmHWM') };
      await exporter.stop();
      return sample;
    },
    baselines: {
      'VACUUM INTO and SHA-256': () => {
        const time = cpuMs(() => copyAndHash(source, target) ?? true);
        rmSync(target);
        return { 'processor time': time };
      },
    },
  });
  const targets = casesOf(products)[0]?.targets ?? [];
  const server = await startWeb(bench, dataDir);
  await compare(bench, {
    case: `record while feeds and exports of ${products} products are made`,
    metrics: METRICS,
    mostRounds: 3,
    warmUp: 1,
    async subject() {
      const exporter = start();
      const sample = await loadSample(bench, server, targets);
      await (await exporter).stop();
      return sample;
    },
    baselines: { 'the same load alone': () => loadSample(bench, server, targets) },
  });
  await server.stop();
}
