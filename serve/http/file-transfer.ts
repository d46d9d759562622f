/**
 * Sends parts of files. A transfer holds one chunk, and a file that is sent to many is open once. Transfers take turns in
 * reading, so that requests are answered in between.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';

export const CHUNK_BYTES = 32 * 1024;
const READ_AT_ONCE = 4;

/** By device and inode, since a path may name another file later. */
const files = new Map<string, { handle: Promise<FileHandle>; transfers: number }>();
const queue: (() => void)[] = [];
/** Chunks of transfers that ended. A new one for each transfer would be garbage that grows for minutes. */
const spare: Buffer[] = [];
const MOST_SPARE = 256;
let reading = 0;

interface Part {
  start: number;
  length: number;
}

/** Resolves with the bytes sent when the client has all of them or is gone. @throws {Error} the file can't be read */
export async function transfer(res: ServerResponse, path: string, part: Part): Promise<number> {
  const { dev, ino } = await stat(path);
  const key = `${dev}:${ino}`;
  const file = files.get(key) ?? { handle: open(path), transfers: 0 };
  files.set(key, file);
  file.transfers += 1;
  try {
    return await send(res, await file.handle, part);
  } finally {
    file.transfers -= 1;
    if (file.transfers === 0) {
      files.delete(key);
      await file.handle.then((handle) => handle.close());
    }
  }
}

async function send(res: ServerResponse, handle: FileHandle, { start, length }: Part): Promise<number> {
  const chunk = spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let written = Promise.resolve();
  const closed = new Promise<void>((resolve) => res.once('close', resolve));
  let sent = 0;
  try {
    while (sent < length && !res.destroyed) {
      await turn();
      const most = Math.min(chunk.length, length - sent);
      const { bytesRead } = await handle.read(chunk, 0, most, start + sent).finally(endTurn);
      if (bytesRead === 0) throw new Error('The file is shorter than expected');
      if (res.destroyed) break;
      sent += bytesRead;
      written = new Promise((resolve) => {
        res.write(chunk.subarray(0, bytesRead), () => resolve());
      });
      await Promise.race([written, closed]);
    }
  } finally {
    // The system may still read the chunk of a client that is gone; then its write fails, and the chunk is free.
    void written.then(() => {
      if (spare.length < MOST_SPARE) spare.push(chunk);
    });
  }
  res.end();
  return sent;
}

async function turn(): Promise<void> {
  if (reading < READ_AT_ONCE) reading += 1;
  else await new Promise<void>((resolve) => queue.push(resolve));
}

/** Hands the turn on. */
function endTurn(): void {
  const next = queue.shift();
  if (next === undefined) reading -= 1;
  else next();
}
