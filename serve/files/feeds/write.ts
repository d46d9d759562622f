/** Writes the feeds of all products in one pass over a generation, then each in every coding. */
import { chmodSync, createReadStream, createWriteStream, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sync } from '../../../data/store/files/atomic-file.ts';
import { hashFile } from '../../../data/store/generation/current.ts';
import { CODINGS, encoder } from '../../cache/coding.ts';
import { takingTurns } from '../../cache/cooperative-yield.ts';
import { find } from '../../interface/lookup.ts';
import { recordAnswer } from '../../operations/record-answer.ts';
import { redirectUrl } from '../../record/envelope.ts';
import { passing, type Store } from '../../store/store.ts';
import { openTextFile } from '../exports/text-file.ts';
import type { FeedProduct } from './bulk-feed.ts';
import { bulkFeeds } from './bulk-feeds.ts';
import { type FeedSet, SET_MANIFEST, type SetFile } from './set.ts';

const SUFFIXES = { identity: '', gzip: '.gz', br: '.br', zstd: '.zst' } as const;

/** The manifest, which is written last. @throws {Error} the disk is full, or it was told to stop */
export async function writeFeeds(
  store: Store,
  folder: string,
  { now, signal, ...head }: Omit<FeedSet, 'files'> & { now: Date; signal?: AbortSignal | undefined },
): Promise<FeedSet> {
  const files: SetFile[] = [];
  for (const path of await writeTexts(store, folder, { now, signal }))
    for (const coding of ['identity', ...CODINGS] as const) {
      const whole = path.slice(1);
      const name = whole + SUFFIXES[coding];
      if (coding !== 'identity')
        await pipeline(
          createReadStream(join(folder, whole)),
          encoder(coding),
          createWriteStream(join(folder, name), { flags: 'wx' }),
          { signal },
        );
      files.push({ path, coding, name, ...(await finished(join(folder, name))) });
    }
  const set: FeedSet = { ...head, files };
  writeFileSync(join(folder, SET_MANIFEST), `${JSON.stringify(set)}\n`, { flush: true, mode: 0o444 });
  return set;
}

async function finished(path: string): Promise<Pick<SetFile, 'bytes' | 'sha256'>> {
  chmodSync(path, 0o444);
  sync(path);
  return { bytes: statSync(path).size, sha256: await hashFile(path) };
}

interface Pass {
  now: Date;
  signal: AbortSignal | undefined;
}

/** One pass over all products. @returns paths that they are asked by */
async function writeTexts(store: Store, folder: string, { now, signal }: Pass): Promise<string[]> {
  const files = bulkFeeds
    .flatMap((feed) => feed.files(store))
    .map((feed) => ({ feed, text: openTextFile(join(folder, feed.path.slice(1))) }));
  try {
    const pause = takingTurns();
    for (const { feed, text } of files) text.write(feed.head);
    for (const product of productsOf(store, now)) {
      for (const { feed, text } of files) text.write(feed.product(product));
      // Whoever asks us to stop, or how we are, is heard between two products.
      await pause();
      signal?.throwIfAborted();
    }
    for (const { feed, text } of files) {
      text.write(feed.end());
      text.finish();
    }
  } finally {
    for (const { text } of files) text.close();
  }
  return files.map(({ feed }) => feed.path);
}
/** As they answer for themselves; read past what is remembered, which is of those that are asked for. */
export function* productsOf(store: Store, now: Date): Generator<FeedProduct, void> {
  const own = passing(store);
  const { site, generation } = own;
  const categoryNames = new Map(generation.categories().map(({ id, name }) => [id, name]));
  let index = 0;
  for (const { slug, category, verification } of store.listed) {
    if (verification === undefined) continue;
    const record = recordAnswer(own, find(own, slug), now, { depth: 'full' });
    if (record === undefined) continue;
    const { links } = record;
    yield {
      record:
        links.vendor === undefined
          ? record
          : { ...record, links: { ...links, vendor: redirectUrl(site, slug, 'feed') } },
      categoryName: categoryNames.get(category) ?? category,
      hasCostGuide: generation.research(slug)?.costGuide !== undefined,
      hasApi: generation.hasApi(slug),
      index,
    };
    index += 1;
  }
}
