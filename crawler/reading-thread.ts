/** The reader's own thread: a page comes in, its reading goes out, one at a time. reading-desk.ts runs it. */
import { parentPort } from 'node:worker_threads';
import { decodePage } from '../data/page-text.ts';
import { readPage } from './read/read.ts';
import type { PageToRead, ReadingReply } from './reading-desk.ts';

parentPort?.on('message', ({ bytes, charset, ...form }: PageToRead) => {
  let reply: ReadingReply;
  try {
    reply = { reading: readPage(decodePage(bytes, charset), form) };
  } catch (error) {
    reply = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
