/**
 * `npm run replay`: reads every archived page that the ledger cites with today's readers, and says what would change:
 * by the reader (the same bytes read otherwise) and by the vendor (other bytes). It writes nothing.
 *
 * `--apply` hands what is read otherwise to the verifier of the Assay that runs on the same DATA_DIR (or REDIS_URL), by
 * the queue that observations take: the verifier cuts every quote again, is the only writer, and decides what is a
 * correction and what a person must see. Of one source the older page comes first, since each is judged against what
 * the ones before it said.
 *
 * Exit codes: 0 all was read (and written); 1 a page could not be had, or was not judged; 2 called wrongly.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodeOf, UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { type HandOver, openHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { loadCatalogue } from '../../data/catalogue.ts';
import type { PageReading } from '../../data/reading.ts';
import { type Rereading, rereadingId } from '../../data/rereading.ts';
import { type Archive, ArchiveCorrupt, openArchive } from '../../data/store/archive.ts';
import { readJudged } from '../../data/store/ledger-facts.ts';
import { type CitedPage, openCitedPages } from '../../data/store/ledger-pages.ts';
import { type KnownOf, knownIn } from '../known.ts';
import { terminalOf } from '../read/explain/terminal.ts';
import { openReadingDesk, type ReadingDesk } from '../reading-desk.ts';
import { noteReread } from './older-readings.ts';
import { productReport, sumReport } from './report.ts';
import { type Applied, added, emptyFigures, type Figures, type Tally, tally } from './tally.ts';

const USAGE = 'Usage: npm run replay -- [SLUG…] [--apply] [--json]';
const PROGRESS_EVERY_PAGES = 500;

interface Tools {
  archive: Archive;
  desk: ReadingDesk;
  knownOf: KnownOf;
  /** Hands a re-reading to the verifier; absent without `--apply`. */
  submit?: (rereading: Rereading) => Promise<Applied>;
  onPage: () => void;
}

async function rereadProduct(slug: string, pages: Iterable<CitedPage>, tools: Tools): Promise<Tally> {
  const counting = tally(slug);
  for (const { observation, reading: before } of pages) {
    const bytes = await bytesOf(observation.page.sha256, tools.archive);
    tools.onPage();
    if (bytes === undefined) {
      counting.unread();
      continue;
    }
    const after = await readAgain(observation, bytes, tools);
    const { source, observedAt, page } = observation;
    const differences = counting.page({ source, observedAt, sha256: page.sha256, before, after });
    if (differences.length > 0 && tools.submit !== undefined)
      counting.applied(await tools.submit(rereadingOf(observation, after)));
  }
  return counting.result;
}

async function bytesOf(sha256: string, archive: Archive): Promise<Buffer | undefined> {
  try {
    return await archive.get(sha256);
  } catch (error) {
    // As lost as if it were not there; the exit code says so.
    if (error instanceof ArchiveCorrupt) return undefined;
    throw error;
  }
}

async function readAgain(
  { slug, source, page }: CitedPage['observation'],
  bytes: Buffer,
  { desk, knownOf }: Tools,
): Promise<PageReading> {
  const { charset, format, finalUrl, url } = page;
  const form = { bytes, charset, format, url: finalUrl, asked: url, ...knownOf({ slug, source }) };
  return (await desk.read(form)).reading;
}

function rereadingOf(
  { id, slug, source, url, observedAt, page }: CitedPage['observation'],
  reading: PageReading,
): Rereading {
  return {
    kind: 'rereading',
    id: rereadingId(id, reading.readerVersion),
    of: id,
    slug,
    source,
    url,
    observedAt,
    page,
    reading,
  };
}

function submission(handOver: HandOver, ledger: string): Required<Tools>['submit'] {
  return async (rereading) => {
    await handOver.judged(rereading);
    const verdict = readJudged(ledger, rereading.id)?.verdict;
    if (verdict?.outcome === 'changed') return 'taken';
    if (verdict?.outcome === 'confirmed') return 'agreeing';
    return verdict?.outcome === 'contradicted' && verdict.refused.length === 0 ? 'waiting' : 'refused';
  };
}

/** @throws {UsageFault} no Assay runs on this data */
async function openVerifier(redisUrl: string | undefined): Promise<HandOver> {
  if (redisUrl === undefined)
    throw new UsageFault('Cannot write: no Assay runs on this DATA_DIR. Start it with npm start');
  return openHandOver(redisUrl);
}

interface Flags {
  slugs: string[];
  isApplied: boolean;
  isJson: boolean;
}

async function replay({ slugs, isApplied, isJson }: Flags): Promise<boolean> {
  const environment = readEnvironment();
  const ledger = join(environment.dataDir, 'ledger.db');
  if (!existsSync(ledger)) throw new UsageFault(`Cannot replay: there is no ledger in ${environment.dataDir}`);
  const cited = openCitedPages(ledger);
  const desk = openReadingDesk({ onFault: (fault, url) => progress(`The reader failed on ${url}: ${fault}`) });
  const handOver = isApplied ? await openVerifier(runningRedis(environment)) : undefined;
  try {
    const all = cited.products();
    const unknown = slugs.filter((slug) => !all.some((each) => each.slug === slug));
    if (unknown.length > 0) throw new UsageFault(`Cannot replay ${unknown.join(', ')}: the ledger has no page of it`);
    const chosen = all.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
    const bar = progressBar(chosen.reduce((sum, { pages }) => sum + pages, 0));
    const tools: Tools = {
      archive: await openArchive(join(environment.dataDir, 'archive')),
      desk,
      knownOf: knownIn(loadCatalogue(environment.catalogueDir).products),
      onPage: bar.step,
      ...(handOver !== undefined && { submit: submission(handOver, ledger) }),
    };
    let sum: Figures = emptyFigures();
    for (const { slug } of chosen) {
      const result = await rereadProduct(slug, cited.pages(slug), tools);
      sum = added(sum, result.figures);
      const text = isJson ? `${JSON.stringify(result)}\n` : productReport(result, terminalOf(process.stdout));
      if (text !== '') {
        bar.clear();
        process.stdout.write(text);
      }
    }
    bar.clear();
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ sum, products: chosen.length })}\n`
        : sumReport(sum, { products: chosen.length, isApplied }),
    );
    // What the archive has lost is lost to the next run too; the exit code says so.
    if (isApplied && slugs.length === 0) noteReread(environment.dataDir);
    return sum.unread === 0;
  } finally {
    cited.close();
    await desk.stop();
    await handOver?.close();
  }
}

/** One line that rewrites itself at a terminal; in a pipe a line now and then. */
function progressBar(total: number) {
  const { isTTY } = process.stderr;
  let done = 0;
  return {
    step() {
      done += 1;
      if (isTTY) process.stderr.write(`\r${done} of ${total} pages read again`);
      else if (done % PROGRESS_EVERY_PAGES === 0 || done === total) progress(`${done} of ${total} pages read again`);
    },
    clear() {
      if (isTTY) process.stderr.write('\r\u001b[K');
    },
  };
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { apply: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const flags = { slugs: positionals, isApplied: values.apply === true, isJson: values.json === true };
  return (await replay(flags)) ? 0 : 1;
}

if (import.meta.main) process.exitCode = await exitCodeOf(USAGE, main);
