/**
 * The 99th percentile of hot GETs while generations are swapped in, over the same load without. The pointer is replaced
 * as the publisher does it, by two files in turn, and the exporter works beside the server.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Current } from '../../data/store/generation/current.ts';
import { eventually } from '../../test/eventually.ts';
import { republish } from '../../test/workload/generation.ts';
import type { Bench } from '../harness/benchmark.ts';
import { startService } from '../harness/processes.ts';
import { compare } from '../harness/rounds.ts';
import { casesOf } from './cases.ts';
import { loaded, METRICS, startWeb } from './load.ts';

/** The server looks at the pointer several times meanwhile. */
const SWAP_EVERY_MS = 1_500;

export interface Store {
  products: number;
  dataDir: string;
  generations: Current[];
}

/** @throws {Error} a request failed */
export async function measureSwaps(bench: Bench, store: Store, checkout?: string): Promise<void> {
  const { products, dataDir, generations } = store;
  const targets = casesOf(products)[0]?.targets ?? [];
  const swaps = bench.quick ? 1 : 3;
  const seconds = Math.ceil(((swaps + 0.5) * SWAP_EVERY_MS) / 1000);
  const server = await startWeb(bench, dataDir, { checkout });
  const exporter = await startService(bench, 'exporter', { settings: { DATA_DIR: dataDir }, checkout });
  let number = await servedBy(server.origin);
  const swapAll = async () => {
    for (let swap = 0; swap < swaps; swap += 1) {
      await delay(SWAP_EVERY_MS);
      number += 1;
      const next = generations[(number + 1) % generations.length];
      if (next !== undefined) republish(dataDir, next, number);
    }
    await eventually('the last generation is served', async () => (await servedBy(server.origin)) === number);
  };
  await compare(bench, {
    case: `${swaps} swaps of ${products} products${checkout === undefined ? '' : ` by ${checkout}`}`,
    metrics: { '99th percentile': METRICS['99th percentile'] },
    figures: { requests: 'requests', failed: 'failed' },
    mostRounds: 3,
    warmUp: 1,
    subject: async () => (await Promise.all([loaded(server, targets, seconds), swapAll()]))[0],
    baselines: { 'the same load without a swap': () => loaded(server, targets, seconds) },
  });
  for (const program of [server, exporter]) await program.stop();
}

async function servedBy(origin: string): Promise<number> {
  const { body } = await request(`${origin}/readyz`);
  return Number(((await body.json()) as { generation: string }).generation);
}
