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
import { hashFile, hashFileSync, readCurrent } from '../data/store/current.ts';
import { openGeneration } from '../data/store/generation.ts';
import type { EvidenceContext, PublishedProduct } from '../data/store/generation-content.ts';
import { openStaging, type Staging } from '../data/store/staging.ts';
import { daysAfterNoon, product, record, snapshot, verification } from '../test/builders.ts';
import type { Bench } from './benchmark.ts';
import { inRounds, wallMs } from './measure.ts';
import { type Figure, figure, findingOf } from './measurement.ts';
import { stated } from './statement.ts';
import { median } from './statistics.ts';

const SIZES = [500, 10_000];
const QUICK_SIZES = [20, 200];
const CATEGORIES = 40;
/** A product's past: what it stated before, and what it states now. */
const SNAPSHOTS = 3;

export async function run(bench: Bench): Promise<void> {
  const { quick, rounds, report, progress, dir } = bench;
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
    const taken = (what: string, at: number) => samples[`${what} ${at}`] ?? [];
    for (const [what, name] of Object.entries(NAMES) as [Share, string][]) {
      for (const [at, products] of sizes.entries()) {
        report(
          findingOf({
            case: `${name}, ${products} products`,
            baseline: 'VACUUM INTO and SHA-256',
            better: 'lower',
            unit: 'ms',
            subject: taken(what, at),
            against: taken('copy', at),
            figures: houses[at]?.parts(what) ?? {},
          }),
        );
      }
      const perProduct = (at: number) => taken(what, at).map((ms) => ms / (sizes[at] ?? 1));
      const last = sizes.length - 1;
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

type Share = 'whole' | 'changed';
const NAMES: Record<Share, string> = { whole: 'whole', changed: '1 % changed' };
const PARTS = ['put', 'publish', 'open'] as const;
type Part = (typeof PARTS)[number];

interface PublishingHouse {
  /** Milliseconds of the whole way. */
  publish(share: Share): Promise<number>;
  /** Milliseconds of the baseline, on what was published last. */
  copyOnly(): Promise<number>;
  /** Medians of the parts of the way so far. */
  parts(share: Share): Record<string, Figure>;
  close(): void;
}

function publishingHouse(dir: string, products: number): PublishingHouse {
  const staging = openStaging(join(dir, 'staging.db'));
  const generations = join(dir, 'generations');
  const times: Record<Share, Record<Part, number[]>> = {
    whole: { put: [], publish: [], open: [] },
    changed: { put: [], publish: [], open: [] },
  };
  let bytes = 0;
  let turn = 0;
  putAll(staging, contents(products, 0));

  return {
    async publish(share) {
      turn += 1;
      const next = contents(share === 'whole' ? products : Math.max(1, products / 100), turn);
      // An hour between publications, so that old generations are swept as in service.
      const now = new Date(daysAfterNoon(turn / 24));
      const part = {
        put: await wallMs(() => putAll(staging, next)),
        publish: await wallMs(() => {
          ({ bytes } = staging.publish(generations, { now }));
        }),
        open: await wallMs(() => openAsServed(generations)),
      };
      for (const name of PARTS) times[share][name].push(part[name]);
      return part.put + part.publish + part.open;
    },
    copyOnly() {
      const current = readCurrent(generations);
      if (current === undefined) throw new Error('Cannot copy a generation before the first is published');
      const copy = join(dir, 'copy.db');
      return wallMs(() => {
        const database = new Database(join(generations, current.file), { readonly: true });
        database.prepare('VACUUM INTO ?').run(copy);
        database.close();
        hashFileSync(copy);
      }).finally(() => rmSync(copy));
    },
    parts: (share) => ({
      ...Object.fromEntries(PARTS.map((name) => [name, figure(median(times[share][name]), 'ms')])),
      file: figure(bytes / 1024 / 1024, 'MB'),
    }),
    close: () => staging.close(),
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

interface Contents {
  products: PublishedProduct[];
  evidence: EvidenceContext[];
}

function putAll(staging: Staging, { products, evidence }: Contents): void {
  staging.put(products, evidence);
}

/** Other turns give the same products other prices. */
function contents(count: number, turn: number): Contents {
  const products: PublishedProduct[] = [];
  const evidence: EvidenceContext[] = [];
  for (let at = 0; at < count; at += 1) {
    const slug = `product-${at}`;
    const statement = stated(slug, turn);
    const category = `category-${at % CATEGORIES}`;
    products.push({
      product: product({ slug, category, aliases: [`alias-${at}`] }),
      record: record({
        slug,
        category,
        ...statement,
        verification: verification({ confirmedAt: daysAfterNoon(turn) }),
      }),
      snapshots: Array.from({ length: SNAPSHOTS }, (_, back) =>
        snapshot({ slug, validFrom: daysAfterNoon(-30 * (SNAPSHOTS - back)), ...stated(slug, turn + back) }),
      ),
    });
    for (const cited of statement.evidence)
      evidence.push({ evidence: cited, slug, before: 'Business ', after: ' for teams that ship', finalUrl: cited.url });
  }
  return { products, evidence };
}
