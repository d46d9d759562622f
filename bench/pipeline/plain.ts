/**
 * The baseline: undici and `cheerio.load` over the same pages, as many at once. Told to go, it fetches and parses all
 * pages and says how many milliseconds that took. It keeps, proves and publishes nothing.
 */
import { load } from 'cheerio';
import { Agent, request } from 'undici';
import { hostOf } from './slug.ts';

const [port = '', count = '', concurrency = ''] = process.argv.slice(2);

const dispatcher = new Agent({ connections: Number(concurrency) });
const url = `http://127.0.0.1:${port}/pricing`;

async function visitAll(): Promise<number> {
  const started = performance.now();
  let next = 0;
  let titles = 0;
  async function visitInTurn(): Promise<void> {
    for (let at = next++; at < Number(count); at = next++) {
      const { statusCode, body } = await request(url, { dispatcher, headers: { host: hostOf(at) } });
      const page = await body.text();
      if (statusCode !== 200) throw new Error(`Cannot fetch the page of ${hostOf(at)}: status ${statusCode}`);
      titles += load(page)('title').length;
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, visitInTurn));
  if (titles === 0) throw new Error('Cannot find a title on any page');
  return performance.now() - started;
}

process.on('message', () => void visitAll().then((ms) => process.send?.(ms)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
