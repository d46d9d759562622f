/** From a path under /exports to the file that is there, with the headers that say what it is. */

import { hash } from 'node:crypto';
import type { StoredFile } from '../../http/file.ts';
import { type Headers, IMMUTABLE } from '../../interface/headers.ts';
import { Problem } from '../../interface/problem.ts';
import { EXPORTS } from '../../interface/published-files.ts';
import { keptExports, readManifest } from './export-directory.ts';
import { GenerationId, isExportName, MANIFEST } from './manifest.ts';

export interface ExportAnswer extends StoredFile {
  headers: Headers;
}

/** Of whichever generation was exported last. */
const BRIEFLY = { 'Cache-Control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400' };
/** Other bytes, as a proxy makes that compresses, would be no part of what the ranges and the digest speak of. */
export const FOR_EVER = { 'Cache-Control': `${IMMUTABLE['Cache-Control']}, no-transform` };

/** @throws {Problem} `unavailable`: nothing is exported yet */
export async function latestManifest(dir: string): Promise<ExportAnswer> {
  for (const generation of await keptExports(dir)) {
    const found = await manifestAnswer(dir, generation, BRIEFLY);
    // Else it was removed a moment ago, and there is a newer one or an older.
    if (found !== undefined) return found;
  }
  throw new Problem('unavailable', 'Nothing is exported yet', { headers: { 'Retry-After': '10' } });
}

/** @throws {Problem} `not_found`, as a 410 where the generation was published and is not kept */
export async function exportedFile(dir: string, given: ReadonlyMap<string, string>): Promise<ExportAnswer> {
  const generation = given.get('generation') ?? '';
  const name = given.get('file') ?? '';
  if (!GenerationId.safeParse(generation).success || !(name === MANIFEST || isExportName(name)))
    throw new Problem('not_found', `There is no such file; ${EXPORTS.path} lists those that there are`);
  const found = await (name === MANIFEST
    ? manifestAnswer(dir, generation, FOR_EVER)
    : fileAnswer(dir, generation, name));
  if (found !== undefined) return found;
  const [newest = '0'] = await keptExports(dir);
  const isPast = Number(generation) < Number(newest);
  throw new Problem('not_found', `Of generation ${generation} nothing is kept; ${EXPORTS.path} has the newest`, {
    ...(isPast && { status: 410 }),
  });
}

async function manifestAnswer(dir: string, generation: string, caching: Headers): Promise<ExportAnswer | undefined> {
  const found = await readManifest(dir, generation);
  if (found === undefined) return undefined;
  const { text, manifest } = found;
  return {
    root: dir,
    path: `/${generation}/${MANIFEST}`,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...validators(hash('sha256', text), manifest.publishedAt),
      ...caching,
    },
  };
}

async function fileAnswer(dir: string, generation: string, name: string): Promise<ExportAnswer | undefined> {
  const found = await readManifest(dir, generation);
  const file = found?.manifest.files.find((each) => each.name === name);
  if (found === undefined || file === undefined) return undefined;
  return {
    root: dir,
    path: `/${generation}/${name}`,
    headers: {
      'Content-Type': file.mediaType,
      'Content-Disposition': `attachment; filename="${generation}-${name}"`,
      ...validators(file.sha256, found.manifest.publishedAt),
      ...FOR_EVER,
    },
  };
}

/** The whole file's digest is its tag, and its digest (RFC 9530), whatever range of it is sent. */
function validators(sha256: string, publishedAt: string): Headers {
  return {
    ETag: `"${sha256}"`,
    'Last-Modified': new Date(publishedAt).toUTCString(),
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
}
