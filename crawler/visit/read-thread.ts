/** The thread of read-worker.ts: a page comes in, its reading goes out, one at a time. */
import { parentPort } from 'node:worker_threads';
import { decodePage } from '../../data/text/page-text.ts';
import { heardModel } from '../model/archived-answer.ts';
import { modelRequestOf, readPage } from '../read/read.ts';
import { surveyOf } from '../read/site/survey.ts';
import { teach } from '../read/teach.ts';
import type { ReadReply, Task } from './read-worker.ts';

parentPort?.on('message', ({ bytes, charset, lesson, answer, asks, ...form }: Task) => {
  let reply: ReadReply;
  try {
    const source = decodePage(bytes, charset);
    if (asks === 'survey') reply = { survey: surveyOf(source, form.url) };
    else if (asks === 'request') reply = { request: modelRequestOf(source, form) };
    else if (lesson !== undefined) reply = { taught: teach(source, form, lesson) };
    else reply = { reading: readPage(source, { ...form, ...(answer && { model: heardModel(answer) }) }) };
  } catch (error) {
    reply = { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
