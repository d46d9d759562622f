/** The way of all products from the clock to an answer, a stage after the other, and what each costs a product. */
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { PUBLISH_JOB, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { OFTENEST, planCadences } from '../../crawler/schedule/cadence-plan.ts';
import { openCrawlQueue, tick } from '../../crawler/schedule/crawl-queue.ts';
import { dueJobs } from '../../crawler/schedule/due.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { besideWriter, readSourceFacts, readWatching } from '../../data/store/ledger-queries/source-facts.ts';
import { figure } from '../measurement.ts';
import { median } from '../statistics.ts';
import { slugOf, writeProduct } from './catalogue.ts';
import type { Cost } from './costs.ts';
import { fillLedger, firstEntries } from './fill.ts';
import { bytesIn, confirmed, type House, letPass, type Running, redisBytes, spentMs, visitedSince } from './house.ts';

/** Visits after the first, however many products there are. */
const MOST_REVISITS = 2_000;
const POLL_MS = 500;
const DAY_MS = 86_400_000;
/** Nothing is heard of for so long: something is broken. */
const STUCK_MS = 1_200_000;

/** When it publishes is for these stages to say, so that the time of one is not in the other's. */
const NEVER_BY_ITSELF = { PUBLISH_QUIET_MS: '86400000', PUBLISH_MAX_WAIT_MS: '86400000' };

export interface Stage {
  house: House;
  progress: (line: string) => void;
  tell: (cost: Cost) => void;
}

/** From an empty directory to a first generation, in which nothing is known of any product but that it is there. */
export async function publishCatalogue({ house, progress, tell }: Stage): Promise<Running> {
  const verifier = await house.start('verifier', 'VERIFIER_PORT', NEVER_BY_ITSELF);
  const { products } = house;
  const [published] = verifier.logged('published');
  tell({
    case: 'first publication, of the catalogue alone: processor time a product',
    value: verifier.spentMs() / products,
    unit: 'ms',
    of: 'product',
    figures: { clock: figure(Number(published?.ms), 'ms'), most: figure(verifier.mostMb(), 'MB') },
  });
  progress(`${products} products: catalogue published`);
  return verifier;
}

export interface Pipeline {
  verifier: Running;
  scheduler: Running;
  crawler: Running;
}

/** All are due at once: what the scheduler puts into the queue, and what that occupies there. */
export async function queueAll({ house, progress, tell }: Stage): Promise<Running> {
  const { products, client } = house;
  const before = await redisBytes(house);
  const scheduler = await house.start('scheduler', 'SCHEDULER_PORT');
  while (scheduler.logged('tick').length === 0) await delay(POLL_MS);
  const waiting = await client.llen('bull:crawl:wait');
  const { now } = await redisBytes(house);
  tell({
    case: 'first tick, all due: processor time a product',
    value: scheduler.spentMs() / products,
    unit: 'ms',
    of: 'product',
    figures: {
      clock: figure(Number(scheduler.logged('tick')[0]?.ms), 'ms'),
      most: figure(scheduler.mostMb(), 'MB'),
    },
  });
  tell({
    case: 'Redis, a job that waits for a visit',
    value: (now - before.now) / waiting,
    unit: 'bytes',
    of: 'one',
    figures: { waiting: figure(waiting, 'jobs') },
  });
  progress(`${products} products: ${waiting} of them wait in the queue`);
  return scheduler;
}

/** The first visits: fetched, archived, read, judged, written down. Nothing is published meanwhile. */
export async function visitAll({ house, progress, tell }: Stage, { verifier, scheduler, crawler }: Pipeline) {
  const { products } = house;
  const spent = meter({
    crawler: crawler.program.pid,
    verifier: verifier.program.pid,
    redis: house.redis.pid,
    scheduler: scheduler.program.pid,
    vendors: house.vendors.pid,
  });
  const resident = { crawler: [] as number[], verifier: [] as number[], redis: [] as number[] };
  const before = { ledger: sizeOfLedger(house), archive: sizeOfArchive(house) };
  const started = performance.now();
  const tenths: number[] = [];
  let last = { done: 0, ms: 0 };
  for await (const done of progressOf(house, new Date(0), products)) {
    resident.crawler.push(crawler.residentMb());
    resident.verifier.push(verifier.residentMb());
    resident.redis.push((await redisBytes(house)).now / 1024 / 1024);
    if (done - last.done < products / 10 && done < products) continue;
    const { verifier: ms = 0 } = spent();
    tenths.push((ms - last.ms) / Math.max(1, done - last.done));
    last = { done, ms };
    const rate = Math.round(done / ((performance.now() - started) / 1000));
    progress(`${products} products: ${done} visited, ${rate} a second`);
  }
  const total = spent();
  const found = confirmed(house);
  // A pipeline that reads nothing is cheap.
  if (found < products / 2) throw new Error(`Only ${found} of ${products} products have a confirmed price`);
  for (const [name, ms] of Object.entries(total))
    tell({ case: `first visit: processor time, ${name}`, value: ms / products, unit: 'ms', of: 'one' });
  const { vendors = 0, ...ours } = total;
  const all = Object.values(ours).reduce((sum, ms) => sum + ms, 0);
  tell({
    case: 'first visit: processor time, all of ours',
    value: all / products,
    unit: 'ms',
    of: 'one',
    figures: {
      'share of the vendors beside it': figure(vendors / (all + vendors), 'of 1'),
      clock: figure((performance.now() - started) / products, 'ms'),
      confirmed: figure(found, 'products'),
      'verifier, last tenth over second': figure((tenths.at(-1) ?? 0) / (tenths[1] ?? 1), 'times'),
    },
  });
  for (const [name, samples] of Object.entries(resident))
    tell({
      case: `first visits: memory, ${name}`,
      value: Math.max(...samples),
      unit: 'MB',
      of: 'all',
      figures: { median: figure(median(samples), 'MB') },
    });
  const grown = (what: keyof typeof before, now: number) => (now - before[what]) / products;
  tell({ case: 'ledger, a first visit', value: grown('ledger', sizeOfLedger(house)), unit: 'bytes', of: 'one' });
  tell({ case: 'archive, a first visit', value: grown('archive', sizeOfArchive(house)), unit: 'bytes', of: 'one' });
  const jobs = await house.client.zcard('bull:verify:completed');
  const kept = await house.client.memory(
    'USAGE',
    `bull:verify:${(await lastOf(house, 'bull:verify:completed')) ?? ''}`,
  );
  tell({
    case: 'Redis at its most',
    value: (await redisBytes(house)).most / 1024 / 1024,
    unit: 'MB',
    of: 'all',
    figures: { 'verified jobs kept': figure(jobs, 'jobs'), 'one of them': figure(kept ?? 0, 'bytes') },
  });
}

/** Without a crawler, nobody takes them. */
export async function forgetJobs({ redis }: House): Promise<void> {
  const queue = openCrawlQueue(redis.url);
  await queue.waitUntilReady();
  await queue.obliterate();
  await queue.close();
}

/** What was found of the few that are alike stands for all, in place of first visits. */
export function fill({ house, progress }: Stage, few: House): void {
  const slugs = (count: number) => Array.from({ length: count }, (_, at) => slugOf(at));
  cpSync(join(few.dataDir, 'archive'), join(house.dataDir, 'archive'), { recursive: true });
  const patterns = firstEntries(few.ledger, slugs(few.products));
  if (patterns.length !== few.products) throw new Error(`Only ${patterns.length} of ${few.products} brought a page`);
  fillLedger(house.ledger, slugs(house.products), patterns);
  progress(`${house.products} products: filled`);
}

/** The verifier starts and all is made anew, as it is where the staging database was lost or made by other rules. */
export async function publishAnew({ house, progress, tell }: Stage): Promise<Running> {
  const { products } = house;
  for (const name of readdirSync(house.dataDir).filter((each) => each.startsWith('staging.db')))
    rmSync(join(house.dataDir, name));
  const verifier = await house.start('verifier', 'VERIFIER_PORT', NEVER_BY_ITSELF);
  const [published] = verifier.logged('published');
  if (published?.recomputed !== products) throw new Error(`Only ${String(published?.recomputed)} were made anew`);
  tell({
    case: 'start, all made anew: processor time a product',
    value: verifier.spentMs() / products,
    unit: 'ms',
    of: 'product',
    figures: { clock: figure(Number(published.ms), 'ms'), most: figure(verifier.mostMb(), 'MB') },
  });
  const bytes = readCurrent(house.generations)?.bytes ?? 0;
  tell({ case: 'generation, a product', value: bytes / products, unit: 'bytes', of: 'product' });
  progress(`${products} products: published anew`);
  return verifier;
}

/** Some again, weeks later: what a check costs when most pages are as they were. */
export async function visitAgain({ house, progress, tell }: Stage, { verifier, crawler }: Omit<Pipeline, 'scheduler'>) {
  const revisits = Math.min(house.products, MOST_REVISITS);
  const { products } = loadCatalogue(house.catalogueDir);
  const queue = openCrawlQueue(house.redis.url);
  await queue.waitUntilReady();
  await letPass(house, 1);
  const since = new Date();
  const before = { ledger: sizeOfLedger(house), archive: sizeOfArchive(house) };
  const spent = meter({
    crawler: crawler.program.pid,
    verifier: verifier.program.pid,
    redis: house.redis.pid,
    vendors: house.vendors.pid,
  });
  const facts = readSourceFacts(house.ledger);
  const now = new Date(Date.now() + 100 * DAY_MS);
  await tick(queue, { products: products.slice(0, revisits), facts, plan: OFTENEST, now });
  for await (const done of progressOf(house, since, revisits))
    if (done === revisits) progress(`${house.products} products: ${done} visited again`);
  await queue.close();
  for (const [name, ms] of Object.entries(spent()))
    tell({ case: `visit again: processor time, ${name}`, value: ms / revisits, unit: 'ms', of: 'one' });
  const grown = (what: keyof typeof before, now: number) => (now - before[what]) / revisits;
  tell({ case: 'ledger, a visit again', value: grown('ledger', sizeOfLedger(house)), unit: 'bytes', of: 'one' });
  tell({ case: 'archive, a visit again', value: grown('archive', sizeOfArchive(house)), unit: 'bytes', of: 'one' });
}

/** What the scheduler does every minute, and the hour's plan, on the ledger as it is now. */
export function look({ house, tell }: Stage): void {
  const { ledger, catalogueDir, products: count } = house;
  const timed = <T>(work: () => T): { ms: number; value: T } => {
    const before = process.cpuUsage();
    const value = work();
    const { user, system } = process.cpuUsage(before);
    return { ms: (user + system) / 1000, value };
  };
  const { ms: loading, value: catalogue } = timed(() => loadCatalogue(catalogueDir));
  const { products } = catalogue;
  const { ms: reading, value: facts } = timed(() => readSourceFacts(ledger));
  const now = new Date();
  const { ms: planning, value: plan } = timed(() =>
    planCadences({ products, watching: readWatching(ledger), checksPerDay: count }),
  );
  const none = timed(() => dueJobs(products, facts, plan, now));
  const all = timed(() => dueJobs(products, facts, plan, new Date(now.getTime() + 100 * DAY_MS)));
  if (all.value.length !== count) throw new Error(`${all.value.length} of ${count} products are due after 100 days`);
  for (const [name, ms] of [
    ['loading the catalogue', loading],
    ['tick, reading the ledger', reading],
    ['tick, deciding where none is due', none.ms],
    ['tick, deciding where all are due', all.ms],
    ['plan of a day', planning],
  ] as const)
    tell({ case: `${name}: processor time a product`, value: (1000 * ms) / count, unit: 'µs', of: 'product' });
}

/** Publications of what the visits brought, and of nothing: the least that one costs. */
export async function publishAgain({ house, progress, tell }: Stage, verifier: Running): Promise<void> {
  const { products } = house;
  for (const what of ['of what visits brought', 'of nothing new']) {
    const before = verifier.spentMs();
    await publishNow(house, verifier);
    const last = verifier.logged('published').at(-1);
    tell({
      case: `publication ${what}: processor time a product`,
      value: (1000 * (verifier.spentMs() - before)) / products,
      unit: 'µs',
      of: 'product',
      figures: {
        clock: figure(Number(last?.ms), 'ms'),
        'made anew': figure(Number(last?.recomputed), 'products'),
        most: figure(verifier.mostMb(), 'MB'),
      },
    });
  }
  progress(`${products} products: published again`);
}

/** The verifier starts with a catalogue that has a product more: only that one is made. */
export async function publishOneMore({ house, progress, tell }: Stage): Promise<void> {
  const { products } = house;
  writeProduct(house.catalogueDir, products);
  const verifier = await house.start('verifier', 'VERIFIER_PORT', NEVER_BY_ITSELF);
  const [published] = verifier.logged('published');
  if (published?.recomputed !== 1) throw new Error(`${String(published?.recomputed)} were made for one`);
  tell({
    case: 'start, one product more: processor time a product',
    value: (1000 * verifier.spentMs()) / products,
    unit: 'µs',
    of: 'product',
    figures: { clock: figure(Number(published.ms), 'ms'), most: figure(verifier.mostMb(), 'MB') },
  });
  await verifier.stop();
  progress(`${products} products: one more published`);
}

/** Feeds and files for download. */
export async function exportAll({ house, progress, tell }: Stage): Promise<void> {
  const { products } = house;
  const exporter = await house.start('exporter', 'EXPORTER_PORT');
  const spent = exporter.spentMs();
  tell({
    case: 'feeds and exports: processor time a product',
    value: spent / products,
    unit: 'ms',
    of: 'product',
    figures: {
      feeds: figure(bytesIn(`${house.dataDir}/feeds`) / products, 'bytes a product'),
      exports: figure(bytesIn(`${house.dataDir}/exports`) / products, 'bytes a product'),
    },
  });
  tell({ case: 'feeds and exports: memory', value: exporter.mostMb(), unit: 'MB', of: 'all' });
  await exporter.stop();
  progress(`${products} products: feeds and exports made`);
}

/** Of its pages, those that are in its log still included. */
function sizeOfLedger({ ledger }: House): number {
  const size = besideWriter(ledger, (database) =>
    database
      .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count, pragma_page_size')
      .pluck()
      .get(),
  );
  return size ?? 0;
}

function sizeOfArchive({ dataDir }: House): number {
  return bytesIn(join(dataDir, 'archive'));
}

/** Id of the job that was done last. */
async function lastOf({ client }: House, key: string): Promise<string | undefined> {
  return (await client.zrange(key, '-1', '-1')).at(0);
}

/** As the command `publish` beside a running verifier does. */
async function publishNow({ redis }: House, verifier: Running): Promise<void> {
  const queue = new Queue(VERIFY_QUEUE, { connection: redisOptions(redis.url, 'producer') });
  await queue.waitUntilReady();
  const publications = () => verifier.logged('published').length;
  const earlier = publications();
  await queue.add(PUBLISH_JOB, {}, { removeOnComplete: true });
  for (const deadline = performance.now() + STUCK_MS; publications() === earlier; await delay(POLL_MS))
    if (performance.now() > deadline) throw new Error('Nothing is published though it was asked for');
  await queue.close();
}

function meter(pids: Record<string, number>): () => Record<string, number> {
  const read = () => Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, spentMs(pid)]));
  const before = read();
  return () => Object.fromEntries(Object.entries(read()).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
}

/** How many sources were visited since then, until all were. @throws {Error} nothing more comes */
async function* progressOf(house: House, since: Date, wanted: number): AsyncGenerator<number> {
  let [done, moved] = [-1, performance.now()];
  while (done < wanted) {
    const now = visitedSince(house, since.toISOString());
    if (now > done) moved = performance.now();
    if (performance.now() - moved > STUCK_MS) throw new Error(`Only ${now} of ${wanted} products were visited`);
    if (now > done) yield now;
    done = now;
    if (done < wanted) await delay(house.products > 1_000 ? POLL_MS * 4 : POLL_MS);
  }
}
