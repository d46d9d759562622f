/** Bringing a page from a bucket while the thread that needs it stands still: another thread goes and gets it. */
import { Worker } from 'node:worker_threads';
import type { Sha256 } from '../../page.ts';
import type { BucketAddress } from './bucket.ts';
import type { BringNow } from './bucket-archive.ts';

/** In the first place of the shared numbers; the length of what went wrong is in the second. */
const ASKED = 0;
export const DONE = 1;
export const FAILED = 2;

const WORDS_BYTES = 2_048;
/** A request may take 30 s and is tried three times, which is more than jobs of the queue have. */
const LONGEST_MS = 20_000;

export interface Errand {
  address: BucketAddress;
  /** Of the directory near at hand. */
  dir: string;
  state: Int32Array<SharedArrayBuffer>;
  words: Uint8Array<SharedArrayBuffer>;
}

/** The thread is started when it is first needed, and ends with the process. */
export function bringingNow(address: BucketAddress, dir: string, longestMs = LONGEST_MS): BringNow {
  let bringer: Bringer | undefined;
  return (sha256: Sha256) => {
    bringer ??= startBringer(address, dir);
    const { thread, state, words } = bringer;
    Atomics.store(state, 0, ASKED);
    thread.postMessage(sha256);
    if (Atomics.wait(state, 0, ASKED, longestMs) === 'timed-out') {
      // What it still brings is of no use to anyone who waits; the next one asks another, by numbers of its own.
      void thread.terminate();
      bringer = undefined;
      throw new Error(`Cannot bring the page ${sha256}: the bucket did not answer for ${longestMs / 1000} s`);
    }
    if (Atomics.load(state, 0) === FAILED) {
      throw new Error(Buffer.from(words.slice(0, Atomics.load(state, 1))).toString());
    }
  };
}

interface Bringer extends Pick<Errand, 'state' | 'words'> {
  thread: Worker;
}

function startBringer(address: BucketAddress, dir: string): Bringer {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const words = new Uint8Array(new SharedArrayBuffer(WORDS_BYTES));
  const errand: Errand = { address, dir, state, words };
  const thread = new Worker(new URL('./fetch-page-thread.ts', import.meta.url), { workerData: errand });
  thread.unref();
  return { thread, state, words };
}
