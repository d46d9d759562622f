/** The picture of the page that a quote is of. */
import { basename } from 'node:path';
import { EvidenceId } from '../../data/record.ts';
import { pictureFile } from '../../data/store/copies/read-copy.ts';
import { type Download, IMMUTABLE } from '../interface/headers.ts';
import { Problem } from '../interface/problem.ts';
import type { Store } from '../store/store.ts';

/** @throws {Problem} there is none, or the vendor asks us not to show its pages */
export function pictureOf({ generation }: Store, dir: string, given: ReadonlyMap<string, string>): Download {
  const id = EvidenceId.safeParse(given.get('id'));
  const found = id.success ? generation.evidence(id.data) : undefined;
  const picture = found?.evidence.picture;
  if (found === undefined || picture === undefined || generation.product(found.slug)?.noArchive === true)
    throw new Problem('not_found', 'There is no picture of this page');
  const headers = { 'Content-Type': 'image/webp', 'X-Robots-Tag': 'noindex', ...IMMUTABLE };
  return { root: dir, path: `/${basename(pictureFile(dir, picture))}`, headers };
}
