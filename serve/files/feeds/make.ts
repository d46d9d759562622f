/** Makes the feeds of a generation on a day beside it, in a folder that is seen when all of it is on the disk. */
import { existsSync, readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Site } from '../../../config/site.ts';
import { makeFolder, removeFolder } from '../../../data/store/files/atomic-folder.ts';
import type { Current } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { ANSWER_VERSION, dayOf, lastModifiedMs, startOfDay } from '../../dispatch/answers.ts';
import { openStore } from '../../store/store.ts';
import { type FeedSet, readSet, type SetOrigin, setName, setsAmong } from './set.ts';
import { writeFeeds } from './write.ts';

export interface FeedPlace {
  /** Where generations are published. */
  generations: string;
  /** Where feeds are kept. */
  dir: string;
}

/** What feeds are of. */
export interface FeedSource {
  current: Current;
  site: Site;
  /** Any instant of the UTC day. */
  now: Date;
}

/** The newest, and the one before: a web process may have looked a moment before the newest was there. */
const SETS_KEPT = 2;

/**
 * @param signal ends it before its end; nothing of it stays
 * @throws {Error} the generation is not there any more, the disk is full, or it was told to stop
 */
export async function makeFeeds(
  { generations, dir }: FeedPlace,
  source: FeedSource,
  signal?: AbortSignal,
): Promise<FeedSet> {
  const origin = originOf(source);
  try {
    return await makeFolder(dir, setName(origin), async (temporary) => {
      const generation = openGeneration(generations, source.current);
      try {
        const day = dayOf(source.now.getTime());
        const lastModified = new Date(lastModifiedMs(generation, day)).toISOString();
        const store = await openStore(generation, source.site);
        return await writeFeeds(store, temporary, { origin, lastModified, now: startOfDay(day), signal });
      } finally {
        generation.close();
      }
    });
  } catch (cause) {
    throw new Error(`Cannot make the feeds of generation ${origin.generation} in ${dir}`, { cause });
  }
}

/** Whether these very feeds are there already. */
export function areFeedsMade(dir: string, source: FeedSource): boolean {
  const origin = originOf(source);
  return isDeepStrictEqual(readSet(dir, setName(origin))?.origin, origin);
}

/** Removes the sets before the last ones; and those that are ahead, of numbers that began anew or a clock that was wrong. */
export function sweepFeeds(dir: string, source: FeedSource): void {
  const { generation, day } = originOf(source);
  const sets = setsAmong(existsSync(dir) ? readdirSync(dir) : []);
  const isAhead = (set: (typeof sets)[number]) => set.generation > Number(generation) || set.day > day;
  const kept = sets.filter((set) => !isAhead(set)).slice(0, SETS_KEPT);
  for (const set of sets) if (!kept.includes(set)) removeFolder(dir, set.name);
}

function originOf({ current, site, now }: FeedSource): SetOrigin {
  const { brand, baseUrl } = site;
  return {
    generation: current.generation,
    generationSha256: current.sha256,
    day: now.toISOString().slice(0, 10),
    site: { brand, baseUrl },
    answerVersion: ANSWER_VERSION,
  };
}
