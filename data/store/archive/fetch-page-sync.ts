/** Fetching a page from a bucket in a worker thread while the calling thread blocks. */
import { Worker } from 'node:worker_threads';
import type { Sha256 } from '../../page.ts';
import type { BucketAddress } from './bucket.ts';
import type { FetchPageSync } from './bucket-archive.ts';

/** Values of `state[0]`; `state[1]` is the length of the error message. */
const REQUESTED = 0;
export const DONE = 1;
export const FAILED = 2;

const MESSAGE_BYTES = 2_048;
/** A request may take 30 s and has three attempts, which is more time than a job of the queue has. */
const TIMEOUT_MS = 20_000;

export interface FetchTask {
  address: BucketAddress;
  /** The cache's directory. */
  dir: string;
  state: Int32Array<SharedArrayBuffer>;
  message: Uint8Array<SharedArrayBuffer>;
}

type Fetcher = Pick<FetchTask, 'state' | 'message'> & { thread: Worker };

/** The thread starts at the first call and ends with the process. */
export function fetchingSync(address: BucketAddress, dir: string, timeoutMs = TIMEOUT_MS): FetchPageSync {
  let fetcher: Fetcher | undefined;
  return (sha256: Sha256) => {
    fetcher ??= startFetcher(address, dir);
    const { thread, state, message } = fetcher;
    Atomics.store(state, 0, REQUESTED);
    thread.postMessage(sha256);
    if (Atomics.wait(state, 0, REQUESTED, timeoutMs) === 'timed-out') {
      // The next call starts another thread, with a state of its own.
      void thread.terminate();
      fetcher = undefined;
      throw new Error(`Cannot fetch the page ${sha256}: no response from the bucket for ${timeoutMs / 1000} s`);
    }
    if (Atomics.load(state, 0) === FAILED) {
      throw new Error(Buffer.from(message.slice(0, Atomics.load(state, 1))).toString());
    }
  };
}

function startFetcher(address: BucketAddress, dir: string): Fetcher {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const message = new Uint8Array(new SharedArrayBuffer(MESSAGE_BYTES));
  const task: FetchTask = { address, dir, state, message };
  const thread = new Worker(new URL('./fetch-page-thread.ts', import.meta.url), { workerData: task });
  thread.unref();
  return { thread, state, message };
}
