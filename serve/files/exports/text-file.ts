/** A file of lines that is written once, from its beginning to its end, in large pieces. */
import { closeSync, openSync, writeSync } from 'node:fs';

const PIECE = 256 * 1024;

export interface TextFile {
  write(text: string): void;
  /** Writes what waits, and closes it. */
  finish(): void;
  /** Closes it as it is; once closed it stays so. */
  close(): void;
}

export function openTextFile(path: string): TextFile {
  const descriptor = openSync(path, 'wx');
  let waiting = '';
  let isOpen = true;

  function flush(): void {
    const bytes = Buffer.from(waiting);
    waiting = '';
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
  }

  function close(): void {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  }

  return {
    write(text) {
      waiting += text;
      if (waiting.length >= PIECE) flush();
    },
    finish() {
      flush();
      close();
    },
    close,
  };
}
