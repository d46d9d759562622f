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
}

/** What the thread is asked for: a reading, what a lesson teaches, links and whose site it is, a language model's question. */
export interface Answers {
  reading: PageReading;
  taught: Taught;
  survey: Survey;
  request: string | undefined;
}

export interface Task extends PageToRead {
  asks: keyof Answers;
  /** To be taught. */
  lesson?: Lesson;
}

export type Read = Pick<Answers, 'reading'>;

/** `fault`: stack of an error in the reader, which is a bug of ours. */
export type ReadReply = Partial<Answers> & { fault?: string };

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
  async function replyTo(task: Task): Promise<Partial<Answers> | string> {
    // The next page notices the end of the thread.
    thread ??= new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }).on('error', () => {});
    const reply = await replyOf(thread, task, limitMs);
    if (reply !== undefined && reply.fault === undefined) return reply;
    await thread.terminate();
    thread = undefined;
    if (reply?.fault === undefined) return `The page could not be read within ${limitMs} ms`;
    onFault(reply.fault, task.url);
    return 'The reader failed on the page';
  }

  /** @param otherwise the answer where there is none, by the reason in words */
  async function inTurn<Asked extends keyof Answers>(
    task: Task & { asks: Asked },
    otherwise: (reason: string) => Answers[Asked],
  ): Promise<Answers[Asked]> {
    const reply = last.then(() => replyTo(task));
    last = reply.catch(() => {});
    const answers = await reply;
    return typeof answers === 'string' ? otherwise(answers) : (answers[task.asks] as Answers[Asked]);
  }

  return {
    read: async (page: PageToRead): Promise<Read> => ({
      reading: await inTurn({ ...page, asks: 'reading' }, unreadable),
    }),
    teach: (page: PageToRead, lesson: Lesson): Promise<Taught> =>
      inTurn({ ...page, lesson, asks: 'taught' }, (reason) => ({ kind: 'failed', faults: [reason] })),
    /** Empty where the page can't be read. */
    survey: async (page: Pick<PageToRead, 'bytes' | 'charset' | 'format' | 'url'>): Promise<Survey> =>
      page.format === 'html' ? inTurn({ ...page, asks: 'survey' }, () => NO_SURVEY) : NO_SURVEY,
    /** What a language model is asked about the page; undefined where nothing is. */
    request: (page: Pick<PageToRead, 'bytes' | 'charset' | 'format' | 'url'>): Promise<string | undefined> =>
      inTurn({ ...page, asks: 'request' }, () => undefined),
    async stop() {
      await thread?.terminate();
      thread = undefined;
    },
  };
}

/** `undefined`: not in time. */
async function replyOf(thread: Worker, task: Task, limitMs: number): Promise<ReadReply | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadReply | undefined>();
  const onMessage = (reply: ReadReply) => resolve(reply);
  const onError = (error: Error) => resolve({ fault: error.stack ?? error.message });
  const onExit = (code: number) => resolve({ fault: `The reading thread ended with code ${code}` });
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  const stopWatching = await watchTime(thread, limitMs, () => resolve(undefined));
  thread.postMessage(task);
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

function unreadable(reason: string): PageReading {
  return { verdict: 'unreadable', reason, tiers: [], models: [], readings: [], readerVersion: READER_VERSION };
}
