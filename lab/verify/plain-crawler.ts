/** The baseline of the pipeline: fetches and parses all pages twice, and prints the time of the second pass. */
import { load } from 'cheerio';
import { Agent, request } from 'undici';

const [port, count, concurrency] = process.argv.slice(2).map(Number);
const dispatcher = new Agent({ connections: concurrency ?? 1 });

async function visitAll(): Promise<void> {
  let next = 0;
  const visitInTurn = async () => {
    for (let at = next++; at < Number(count); at = next++) {
      const headers = { host: `product-${at}.vendor.test` };
      const { statusCode, body } = await request(`http://127.0.0.1:${port}/pricing`, { dispatcher, headers });
      const page = load(await body.text());
      if (statusCode !== 200 || page.root().length === 0) throw new Error(`Cannot fetch a page: status ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, visitInTurn));
}

await visitAll();
const [started, before] = [performance.now(), process.cpuUsage()];
await visitAll();
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ ms: performance.now() - started, cpuMs: (user + system) / 1000 }));
await dispatcher.close();
