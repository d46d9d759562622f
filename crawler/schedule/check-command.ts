/** The command `check`: visits products now, by the queue of the running Assay, and prints the verdicts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { printJsonLine, progress, terminalOf, UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { connected } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { type CrawlJob, observationId } from '../../data/observation.ts';
import { sourceKey } from '../../data/source-facts.ts';
import { type Judged, readJudged, readSourceFacts } from '../../data/store/ledger-queries/source-facts.ts';
import { counted } from '../../data/text/figures.ts';
import { nearest } from '../../data/text/similar-names.ts';
import type { Terminal } from '../../data/text/terminal.ts';
import { explain } from '../read/explain/explain.ts';
import { label } from '../read/page/label.ts';
import { checkJobs, openCrawlQueue, putFirst } from './crawl-queue.ts';

const POLL_MS = 100;
/** Longer than any visit and its wait at the host. */
const DEADLINE_MS = 120_000;

/** The result of one check, for a person. */
export function report({ observation, verdict }: Judged, terminal: Terminal): string {
  const { slug, source } = observation;
  const head = `${slug} (${source}): ${verdict.outcome}, score ${verdict.score.toFixed(2)}`;
  const reasons = verdict.reasons.map((reason) => `  ${reason}`);
  const refused = verdict.refused.map(({ quote, reason }) => `  refused, ${reason}: "${label(quote, 200)}"`);
  const found = observation.kind === 'page' ? [explain(observation.reading, observation.url, terminal)] : [];
  return `${[head, ...reasons, ...refused, ...found].join('\n')}\n`;
}

/** 0: all were judged; 1: one was not in time. @throws {UsageFault} no such product, or no Assay runs on this data */
export async function check(slugs: readonly string[], { json: isJson }: { json: boolean }): Promise<number> {
  const environment = readEnvironment();
  const { products } = loadCatalogue(environment.catalogueDir);
  const wanted = products.filter(({ slug }) => slugs.includes(slug));
  const known = products.map(({ slug }) => slug);
  const unknown = slugs.filter((slug) => !known.includes(slug));
  if (unknown.length > 0) {
    const near = [...new Set(unknown.flatMap((slug) => nearest(slug, known)))];
    const meant = near.length === 0 ? '' : `. Did you mean ${near.join(', ')}?`;
    throw new UsageFault(`Cannot check ${unknown.join(', ')}: no such product in the catalogue${meant}`);
  }
  const ledger = join(environment.dataDir, 'ledger.db');
  const redisUrl = runningRedis(environment);
  if (redisUrl === undefined || !existsSync(ledger)) {
    throw new UsageFault(`Cannot check: no Assay runs on ${environment.dataDir}. Start it with npm start`);
  }
  const queue = openCrawlQueue(redisUrl);
  queue.on('error', () => {}); // The call that needs it fails.
  try {
    await connected(queue);
    const jobs = checkJobs(wanted, readSourceFacts(ledger), new Date());
    await putFirst(queue, jobs);
    return (await watch(jobs, ledger, isJson)) ? 0 : 1;
  } finally {
    await queue.close();
  }
}

/** Prints each verdict as it comes. False if one did not come in time. */
async function watch(jobs: CrawlJob[], ledger: string, isJson: boolean): Promise<boolean> {
  const open = new Set(jobs);
  const deadline = performance.now() + DEADLINE_MS;
  progress(`checking ${counted(jobs.length, 'source')}`);
  while (open.size > 0 && performance.now() < deadline) {
    for (const job of open) {
      const judged = readJudged(ledger, observationId(job));
      if (judged === undefined) continue;
      open.delete(job);
      const done = `${jobs.length - open.size} of ${jobs.length}`;
      progress(`${done}: ${sourceKey(job.slug, job.source)} ${judged.verdict.outcome}`);
      if (isJson) printJsonLine(judged);
      else process.stdout.write(`${report(judged, terminalOf(process.stdout))}\n`);
    }
    if (open.size > 0) await delay(POLL_MS);
  }
  for (const job of open) progress(`${sourceKey(job.slug, job.source)}: not judged in time; still in the queue`);
  return open.size === 0;
}
