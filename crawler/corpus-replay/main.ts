/** The scheduler of a corpus replay: its clock is the capture dates, and one loopback port answers for all vendors. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { stringify } from 'yaml';
import { CannotStart } from '../../config/cannot-start.ts';
import { endTelling, environmentOrEnd } from '../../config/process.ts';
import { readSourceFacts } from '../../data/store/ledger-queries/source-facts.ts';
import { openCrawlQueue } from '../schedule/crawl-queue.ts';
import { type Corpus, readManifest } from './corpus.ts';
import { startVendors, visitInTime } from './visits.ts';

const { dataDir, redisUrl, logLevel } = environmentOrEnd('scheduler');
const log = pino({ name: 'replay', level: logLevel }, pino.destination({ dest: 2, sync: true }));

function writeCatalogue({ products, categories }: Corpus, dir: string): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(join(dir, 'products'), { recursive: true });
  writeFileSync(join(dir, 'categories.yaml'), stringify(categories));
  for (const { slug, ...product } of products) {
    writeFileSync(join(dir, 'products', `${slug}.yaml`), stringify(product));
  }
}

async function replay(corpus: Corpus, pagesDir: string, port: number): Promise<void> {
  if (redisUrl === undefined) throw new CannotStart('Cannot replay: REDIS_URL is not set');
  const vendors = await startVendors(pagesDir, port);
  const queue = openCrawlQueue(redisUrl);
  queue.on('error', (err) => log.warn({ event: 'queue_error', err }));
  await queue.waitUntilReady();

  const stopping = new AbortController();
  async function stop(signal: string): Promise<void> {
    log.info({ event: 'stopping', reason: signal });
    stopping.abort();
    await queue.close();
    await vendors.close();
    process.exit(0);
  }
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));

  const outcomes = await visitInTime(corpus, {
    queue,
    vendors,
    facts: () => readSourceFacts(join(dataDir, 'ledger.db')),
    onVisit: (visit) => log.info({ event: 'visited', ...visit }),
    signal: stopping.signal,
  });
  const visited = new Set(corpus.captures.map(({ slug }) => slug)).size;
  const facts = { event: 'replayed', vendors: visited, pages: corpus.captures.length, ...outcomes };
  log.info(facts, 'All pages visited');
}

async function main(): Promise<void> {
  const type = 'string' as const;
  const { values } = parseArgs({ options: { from: { type }, catalogue: { type }, port: { type } } });
  if (values.from === undefined) throw new TypeError('Cannot replay without --from DIR');
  const corpus = readManifest(readFileSync(join(values.from, 'manifest.jsonl'), 'utf8'));
  if (values.catalogue !== undefined) writeCatalogue(corpus, values.catalogue);
  else await replay(corpus, join(values.from, 'pages'), Number(values.port));
}

main().catch(endTelling(log));
