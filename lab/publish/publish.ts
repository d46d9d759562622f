/**
 * `publish`: the time from the writer's records to a reader, over the least work of any immutable SQLite file: `VACUUM
 * INTO` and SHA-256 of the same content.
 *
 * A sample is `put` into the staging database, `publish`, then what a serving node does: hash, open, list. `growth` is
 * the time a product at the larger size over that at the smaller: 1 is linear.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hashFile, hashFileSync } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { openStaging, type Staging } from '../../data/store/generation/staging.ts';
import { daysAfterNoon } from '../../test/builders.ts';
import { currentOf } from '../../test/current-of.ts';
import { contentsOf } from '../../test/workload/generation.ts';
import type { Bench } from '../harness/benchmark.ts';
import { compare, type Sample, wallMs } from '../harness/rounds.ts';

const SIZES = { few: 500, many: 10_000 };
const QUICK_SIZES = { few: 20, many: 200 };
const BASELINE = 'VACUUM INTO and SHA-256';
const COMMON = { metrics: { time: { unit: 'ms', better: 'lower' } }, warmUp: 1, mostRounds: 5 } as const;

export async function run(bench: Bench): Promise<void> {
  const { few, many } = bench.quick ? QUICK_SIZES : SIZES;
  const [small, large] = [storeOf(bench, few), storeOf(bench, many)];
  for (const { products, copy, publish } of [small, large])
    for (const [name, share] of [
      ['whole', 1],
      ['1 % changed', 0.01],
    ] as const)
      await compare(bench, {
        ...COMMON,
        case: `${name}, ${products} products`,
        figures: { put: 'ms', publish: 'ms', open: 'ms', file: 'MB' },
        subject: () => publish(share),
        baselines: { [BASELINE]: copy },
      });
  const perProduct = (store: Store) => async () => ({ time: (await store.publish(1)).time / store.products });
  await compare(bench, {
    ...COMMON,
    case: `a product of ${many}`,
    subject: perProduct(large),
    baselines: { [`a product of ${few}`]: perProduct(small) },
  });
  for (const { staging } of [small, large]) staging.close();
}

interface Store {
  products: number;
  staging: Staging;
  publish(share: number): Promise<Sample & { time: number }>;
  /** The baseline, on the current generation. */
  copy(): Promise<Sample>;
}

function storeOf({ dir }: Bench, products: number): Store {
  const staging = openStaging(join(dir, String(products), 'staging.db'));
  const generations = join(dir, String(products), 'generations');
  const first = contentsOf(products, 0);
  staging.put(first.products, first.evidence);
  let turn = 0;
  return {
    products,
    staging,
    async publish(share) {
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
      const [source, target] = [join(generations, currentOf(generations).file), join(dir, 'copy.db')];
      const time = await wallMs(() => copyAndHash(source, target));
      rmSync(target);
      return { time };
    },
  };
}

export function copyAndHash(source: string, target: string): void {
  const database = new Database(source, { readonly: true });
  database.prepare('VACUUM INTO ?').run(target);
  database.close();
  hashFileSync(target);
}

async function openAsServed(dir: string): Promise<void> {
  const current = currentOf(dir);
  const generation = openGeneration(dir, current, { sha256: await hashFile(join(dir, current.file)) });
  generation.list();
  generation.close();
}
