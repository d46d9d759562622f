/** One file from another node, a piece after the other: it goes on where it was cut, and never takes more than was said. */
import { type FileHandle, open } from 'node:fs/promises';

export interface DownloadOptions {
  url: string;
  /** Strong tag of the bytes (RFC 9110 §8.8.3), so that no two files are joined. */
  etag: string;
  bytes: number;
  /** Where it lies until it is whole; what is there already is its beginning. */
  path: string;
  /** The longest that nothing may come. */
  idleMs: number;
  signal: AbortSignal;
}

/**
 * Resolves when as many bytes are there as were said, flushed; whether they are the right ones is the caller's to see.
 *
 * @returns bytes that came over the wire
 * @throws {Error} the connection was cut or hangs, or the node has another file; what has come stays for the next time
 */
export async function download({ url, etag, bytes, path, idleMs, signal }: DownloadOptions): Promise<number> {
  const file = await open(path, 'a+');
  try {
    const { size } = await file.stat();
    if (size === bytes) return 0;
    let at = size > bytes ? await emptied(file) : size;
    const begun = at;
    const idle = new AbortController();
    const timer = setTimeout(() => idle.abort(new Error(`Nothing came for ${idleMs} ms`)), idleMs);
    try {
      const response = await fetch(url, {
        headers: {
          'Accept-Encoding': 'identity',
          ...(at > 0 && { Range: `bytes=${at}-`, 'If-Range': etag }),
        },
        redirect: 'error',
        signal: AbortSignal.any([signal, idle.signal]),
      });
      const isWhole = response.status === 200;
      if (isWhole) at = await emptied(file);
      else if (
        response.status !== 206 ||
        response.headers.get('content-range') !== `bytes ${at}-${bytes - 1}/${bytes}`
      ) {
        await response.body?.cancel();
        // A range that this file does not have: its beginning is not what it was taken for.
        if (response.status === 206 || response.status === 416) await emptied(file);
        throw new Error(`Cannot fetch ${url} from byte ${at} on: it answers ${response.status}`);
      }
      for await (const piece of response.body ?? []) {
        timer.refresh();
        if (at + piece.length > bytes) {
          await emptied(file);
          throw new Error(`Cannot fetch ${url}: it is longer than the ${bytes} bytes that were said`);
        }
        await file.appendFile(piece);
        at += piece.length;
      }
      if (at < bytes) throw new Error(`Cannot fetch ${url}: it ended after ${at} of ${bytes} bytes`);
      await file.sync();
      return isWhole ? bytes : bytes - begun;
    } finally {
      clearTimeout(timer);
    }
  } finally {
    await file.close();
  }
}

async function emptied(file: FileHandle): Promise<0> {
  await file.truncate(0);
  return 0;
}
