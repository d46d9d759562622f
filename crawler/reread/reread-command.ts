/**
 * The command `replay`: reads every archived page that the ledger cites with today's readers, and reports the differences:
 * by the reader (the same bytes) and by the vendor (other bytes). Without `--apply` it writes nothing.
 *
 * `--apply` hands changed readings to the verifier of the running Assay, which cuts every quote again and decides what is a
 * correction and what goes to review. The pages of a source go in order of time: each is judged against those before it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printJsonLine, progress, progressBar, terminalOf, UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { type HandOver, openHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { type Rereading, rereadingId } from '../../data/pipeline/rereading.ts';
import type { PageReading } from '../../data/reading.ts';
import { type Archive, soundPage } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { type CitedPage, openCitedPages } from '../../data/store/ledger-queries/cited-pages.ts';
import { readJudged } from '../../data/store/ledger-queries/source-facts.ts';
import { answerOf } from '../model/archived-answer.ts';
import { type HintsOf, hintsIn } from '../visit/catalogue-hints.ts';
import { openReadWorker, type ReadWorker } from '../visit/read-worker.ts';
import { noteReread } from './older-readings.ts';
import { productReport, sumReport } from './report.ts';
import { type Applied, added, emptyFigures, type Figures, type Tally, tally } from './tally.ts';

type CitedProduct = ReturnType<ReturnType<typeof openCitedPages>['products']>[number];

interface Tools {
  archive: Archive;
  reader: ReadWorker;
  hintsOf: HintsOf;
  /** Absent without `--apply`. */
  submit?: (rereading: Rereading) => Promise<Applied>;
  onPage: () => void;
}

async function rereadProduct(slug: string, pages: Iterable<CitedPage>, tools: Tools): Promise<Tally> {
  const counting = tally(slug);
  for (const { observation, reading: before } of pages) {
    const { source, observedAt, page } = observation;
    const bytes = await soundPage(tools.archive, page.sha256);
    tools.onPage();
    if (bytes === undefined) {
      counting.unread();
      continue;
    }
    const { charset, format, finalUrl, url } = page;
    const form = { bytes, charset, format, url: finalUrl, asked: url, ...tools.hintsOf({ slug, source }) };
    const answered = await answerOf(before.model === undefined ? observation.reading : before, tools.archive);
    const { reading: after } = await tools.reader.read({ ...form, ...answered });
    const differences = counting.page({ source, observedAt, sha256: page.sha256, before, after });
    if (differences.length > 0 && tools.submit !== undefined)
      counting.applied(await tools.submit(rereadingOf(observation, after)));
  }
  return counting.result;
}

function rereadingOf(observation: CitedPage['observation'], reading: PageReading): Rereading {
  const { id, slug, source, url, observedAt, page } = observation;
  const facts = { of: id, slug, source, url, observedAt, page, reading };
  return { kind: 'rereading', id: rereadingId(id, reading.readerVersion), ...facts };
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

function chosenOf(slugs: readonly string[], all: readonly CitedProduct[]): CitedProduct[] {
  const unknown = slugs.filter((slug) => !all.some((each) => each.slug === slug));
  if (unknown.length > 0) throw new UsageFault(`Cannot replay ${unknown.join(', ')}: no page in the ledger`);
  return all.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
}

/** 0: all was read, and written if asked for; 1: a page is missing. @throws {UsageFault} no ledger, product or Assay */
export async function rereadArchive(
  slugs: readonly string[],
  { apply: isApplied, json: isJson }: { apply: boolean; json: boolean },
): Promise<number> {
  const environment = readEnvironment();
  const ledger = join(environment.dataDir, 'ledger.db');
  if (!existsSync(ledger)) throw new UsageFault(`Cannot replay: no ledger in ${environment.dataDir}`);
  const redisUrl = runningRedis(environment);
  if (isApplied && redisUrl === undefined)
    throw new UsageFault('Cannot write: no Assay runs on this DATA_DIR. Start it with npm start');
  const cited = openCitedPages(ledger);
  const reader = openReadWorker({ onFault: (fault, url) => progress(`The reader failed on ${url}: ${fault}`) });
  const handOver = isApplied && redisUrl !== undefined ? await openHandOver(redisUrl) : undefined;
  try {
    const chosen = chosenOf(slugs, cited.products());
    const total = chosen.reduce((sum, { pages }) => sum + pages, 0);
    const bar = progressBar(total, 'pages read again');
    const tools: Tools = {
      archive: await openArchiveOf(environment, new Date()),
      reader,
      hintsOf: hintsIn(loadCatalogue(environment.catalogueDir).products),
      onPage: bar.step,
      ...(handOver !== undefined && { submit: submission(handOver, ledger) }),
    };
    let sum: Figures = emptyFigures();
    for (const { slug } of chosen) {
      const result = await rereadProduct(slug, cited.pages(slug), tools);
      sum = added(sum, result.figures);
      bar.clear();
      if (isJson) printJsonLine(result);
      else process.stdout.write(productReport(result, terminalOf(process.stdout)));
    }
    bar.clear();
    if (isJson) printJsonLine({ sum, products: chosen.length });
    else process.stdout.write(sumReport(sum, { products: chosen.length, isApplied }));
    if (isApplied && slugs.length === 0) noteReread(environment.dataDir);
    return sum.unread === 0 ? 0 : 1;
  } finally {
    cited.close();
    await reader.stop();
    await handOver?.close();
  }
}
