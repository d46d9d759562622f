/**
 * `publish`: the time from the writer's records to a reader, over the least work of any immutable SQLite file: `VACUUM
 * INTO` and SHA-256 of the same content.
 *
 * A sample is `put` into the staging database, `publish`, then what a serving node does: hash, open, list.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hashFile, hashFileSync } from '../../data/store/files/hash-file.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { openStaging } from '../../data/store/generation/staging.ts';
import { daysAfterNoon } from '../../test/builders.ts';
import { currentOf } from '../../test/current-of.ts';
import { contentsOf } from '../../test/workload/generation.ts';
import type { Bench } from '../harness/benchmark.ts';
import { compare, wallMs } from '../harness/rounds.ts';

const SIZES = { full: [500, 10_000], quick: [20, 200] } as const;

export async function run(bench: Bench): Promise<void> {
  for (const products of SIZES[bench.quick ? 'quick' : 'full']) {
    const { publish, copy, close } = storeOf(bench.dir, products);
    for (const [name, share] of Object.entries({ whole: 1, '1 % changed': 0.01 }))
      await compare(bench, {
        metrics: { time: { unit: 'ms', better: 'lower' } },
        warmUp: 1,
        mostRounds: 5,
        case: `${name}, ${products} products`,
        figures: { put: 'ms', publish: 'ms', open: 'ms', file: 'MB' },
        subject: () => publish(share),
        baselines: { 'VACUUM INTO and SHA-256': copy },
      });
    close();
  }
}

function storeOf(dir: string, products: number) {
  const staging = openStaging(join(dir, String(products), 'staging.db'));
  const generations = join(dir, String(products), 'generations');
  const first = contentsOf(products, 0);
  staging.put(first.products, first.evidence);
  let turn = 0;
  return {
    async publish(share: number) {
      turn += 1;
      const next = contentsOf(Math.max(1, products * share), turn);
      // An hour between publications, so that old generations are swept as in service.
      const now = new Date(daysAfterNoon(turn / 24));
      const put = await wallMs(() => staging.put(next.products, next.evidence));
      const publish = await wallMs(() => staging.publish(generations, { now }));
      const open = await wallMs(() => openAsServed(generations));
      return { time: put + publish + open, put, publish, open, file: currentOf(generations).bytes / 2 ** 20 };
    },
    async copy() {
      const source = join(generations, currentOf(generations).file);
      return { time: await wallMs(() => copyAndHash(source, join(dir, 'copy.db'))) };
    },
    close: () => staging.close(),
  };
}

/** Returns the SHA-256, and removes the copy. */
export function copyAndHash(source: string, target: string): string {
  const database = new Database(source, { readonly: true });
  database.prepare('VACUUM INTO ?').run(target);
  database.close();
  const sha256 = hashFileSync(target);
  rmSync(target);
  return sha256;
}

async function openAsServed(dir: string): Promise<void> {
  const current = currentOf(dir);
  const generation = openGeneration(dir, current, { sha256: await hashFile(join(dir, current.file)) });
  generation.list();
  generation.close();
}
