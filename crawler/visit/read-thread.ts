/** The thread of read-worker.ts: a page comes in, its reading goes out, one at a time. */
import { parentPort } from 'node:worker_threads';
import { decodePage } from '../../data/text/page-text.ts';
import { readPage } from '../read/read.ts';
import type { PageToRead, ReadReply } from './read-worker.ts';

parentPort?.on('message', ({ bytes, charset, ...form }: PageToRead) => {
  let reply: ReadReply;
  try {
    reply = { reading: readPage(decodePage(bytes, charset), form) };
  } catch (error) {
    reply = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
