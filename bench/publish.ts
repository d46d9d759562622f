/**
 * `publish`: what it costs to bring records from the writer to a reader.
 *
 * One sample is the whole way by the clock: `put` of the products into the staging database, `publish` (copy, check,
 * flush, hash, rename, pointer), then what a serving node does (hash the file, open it, read the list). `whole` puts
 * all products, `1 % changed` a hundredth of them. The baseline is the least that any way of publishing one immutable
 * SQLite file must do: `VACUUM INTO` and SHA-256 of the same content. `growth` is time a product at the largest size
 * over that at the smallest: 1 is linear; what is quadratic would show the ratio of the sizes, 20.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { hashFile, hashFileSync, readCurrent } from '../data/store/generation/current.ts';
import { openGeneration } from '../data/store/generation/generation.ts';
import { openStaging } from '../data/store/generation/staging.ts';
import { daysAfterNoon } from '../test/builders.ts';
import type { Bench } from './benchmark.ts';
import { contents } from './contents.ts';
import { inRounds, wallMs } from './measure.ts';
import { type Figure, figure, findingOf } from './measurement.ts';
import { median } from './statistics.ts';

const SIZES = [500, 10_000];
const QUICK_SIZES = [20, 200];

export async function run({ quick, rounds, report, progress, dir }: Bench): Promise<void> {
  const sizes = quick ? QUICK_SIZES : SIZES;
  const houses = sizes.map((products) => publishingHouse(join(dir, String(products)), products));
  try {
    const contenders = houses.flatMap((house, at) => [
      [`whole ${at}`, () => house.publish('whole')] as const,
      [`changed ${at}`, () => house.publish('changed')] as const,
      [`copy ${at}`, () => house.copyOnly()] as const,
    ]);
    const samples = await inRounds(Object.fromEntries(contenders), {
      rounds: Math.min(rounds, 5),
      warmUp: 1,
      progress: (done) => progress(`${sizes.join(' and ')} products, round ${done}`),
    });
    const taken = (what: Share | 'copy', at: number) => samples[`${what} ${at}`] ?? [];
    const totals = (what: Share | 'copy', at: number) => taken(what, at).map(({ total }) => total);
    const last = sizes.length - 1;
    for (const [what, name] of Object.entries(NAMES) as [Share, string][]) {
      for (const [at, products] of sizes.entries()) {
        const common = { baseline: 'VACUUM INTO and SHA-256', better: 'lower', unit: 'ms' } as const;
        report(
          findingOf({
            ...common,
            case: `${name}, ${products} products`,
            subject: totals(what, at),
            against: totals('copy', at),
            figures: partsOf(taken(what, at)),
          }),
        );
      }
      const perProduct = (at: number) => totals(what, at).map((ms) => ms / (sizes[at] ?? 1));
      report(
        findingOf({
          case: `growth of publishing, ${name}, to ${sizes[last]} products`,
          baseline: `time a product at ${sizes[0]}`,
          better: 'lower',
          unit: 'ms',
          subject: perProduct(last),
          against: perProduct(0),
        }),
      );
    }
  } finally {
    for (const house of houses) house.close();
  }
}

export type Share = 'whole' | 'changed';
const NAMES: Record<Share, string> = { whole: 'whole', changed: '1 % changed' };

/** Milliseconds, and of what. */
export interface Way {
  total: number;
  put?: number;
  publish?: number;
  open?: number;
  bytes?: number;
}

export interface PublishingHouse {
  publish(share: Share): Promise<Way>;
  /** The baseline, on what was published last. */
  copyOnly(): Promise<Way>;
  close(): void;
}

export function publishingHouse(dir: string, products: number): PublishingHouse {
  const staging = openStaging(join(dir, 'staging.db'));
  const generations = join(dir, 'generations');
  let turn = 0;
  const first = contents(products, turn);
  staging.put(first.products, first.evidence);

  return {
    async publish(share) {
      turn += 1;
      const next = contents(share === 'whole' ? products : Math.max(1, products / 100), turn);
      // An hour between publications, so that old generations are swept as in service.
      const now = new Date(daysAfterNoon(turn / 24));
      let bytes = 0;
      const put = await wallMs(() => staging.put(next.products, next.evidence));
      const publish = await wallMs(() => {
        ({ bytes } = staging.publish(generations, { now }));
      });
      const open = await wallMs(() => openAsServed(generations));
      return { total: put + publish + open, put, publish, open, bytes };
    },
    copyOnly: async () => ({ total: await copyAndHash(generations, join(dir, 'copy.db')) }),
    close: () => staging.close(),
  };
}

/** Milliseconds of the least that handing out a generation takes. */
export async function copyAndHash(generations: string, copy: string): Promise<number> {
  const current = readCurrent(generations);
  if (current === undefined) throw new Error('Cannot copy a generation before the first is published');
  const ms = await wallMs(() => {
    const database = new Database(join(generations, current.file), { readonly: true });
    database.prepare('VACUUM INTO ?').run(copy);
    database.close();
    hashFileSync(copy);
  });
  rmSync(copy);
  return ms;
}

function partsOf(ways: readonly Way[]): Record<string, Figure> {
  const medianOf = (part: keyof Way) => median(ways.flatMap((way) => way[part] ?? []));
  return {
    put: figure(medianOf('put'), 'ms'),
    publish: figure(medianOf('publish'), 'ms'),
    open: figure(medianOf('open'), 'ms'),
    file: figure(medianOf('bytes') / 1024 / 1024, 'MB'),
  };
}

async function openAsServed(dir: string): Promise<void> {
  const current = readCurrent(dir);
  if (current === undefined) throw new Error('Cannot open a generation before the first is published');
  const sha256 = await hashFile(join(dir, current.file));
  const generation = openGeneration(dir, current, { sha256 });
  generation.list();
  generation.close();
}
