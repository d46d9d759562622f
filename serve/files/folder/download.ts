/** Fetches one file from another node and resumes an interrupted download. */
import { rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { hashFile } from '../../../data/store/files/hash-file.ts';

interface DownloadOptions {
  url: string;
  /** Strong entity tag (RFC 9110 §8.8.3), so that parts of two files are never joined. */
  etag: string;
  bytes: number;
  sha256: string;
  /** Temporary name; existing content is the beginning of the file. */
  path: string;
  /** Longest silence of the other node, in milliseconds. */
  idleMs: number;
  signal: AbortSignal;
}

/**
 * Resolves with the transferred bytes when the file is complete, flushed and verified. @throws {Error} the transfer
 * failed, and the part stays; or the node sent another file
 */
export async function download(options: DownloadOptions): Promise<number> {
  const { url, bytes, path, sha256 } = options;
  const file = await open(path, 'a+');
  let transferred = 0;
  try {
    const { size } = await file.stat();
    if (size > bytes) await file.truncate(0);
    if (size !== bytes) transferred = await fetchRest(file, size > bytes ? 0 : size, options);
  } finally {
    await file.close();
  }
  const found = await hashFile(path);
  if (found === sha256) return transferred;
  rmSync(path);
  throw new Error(`Cannot use ${url}: its SHA-256 is ${found}, not ${sha256}`);
}

async function fetchRest(
  file: FileHandle,
  start: number,
  { url, etag, bytes, idleMs, signal }: DownloadOptions,
): Promise<number> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Error(`No data for ${idleMs} ms`)), idleMs);
  try {
    const response = await fetch(url, {
      headers: { 'Accept-Encoding': 'identity', ...(start > 0 && { Range: `bytes=${start}-`, 'If-Range': etag }) },
      redirect: 'error',
      signal: AbortSignal.any([signal, idle.signal]),
    });
    const range = response.headers.get('content-range');
    const isPart = response.status === 206 && range === `bytes ${start}-${bytes - 1}/${bytes}`;
    // The answer does not continue this part.
    if (!isPart && [200, 206, 416].includes(response.status)) await file.truncate(0);
    if (!isPart && response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`Cannot fetch ${url} from byte ${start}: status ${response.status}`);
    }
    const begun = isPart ? start : 0;
    let at = begun;
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      at += chunk.length;
      if (at > bytes) {
        await file.truncate(0);
        throw new Error(`Cannot fetch ${url}: it is longer than the expected ${bytes} bytes`);
      }
      await file.appendFile(chunk);
    }
    if (at < bytes) throw new Error(`Cannot fetch ${url}: it ended after ${at} of ${bytes} bytes`);
    await file.sync();
    return bytes - begun;
  } finally {
    clearTimeout(timer);
  }
}
