/** The thread of read-worker.ts: a page comes in, its reading goes out, one at a time. */
import { parentPort } from 'node:worker_threads';
import { TEXT_KEPT_FROM_BYTES } from '../../data/store/archive/page-texts.ts';
import { decodePage } from '../../data/text/page-text.ts';
import { readWithText } from '../read/read.ts';
import type { PageToRead, ReadReply } from './read-worker.ts';

parentPort?.on('message', ({ bytes, charset, ...form }: PageToRead) => {
  let reply: ReadReply;
  try {
    const { reading, text } = readWithText(decodePage(bytes, charset), form);
    const isKept = text !== undefined && reading.verdict === 'pricing' && bytes.length >= TEXT_KEPT_FROM_BYTES;
    reply = isKept ? { reading, text } : { reading };
  } catch (error) {
    reply = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
