/**
 * Serves the feeds of all products from the sets that the exporter makes; the previous set until a new one is complete.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Coding } from '../../cache/coding.ts';
import { entityTag } from '../../cache/conditional.ts';
import { CACHED, type Download } from '../../interface/headers.ts';
import { Problem } from '../../interface/problem.ts';
import { ANSWER_VERSION, dayOf, type Edition } from '../../store/edition.ts';
import { absentAs, foldersIn, readManifest } from '../folder/read.ts';
import { FeedSet } from './feed-set.ts';

const OLDEST_DAYS = 1;

interface Asked {
  path: string;
  coding: Coding;
}

/**
 * The file of the newest set that is not newer than the edition. @throws {Problem} `unavailable`: no set is made yet;
 * `not_found`: the set has no such file
 */
export async function feedFile(dir: string, { path, coding }: Asked, edition: Edition): Promise<Download> {
  const { name, set } = await newestSet(dir, edition);
  const file = set.files.find((each) => each.path === path && each.coding === coding);
  if (file === undefined) throw new Problem('not_found', 'No page at this path');
  const place = join(dir, name, file.name);
  const found = await absentAs(undefined, stat(place));
  if (found === undefined)
    throw new Problem('unavailable', 'The feed is being replaced', { headers: { 'Retry-After': '1' } });
  if (found.size !== file.bytes)
    throw new Error(`Cannot send ${place}: it has ${found.size} bytes instead of ${file.bytes}`);
  return {
    root: dir,
    path: `/${name}/${file.name}`,
    hasRanges: false,
    headers: {
      ...(coding !== 'identity' && { 'Content-Encoding': coding }),
      ETag: entityTag(file.sha256, coding),
      'Last-Modified': new Date(set.lastModified).toUTCString(),
      ...CACHED,
    },
  };
}

async function newestSet(dir: string, edition: Edition): Promise<{ name: string; set: FeedSet }> {
  for (const { name } of await foldersIn(dir)) {
    const set = (await readManifest(join(dir, name), FeedSet))?.manifest;
    if (set !== undefined && fits(set, edition)) return { name, set };
  }
  const headers = { 'Retry-After': '30' };
  throw new Problem('unavailable', 'The feeds of all products are not ready yet', { headers });
}

function fits({ origin }: FeedSet, { day, store }: Edition): boolean {
  const { id, sha256 } = store.generation;
  return (
    origin.answerVersion === ANSWER_VERSION &&
    origin.site.baseUrl === store.site.baseUrl &&
    origin.site.brand === store.site.brand &&
    dayOf(Date.parse(origin.day)) >= day - OLDEST_DAYS &&
    (origin.generation === id ? origin.generationSha256 === sha256 : Number(origin.generation) < Number(id))
  );
}
