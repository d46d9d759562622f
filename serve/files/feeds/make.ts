import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isAnyPlanKnown } from '../../../data/prices/price-state.ts';
import { removeFolder } from '../../../data/store/files/atomic-folder.ts';
import { cooperativeYield } from '../../../data/store/steps.ts';
import { ANSWER_VERSION, dayOf, lastModifiedMs, startOfDay } from '../../store/edition.ts';
import type { Store } from '../../store/store.ts';
import { exportedRecord } from '../exports/rows.ts';
import { foldersIn, readManifest } from '../folder/read.ts';
import { type FolderFiles, type Source, writeFolder } from '../folder/write.ts';
import type { FeedProduct } from './bulk-feed.ts';
import { ALL_CODINGS, type FeedFile, FeedSet, type Origin } from './feed-set.ts';
import { bulkFeeds } from './list.ts';

interface FeedSource extends Source {
  now: Date;
}

/** The previous set stays for web processes that have just looked. */
const SETS_KEPT = 2;
const SUFFIXES = { identity: '', gzip: '.gz', br: '.br', zstd: '.zst' } as const;

/** @throws {Error} the generation is gone, the disk is full, or `signal` aborts; nothing of it stays */
export function makeFeeds(dir: string, source: FeedSource, signal?: AbortSignal): Promise<FeedSet> {
  const origin = originOf(source);
  const day = dayOf(source.now.getTime());
  return writeFolder({ dir, name: nameOf(origin) }, source, async (store, folder) => {
    const files: FeedFile[] = [];
    for (const path of await writeTexts(store, folder, { now: startOfDay(day), signal }))
      for (const coding of ALL_CODINGS) {
        const text = fileOf(path);
        const name = text + SUFFIXES[coding];
        if (coding !== 'identity') await folder.compress(text, { coding, name, signal });
        files.push({ path, coding, ...(await folder.finish(name)) });
      }
    return { origin, lastModified: new Date(lastModifiedMs(store.generation, day)).toISOString(), files };
  });
}

export async function areFeedsMade(dir: string, source: FeedSource): Promise<boolean> {
  const origin = originOf(source);
  return isDeepStrictEqual((await readManifest(join(dir, nameOf(origin)), FeedSet))?.manifest.origin, origin);
}

/** Removes all but the last sets, and those that are ahead of the generation or the day. */
export async function sweepFeeds(dir: string, source: FeedSource): Promise<void> {
  const { generation, day } = originOf(source);
  const sets = await foldersIn(dir);
  const kept = sets.filter((set) => set.generation <= Number(generation) && set.day <= day).slice(0, SETS_KEPT);
  for (const set of sets) if (!kept.includes(set)) removeFolder(dir, set.name);
}

function originOf({ current, site: { brand, baseUrl }, now }: FeedSource): Origin {
  return {
    generation: current.generation,
    generationSha256: current.sha256,
    day: now.toISOString().slice(0, 10),
    site: { brand, baseUrl },
    answerVersion: ANSWER_VERSION,
  };
}

function nameOf({ generation, day }: Origin): string {
  return `${generation}-${day}`;
}

/** A set is one folder. */
function fileOf(path: string): string {
  return path.slice(1).replaceAll('/', '-');
}

/** @returns the paths of the feeds */
async function writeTexts(
  store: Store,
  folder: FolderFiles,
  { now, signal }: { now: Date; signal: AbortSignal | undefined },
): Promise<string[]> {
  const files = bulkFeeds.flatMap((feed) => feed.files(store));
  const append = (textOf: (file: (typeof files)[number]) => string) => {
    for (const file of files) folder.append(fileOf(file.path), textOf(file));
  };
  const pause = cooperativeYield();
  append(({ head }) => head);
  for (const product of productsOf(store, now)) {
    append((file) => file.product(product));
    // Signals and probes are handled between two products.
    await pause();
    signal?.throwIfAborted();
  }
  append((file) => file.end());
  return files.map(({ path }) => path);
}

function* productsOf(store: Store, now: Date): Generator<FeedProduct, void> {
  const { generation } = store;
  const categoryNames = new Map(generation.categories().map(({ id, name }) => [id, name]));
  let index = 0;
  for (const { slug, category } of store.listed) {
    const record = exportedRecord(store, slug, now);
    if (record === undefined) continue;
    const stated = generation.snapshots(slug).filter(isAnyPlanKnown);
    const recordedAt = stated
      .map((snapshot) => snapshot.recordedAt)
      .sort()
      .at(-1);
    yield {
      record,
      categoryName: categoryNames.get(category) ?? category,
      isKnown: isAnyPlanKnown({ tiers: record.tiers ?? [], rates: record.rateCard?.models ?? [] }),
      hasHistory: stated.length > 0,
      hasCostGuide: generation.research(slug)?.costGuide !== undefined,
      hasApi: generation.hasApi(slug),
      ...(recordedAt !== undefined && { recordedAt }),
      index,
    };
    index += 1;
  }
}
