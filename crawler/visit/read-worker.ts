/**
 * Reads pages in a thread beside the worker's loop: a page that takes long to read must not keep the loop from renewing
 * the locks of other jobs (field notes §3.2: a loop that is blocked past its lock runs jobs twice).
 *
 * One page at a time and a limit for each. A page that exceeds it, or that the reader fails on, is unreadable, and
 * costs itself alone.
 */
import { Worker } from 'node:worker_threads';
import type { PageReading } from '../../data/reading.ts';
import type { Read, ReadForm } from '../read/read.ts';
import { READER_VERSION } from '../read/reader-version.ts';

export interface PageToRead extends ReadForm {
  bytes: Uint8Array;
  charset: string;
}

/** `fault`: the reader threw, which is a bug of ours. */
export type ReadingReply = Read | { fault: string };

export interface ReadingDesk {
  /** The text comes where it is worth keeping beside the page. */
  read(page: PageToRead): Promise<Read>;
  stop(): Promise<void>;
}

export interface ReadingDeskOptions {
  /** For one page, from when the thread takes it. */
  limitMs?: number;
  memoryMb?: number;
  /** Told of bugs, with the URL of the page that shows them. */
  onFault?: (fault: string, url: string) => void;
  /** The thread's program. */
  program?: URL;
}

const LIMIT_MS = 10_000;
/** Many times what a page of 10 MB needs; beyond it the thread ends, and not the process. */
const MEMORY_MB = 768;

export function openReadingDesk({
  limitMs = LIMIT_MS,
  memoryMb = MEMORY_MB,
  onFault = () => {},
  program = new URL('./read-thread.ts', import.meta.url),
}: ReadingDeskOptions = {}): ReadingDesk {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function readNext(page: PageToRead): Promise<Read> {
    thread ??= startThread(program, memoryMb);
    const reply = await replyOf(thread, page, limitMs);
    if (reply === undefined || 'fault' in reply) {
      // Whatever state it is in, the next page gets a new one.
      await thread.terminate();
      thread = undefined;
    }
    if (reply === undefined) return unreadable(`The page could not be read within ${limitMs} ms`);
    if ('reading' in reply) return reply;
    onFault(reply.fault, page.url);
    return unreadable('The reader failed on the page');
  }

  return {
    read(page) {
      const reading = last.then(() => readNext(page));
      last = reading.catch(() => {});
      return reading;
    },
    async stop() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}

function startThread(program: URL, memoryMb: number): Worker {
  const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // It may end between two pages; whoever reads the next one is told by its exit.
  return thread.on('error', () => {});
}

/** `undefined`: not in time. */
async function replyOf(thread: Worker, page: PageToRead, limitMs: number): Promise<ReadingReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadingReply | undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  const onMessage = (reply: ReadingReply) => resolve(reply);
  const onError = (error: Error) => resolve({ fault: error.stack ?? error.message });
  const onExit = (code: number) => resolve({ fault: `The reading thread ended with code ${code}` });
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  thread.postMessage(page);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

function unreadable(reason: string): Read {
  const reading: PageReading = {
    verdict: 'unreadable',
    reason,
    tiers: [],
    models: [],
    readings: [],
    readerVersion: READER_VERSION,
  };
  return { reading };
}
