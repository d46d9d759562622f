/** A thread that stands in for a reader with a bug: what it does is what the page says. */
import { parentPort } from 'node:worker_threads';
import type { PageToRead } from '../../../../crawler/visit/read-worker.ts';

parentPort?.on('message', ({ url }: PageToRead) => {
  const wish = new URL(url).pathname.slice(1);
  if (wish === 'hang') for (;;);
  if (wish === 'wait') return;
  if (wish === 'rest') return void setTimeout(() => parentPort?.postMessage({ reading: wish }), 1_500);
  if (wish === 'throw') throw new RangeError('a bug');
  if (wish === 'exit') process.exit(3);
  if (wish === 'eat') {
    const eaten: string[][] = [];
    for (;;) eaten.push(new Array(1_000_000).fill(wish));
  }
  parentPort?.postMessage({ reading: wish });
});
