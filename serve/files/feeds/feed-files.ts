/**
 * Serves the feeds of all products from the sets that the exporter makes; the previous set until a new one is complete.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '../../../config/site.ts';
import type { Coding } from '../../cache/coding.ts';
import { entityTag } from '../../cache/conditional.ts';
import { CACHED, type Download } from '../../interface/headers.ts';
import { Problem } from '../../interface/problem.ts';
import type { Feed } from '../../interface/published-files.ts';
import { ANSWER_VERSION, dayOf, type Edition } from '../../store/edition.ts';
import { absentAs, foldersIn, readManifest } from '../folder/read.ts';
import { FeedSet } from './feed-set.ts';

const OLDEST_DAYS = 1;

export class FeedFiles {
  readonly #dir: string;
  readonly #site: Site;
  #known: { name: string; set: FeedSet } | undefined;

  constructor(dir: string, site: Site) {
    this.#dir = dir;
    this.#site = site;
  }

  /**
   * The file of the newest set that is not newer than the edition. @throws {Problem} `unavailable`: no set is made yet;
   * `not_found`: the set has no such file
   */
  async at({ contentType }: Feed, asked: { path: string; coding: Coding }, edition: Edition): Promise<Download> {
    const { name, set } = await this.#newest(edition);
    const file = set.files.find(({ path, coding }) => path === asked.path && coding === asked.coding);
    if (file === undefined) throw new Problem('not_found', 'There is nothing at this path');
    const place = join(this.#dir, name, file.name);
    const found = await absentAs(undefined, stat(place));
    if (found === undefined)
      throw new Problem('unavailable', 'The feed is being replaced', { headers: { 'Retry-After': '1' } });
    if (found.size !== file.bytes)
      throw new Error(`Cannot send ${place}: it has ${found.size} bytes instead of ${file.bytes}`);
    return {
      root: this.#dir,
      path: `/${name}/${file.name}`,
      hasRanges: false,
      headers: {
        'Content-Type': contentType,
        ...(file.coding !== 'identity' && { 'Content-Encoding': file.coding }),
        ETag: entityTag(file.sha256, file.coding),
        'Last-Modified': new Date(set.lastModified).toUTCString(),
        ...CACHED,
      },
    };
  }

  async #newest(edition: Edition): Promise<{ name: string; set: FeedSet }> {
    for (const { name } of await foldersIn(this.#dir)) {
      const isKnown = this.#known?.name === name;
      const set = isKnown ? this.#known?.set : (await readManifest(join(this.#dir, name), FeedSet))?.manifest;
      if (set === undefined || !this.#fits(set, edition)) continue;
      this.#known = { name, set };
      return this.#known;
    }
    const headers = { 'Retry-After': '30' };
    throw new Problem('unavailable', 'The feeds of all products are not made yet', { headers });
  }

  #fits({ origin }: FeedSet, { day, store }: Edition): boolean {
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
