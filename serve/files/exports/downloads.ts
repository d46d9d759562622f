/** Answers under /exports: the exported files, and the published generation for replicas. */
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type Current, PUBLISHED_NAME } from '../../../data/store/generation/current.ts';
import { entityTag, matchesETag } from '../../cache/conditional.ts';
import { type Download, type Headers, IMMUTABLE } from '../../interface/headers.ts';
import { Problem } from '../../interface/problem.ts';
import { EXPORTS, POINTER_PATH } from '../../interface/published-files.ts';
import { JSON_TYPE } from '../../interface/route.ts';
import { absentAs, foldersIn, MANIFEST, readManifest } from '../folder/read.ts';
import { ExportManifest, GenerationId, isExportName } from './manifest.ts';

const BRIEFLY = { 'Cache-Control': 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400' };
/** A proxy that compresses would change the bytes that ranges and digests count. */
const FOR_EVER = { 'Cache-Control': `${IMMUTABLE['Cache-Control']}, no-transform` };

/** @throws {Problem} `unavailable`: nothing is exported yet */
export async function latestManifest(dir: string): Promise<Download> {
  for (const { name } of await foldersIn(dir)) {
    const found = await exported(dir, { generation: name, name: MANIFEST, caching: BRIEFLY });
    // Otherwise the folder was removed a moment ago.
    if (found !== undefined) return found;
  }
  throw new Problem('unavailable', 'No exports yet', { headers: { 'Retry-After': '10' } });
}

/** @throws {Problem} `not_found`; with status 410 where the generation was published and its files are removed */
export async function exportedFile(dir: string, given: ReadonlyMap<string, string>): Promise<Download> {
  const generation = given.get('generation') ?? '';
  const name = given.get('file') ?? '';
  if (!GenerationId.safeParse(generation).success || !(name === MANIFEST || isExportName(name)))
    throw new Problem('not_found', `No such file. ${EXPORTS.path} lists the available files`);
  const found = await exported(dir, { generation, name, caching: FOR_EVER });
  if (found !== undefined) return found;
  const [newest] = await foldersIn(dir);
  const isPast = newest !== undefined && Number(generation) < newest.generation;
  const said = isPast
    ? `The files of generation ${generation} were deleted`
    : `Generation ${generation} is not exported`;
  throw new Problem('not_found', `${said}. ${EXPORTS.path} lists the latest`, isPast ? { status: 410 } : {});
}

interface Wanted {
  generation: string;
  name: string;
  caching: Headers;
}

async function exported(dir: string, { generation, name, caching }: Wanted): Promise<Download | undefined> {
  const found = await readManifest(join(dir, generation), ExportManifest);
  if (found === undefined) return undefined;
  const { text, manifest } = found;
  const isManifest = name === MANIFEST;
  const file = isManifest
    ? { mediaType: JSON_TYPE, sha256: hash('sha256', text) }
    : manifest.files.find((each) => each.name === name);
  if (file === undefined) return undefined;
  return {
    root: dir,
    path: `/${generation}/${name}`,
    headers: {
      'Content-Type': file.mediaType,
      ...(!isManifest && { 'Content-Disposition': `attachment; filename="${generation}-${name}"` }),
      // Of the whole file, also where a range of it is sent (RFC 9530).
      ETag: `"${file.sha256}"`,
      'Last-Modified': new Date(manifest.publishedAt).toUTCString(),
      'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      ...caching,
    },
  };
}

/** @throws {Problem} `not_found`: there is no such generation */
export async function generationDownload(dir: string, given: ReadonlyMap<string, string>): Promise<Download> {
  const name = given.get('published') ?? '';
  const found = PUBLISHED_NAME.test(name) ? await absentAs(undefined, stat(join(dir, name))) : undefined;
  if (found === undefined) throw new Problem('not_found', `No such generation. ${POINTER_PATH} names the current one`);
  return {
    root: dir,
    path: `/${name}`,
    headers: {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Disposition': `attachment; filename="${name}"`,
      // The name is a hash of the content.
      ETag: `"${name}"`,
      'Last-Modified': found.mtime.toUTCString(),
      ...FOR_EVER,
    },
  };
}

/** The publisher's pointer to the served generation. @throws {Problem} `unavailable`: nothing is published yet */
export function pointerAnswer(pointer: Current | undefined, asked: IncomingHttpHeaders) {
  if (pointer === undefined)
    throw new Problem('unavailable', 'Nothing is published yet', { headers: { 'Retry-After': '2' } });
  const body = `${JSON.stringify(pointer)}\n`;
  const etag = entityTag(body, 'identity');
  const headers = { 'Content-Type': JSON_TYPE, ETag: etag, 'Cache-Control': 'no-cache' };
  const ifNoneMatch = asked['if-none-match'];
  const isUnchanged = ifNoneMatch !== undefined && matchesETag(ifNoneMatch, etag);
  return { status: isUnchanged ? 304 : 200, headers, ...(!isUnchanged && { body }) };
}
