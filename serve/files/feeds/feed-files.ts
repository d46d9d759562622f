/**
 * Where a web process takes the feeds of all products from: the sets that the exporter makes. It writes nothing and makes
 * nothing; while the set of a new generation or day is made, the one before is served, whole and as what it says it is.
 */
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '../../../config/site.ts';
import type { Coding } from '../../cache/coding.ts';
import { entityTag } from '../../cache/conditional.ts';
import { ANSWER_VERSION, type Answers, dayOf } from '../../dispatch/answers.ts';
import { Problem } from '../../interface/problem.ts';
import { absentAs } from '../exports/export-directory.ts';
import { type FeedSet, readSet, type SetFile, setsAmong } from './set.ts';

/** Confidence and status may be those of the day before, until the day’s own feeds are made. */
const OLDEST_DAYS = 1;
/** Seconds until who was told that a feed is not made may ask again. */
const RETRY_AFTER = { 'Retry-After': '30' };

/** A feed in one coding, with what a client that has it can be told by. */
export interface ShelvedFile extends Pick<SetFile, 'coding' | 'bytes'> {
  etag: string;
  lastModifiedMs: number;
  lastModified: string;
  /** @throws {Problem} `unavailable`: it is not there any more */
  open(): Promise<FileHandle>;
}

export class FeedShelf {
  readonly #dir: string;
  readonly #site: Site;
  /** What was served last, so that it is not read again. */
  #known: { name: string; set: FeedSet } | undefined;

  constructor(dir: string, site: Site) {
    this.#dir = dir;
    this.#site = site;
  }

  /**
   * The file at a path, of the newest set that is no newer than the answers. Absent where there is none.
   *
   * @throws {Problem} `unavailable`: no set is made yet
   */
  async at(path: string, coding: Coding, answers: Answers): Promise<ShelvedFile | undefined> {
    const { name, set } = await this.#newest(answers);
    const file = set.files.find((each) => each.path === path && each.coding === coding);
    if (file === undefined) return undefined;
    const lastModifiedMs = Date.parse(set.lastModified);
    return {
      coding,
      bytes: file.bytes,
      etag: entityTag(file.sha256, coding),
      lastModifiedMs,
      lastModified: new Date(lastModifiedMs).toUTCString(),
      open: () => opened(join(this.#dir, name, file.name), file.bytes),
    };
  }

  async #newest(answers: Answers): Promise<{ name: string; set: FeedSet }> {
    const sets = setsAmong(await absentAs([], readdir(this.#dir)));
    for (const { name } of sets) {
      const set = this.#known?.name === name ? this.#known.set : readSet(this.#dir, name);
      if (set === undefined || !this.#fits(set, answers)) continue;
      this.#known = { name, set };
      return this.#known;
    }
    throw new Problem('unavailable', 'The feeds of all products are not made yet', { headers: RETRY_AFTER });
  }

  #fits({ origin }: FeedSet, { day, store }: Answers): boolean {
    const { id, sha256 } = store.generation;
    return (
      origin.answerVersion === ANSWER_VERSION &&
      origin.site.baseUrl === this.#site.baseUrl &&
      origin.site.brand === this.#site.brand &&
      dayOf(Date.parse(origin.day)) >= day - OLDEST_DAYS &&
      (origin.generation === id ? origin.generationSha256 === sha256 : Number(origin.generation) < Number(id))
    );
  }
}

/** @throws {Problem} `unavailable`: another set took its place a moment ago */
async function opened(path: string, bytes: number): Promise<FileHandle> {
  const handle = await absentAs(undefined, open(path));
  if (handle === undefined)
    throw new Problem('unavailable', 'The feed is being replaced', { headers: { 'Retry-After': '1' } });
  const { size } = await handle.stat();
  if (size === bytes) return handle;
  await handle.close();
  throw new Error(`Cannot send ${path}: it has ${size} bytes instead of ${bytes}`);
}
