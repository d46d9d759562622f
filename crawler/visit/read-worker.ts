/** Reads pages in a worker thread, one at a time within limits: a slow page must not delay the locks of other jobs. */
import { Worker } from 'node:worker_threads';
import type { PageReading } from '../../data/reading.ts';
import type { ArchivedAnswer } from '../model/archived-answer.ts';
import type { ReadForm } from '../read/read.ts';
import { READER_VERSION } from '../read/reader-version.ts';
import { NO_SURVEY, type Survey } from '../read/site/survey.ts';
import type { Lesson, Taught } from '../read/teach.ts';

export interface PageToRead extends Omit<ReadForm, 'model'> {
  bytes: Uint8Array;
  charset: string;
  /** What a language model answered about it. */
  answer?: ArchivedAnswer;
  /** In place of a reading. */
  lesson?: Lesson;
  /** In place of a reading: its links and whose site it is of, or what a language model is asked about it. */
  asks?: 'survey' | 'request';
}

export type Read = { reading: PageReading };

/** `fault`: stack of an error in the reader, which is a bug of ours. */
export type ReadReply =
  | Read
  | { taught: Taught }
  | { survey: Survey }
  | { request: string | undefined }
  | { fault: string };

export type ReadWorker = ReturnType<typeof openReadWorker>;

export interface ReadWorkerOptions {
  /** Time on the processor for a page, so that a busy machine fails no page. */
  limitMs?: number;
  memoryMb?: number;
  /** Called with each bug and the URL of its page. */
  onFault?: (fault: string, url: string) => void;
  program?: URL;
}

const LIMIT_MS = 10_000;
/** Limits that are waited for a thread, on the processor or not. */
const MOST_LIMITS = 6;
const MEMORY_MB = 768;

export function openReadWorker({
  limitMs = LIMIT_MS,
  memoryMb = MEMORY_MB,
  onFault = () => {},
  program = new URL('./read-thread.ts', import.meta.url),
}: ReadWorkerOptions = {}) {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** The reply, or in words why there is none. */
  async function replyTo(page: PageToRead): Promise<Exclude<ReadReply, { fault: string }> | string> {
    // The next page notices the end of the thread.
    thread ??= new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }).on('error', () => {});
    const reply = await replyOf(thread, page, limitMs);
    if (reply !== undefined && !('fault' in reply)) return reply;
    await thread.terminate();
    thread = undefined;
    if (reply === undefined) return `The page could not be read within ${limitMs} ms`;
    onFault(reply.fault, page.url);
    return 'The reader failed on the page';
  }

  function inTurn(page: PageToRead) {
    const reply = last.then(() => replyTo(page));
    last = reply.catch(() => {});
    return reply;
  }

  return {
    async read(page: Omit<PageToRead, 'lesson' | 'asks'>): Promise<Read> {
      const reply = await inTurn(page);
      return typeof reply !== 'string' && 'reading' in reply ? reply : unreadable(String(reply));
    },
    async teach(page: Omit<PageToRead, 'lesson' | 'asks'>, lesson: Lesson): Promise<Taught> {
      const reply = await inTurn({ ...page, lesson });
      return typeof reply !== 'string' && 'taught' in reply
        ? reply.taught
        : { kind: 'failed', faults: [String(reply)] };
    },
    /** Empty where the page can't be read. */
    async survey(page: Pick<PageToRead, 'bytes' | 'charset' | 'format' | 'url'>): Promise<Survey> {
      const reply = page.format === 'html' ? await inTurn({ ...page, asks: 'survey' }) : '';
      return typeof reply !== 'string' && 'survey' in reply ? reply.survey : NO_SURVEY;
    },
    /** What a language model is asked about the page; undefined where nothing is. */
    async request(page: Pick<PageToRead, 'bytes' | 'charset' | 'format' | 'url'>): Promise<string | undefined> {
      const reply = await inTurn({ ...page, asks: 'request' });
      return typeof reply !== 'string' && 'request' in reply ? reply.request : undefined;
    },
    async stop() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}

/** `undefined`: not in time. */
async function replyOf(thread: Worker, page: PageToRead, limitMs: number): Promise<ReadReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadReply | undefined>();
  const onMessage = (reply: ReadReply) => resolve(reply);
  const onError = (error: Error) => resolve({ fault: error.stack ?? error.message });
  const onExit = (code: number) => resolve({ fault: `The reading thread ended with code ${code}` });
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  const stopWatching = await watchTime(thread, limitMs, () => resolve(undefined));
  thread.postMessage(page);
  try {
    return await promise;
  } finally {
    stopWatching();
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

/** Calls `onLate` once the thread has used up its limit from now on, or all that is waited. @returns what ends the watch */
async function watchTime(thread: Worker, limitMs: number, onLate: () => void): Promise<() => void> {
  const [before, began] = [await processorMs(thread), performance.now()];
  let timer: NodeJS.Timeout | undefined = setTimeout(look, limitMs);
  async function look(): Promise<void> {
    const left = limitMs - ((await processorMs(thread)) - before);
    if (timer === undefined) return;
    if (left <= 0 || performance.now() - began >= MOST_LIMITS * limitMs) onLate();
    else timer = setTimeout(look, left);
  }
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

/** So far; 0 while it starts and once it has ended. */
async function processorMs(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1_000;
}

function unreadable(reason: string): Read {
  const nothing = { tiers: [], models: [], readings: [] };
  return { reading: { verdict: 'unreadable', reason, ...nothing, readerVersion: READER_VERSION } };
}
