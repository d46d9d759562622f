/** The thread of read-worker.ts: a page comes in, its reading goes out, one at a time. */
import { parentPort } from 'node:worker_threads';
import { decodePage } from '../../data/text/page-text.ts';
import { readPage } from '../read/read.ts';
import { surveyOf } from '../read/site/survey.ts';
import { teach } from '../read/teach.ts';
import type { PageToRead, ReadReply } from './read-worker.ts';

parentPort?.on('message', ({ bytes, charset, lesson, isSurvey, ...form }: PageToRead) => {
  let reply: ReadReply;
  try {
    const source = decodePage(bytes, charset);
    if (isSurvey) reply = { survey: surveyOf(source, form.url) };
    else reply = lesson === undefined ? { reading: readPage(source, form) } : { taught: teach(source, form, lesson) };
  } catch (error) {
    reply = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
