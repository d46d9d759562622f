/**
 * Generations published under load: what that does to the slowest answers, and whether a request fails. The pointer is
 * replaced as the publisher replaces it, with files that were published before, so that only the server works and,
 * beside it, the exporter.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Bench } from '../benchmark.ts';
import { inRounds } from '../measure.ts';
import { figure, findingOf } from '../measurement.ts';
import { type Loaded, load } from './load.ts';
import { hotTargets, publishAgain, publishTurns, startExporter, startOurs } from './ours.ts';

/** Our server looks at the pointer several times meanwhile. */
const SWAP_EVERY_MS = 1_500;
export async function measureSwap(bench: Bench, products: number): Promise<void> {
  const { quick, rounds, dir, report, progress } = bench;
  const dataDir = join(dir, `swap-${products}`);
  const [first, second] = publishTurns(dataDir, products, 2);
  if (first === undefined || second === undefined) throw new Error('Cannot swap without two generations');
  const server = await startOurs(bench, dataDir);
  const exporter = startExporter(bench, dataDir);
  const targets = hotTargets(products);
  const swaps = quick ? 1 : 3;
  // Whole ones: wrk takes no others.
  const seconds = Math.ceil(((swaps + 0.5) * SWAP_EVERY_MS) / 1000);
  let number = Number(second.generation);
  const all: Loaded[] = [];

  const loaded = async () => {
    const result = await load(bench, { port: server.port, targets, seconds });
    all.push(result);
    return result.p99Ms;
  };

  const swapAll = async () => {
    for (let swap = 0; swap < swaps; swap += 1) {
      await delay(SWAP_EVERY_MS);
      number += 1;
      // The same two files in turn, published anew: what a reader must do for them does not depend on that.
      publishAgain(dataDir, number % 2 === 1 ? first : second, number);
    }
  };
  const loadedWithSwaps = async () => {
    const [p99Ms] = await Promise.all([loaded(), swapAll()]);
    await isServed(server.origin, number);
    return p99Ms;
  };

  const samples = await inRounds(
    { with: loadedWithSwaps, without: loaded },
    {
      rounds: Math.min(rounds, 3),
      warmUp: 1,
      progress: (done) => progress(`${swaps} swaps of ${products} products, round ${done}`),
    },
  );
  const sum = (what: (loaded: Loaded) => number) => all.map(what).reduce((total, value) => total + value, 0);
  const failed = sum((loaded) => loaded.failed);
  report(
    findingOf({
      case: `99th percentile while ${swaps} generations of ${products} products are swapped in`,
      baseline: 'the same load without a swap',
      better: 'lower',
      unit: 'ms',
      subject: samples.with,
      against: samples.without,
      figures: {
        failed: figure(failed, 'requests'),
        requests: figure(
          sum((loaded) => loaded.requests),
          'requests',
        ),
      },
    }),
  );
  server.stop();
  exporter.kill('SIGKILL');
  if (failed > 0) throw new Error(`${failed} requests failed while generations were swapped`);
}

async function isServed(origin: string, number: number): Promise<void> {
  let served = '';
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await delay(100)) {
    const { body } = await request(`${origin}/readyz`);
    ({ generation: served } = (await body.json()) as { generation: string });
    if (Number(served) === number) return;
  }
  throw new Error(`The server has generation ${served} instead of ${number}`);
}
