/** SHA-256 of a file. One reused buffer: the buffers of a stream stay resident after they are freed. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

const CHUNK_BYTES = 1024 * 1024;

/** Hashes without blocking, for a process that answers requests meanwhile. */
export async function hashFile(file: string): Promise<string> {
  const sum = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const handle = await open(file);
  try {
    for (let read = await handle.read(buffer); read.bytesRead > 0; read = await handle.read(buffer))
      sum.update(buffer.subarray(0, read.bytesRead));
  } finally {
    await handle.close();
  }
  return sum.digest('hex');
}

/** Hashes a file and blocks meanwhile. */
export function hashFileSync(file: string): string {
  const sum = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer))
      sum.update(buffer.subarray(0, read));
  } finally {
    closeSync(descriptor);
  }
  return sum.digest('hex');
}
