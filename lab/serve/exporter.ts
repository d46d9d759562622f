/** The exporter's processor time for the feeds and files of a generation, over `VACUUM INTO` and SHA-256 of it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/benchmark.ts';
import { processorMs, residentMb, startService } from '../harness/processes.ts';
import { compare, cpuMs } from '../harness/rounds.ts';
import { copyAndHash } from '../publish/publish.ts';
import type { Store } from './swaps.ts';

const READY_MS = 600_000;

export async function measureExporter(bench: Bench, { products, dataDir, generations }: Store): Promise<void> {
  const [source, target] = [join(dataDir, 'generations', generations.at(-1)?.file ?? ''), join(bench.dir, 'copy.db')];
  await compare(bench, {
    case: `feeds and exports of ${products} products`,
    metrics: { 'processor time': { unit: 'ms', better: 'lower' } },
    figures: { memory: 'MB' },
    mostRounds: 3,
    warmUp: 0,
    async subject() {
      for (const made of ['feeds', 'exports']) rmSync(join(dataDir, made), { recursive: true, force: true });
      const settings = { DATA_DIR: dataDir };
      const exporter = await startService(bench, 'exporter', { settings, readyMs: READY_MS });
      const sample = { 'processor time': processorMs(exporter.pid), memory: residentMb(exporter.pid, 'VmHWM') };
      await exporter.stop();
      return sample;
    },
    baselines: {
      'VACUUM INTO and SHA-256': () => ({ 'processor time': cpuMs(() => copyAndHash(source, target)) }),
    },
  });
}
