/** The published generation itself, as other machines take it: the pointer to the one served here, and its file. */

import { stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type Current, PUBLISHED_NAME } from '../../../data/store/generation/current.ts';
import { entityTag, matchesETag } from '../../cache/conditional.ts';
import type { Headers } from '../../interface/headers.ts';
import { Problem } from '../../interface/problem.ts';
import { EXPORTS_PATH } from '../../interface/published-files.ts';
import { type ExportAnswer, FOR_EVER } from './answer.ts';
import { absentAs } from './export-directory.ts';

export const POINTER_PATH = `${EXPORTS_PATH}/current.json`;
export const PUBLISHED_PATH = `${EXPORTS_PATH}/generations/{published}`;

/**
 * What the publisher wrote of the generation that is served: how long its file is, and its SHA-256.
 *
 * @throws {Problem} `unavailable`: nothing is published yet
 */
export function pointerAnswer(pointer: Current | undefined, asked: IncomingHttpHeaders): PointerAnswer {
  if (pointer === undefined)
    throw new Problem('unavailable', 'Nothing is published yet', { headers: { 'Retry-After': '2' } });
  const body = `${JSON.stringify(pointer)}\n`;
  const etag = entityTag(body, 'identity');
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ETag: etag, 'Cache-Control': 'no-cache' };
  const ifNoneMatch = asked['if-none-match'];
  return ifNoneMatch !== undefined && matchesETag(ifNoneMatch, etag)
    ? { status: 304, headers }
    : { status: 200, headers, body };
}

interface PointerAnswer {
  status: number;
  headers: Headers;
  body?: string;
}

/** @throws {Problem} `not_found`: no such generation is kept */
export async function publishedFile(dir: string, given: ReadonlyMap<string, string>): Promise<ExportAnswer> {
  const name = given.get('published') ?? '';
  const found = PUBLISHED_NAME.test(name) ? await absentAs(undefined, stat(join(dir, name))) : undefined;
  if (found === undefined)
    throw new Problem('not_found', `There is no such generation; ${POINTER_PATH} names the one that is served`);
  return {
    root: dir,
    path: `/${name}`,
    headers: {
      'Content-Type': 'application/vnd.sqlite3',
      'Content-Disposition': `attachment; filename="${name}"`,
      // Named by its content.
      ETag: `"${name}"`,
      'Last-Modified': found.mtime.toUTCString(),
      ...FOR_EVER,
    },
  };
}
