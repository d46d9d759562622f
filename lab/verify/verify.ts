/**
 * `verify`: observations judged and stored a second, over plain inserts of the same bodies; then the ledger alone and
 * the whole pipeline.
 *
 * The subject is the verifier without its queue: job bodies as text, parsed, judged, quotes cut again from the archived
 * page, appended durably, 64 at once. The baseline parses the same JSON and inserts it, 64 a transaction.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { readPage } from '../../crawler/read/read.ts';
import type { VerifyJob } from '../../data/pipeline/verify-job.ts';
import { type Archive, openArchive } from '../../data/store/archive/archive.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import * as build from '../../test/builders.ts';
import { HTTP_LAYOUTS, sizedPage } from '../../test/workload/sized-page.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { createMetrics } from '../../verifier/worker/metrics.ts';
import { verifyJobs } from '../../verifier/worker/verify-jobs.ts';
import type { Bench } from '../harness/benchmark.ts';
import { compare, wallMs } from '../harness/rounds.ts';
import { inBatches, measureLedger, openPlain } from './ledger.ts';
import { measurePipeline } from './pipeline.ts';

const AT_ONCE = 64;
const PRODUCTS = 8 * AT_ONCE;
const PAGE_BYTES = 20_000;
/** What a visit finds on a product's page. */
const FINDS = ['unchanged bytes', 'the same prices on other bytes', 'changed prices'] as const;
type Finds = (typeof FINDS)[number];

export async function run(bench: Bench): Promise<void> {
  const archive = await openArchive(join(bench.dir, 'archive'));
  const bodies = await visitsOf(archive);
  const verifier = openVerifier(join(bench.dir, 'verify.db'), archive);
  const plain = openPlain(join(bench.dir, 'verify-plain.db'));
  const insert = (batch: string[]) =>
    plain.insert(batch.map((body) => ({ id: (JSON.parse(body) as VerifyJob).id, body })));
  const rate = (finds: Finds, judge: (batch: string[]) => unknown) => async () => {
    const batches = inBatches(bodies(finds), AT_ONCE);
    const ms = await wallMs(async () => {
      for (const batch of batches) await judge(batch);
    });
    return { 'observations a second': PRODUCTS / (ms / 1000) };
  };
  for (const finds of FINDS)
    await compare(bench, {
      case: finds,
      metrics: { 'observations a second': { unit: 'observations/s', better: 'higher' } },
      subject: rate(finds, verifier.judge),
      baselines: { 'JSON.parse and better-sqlite3 inserts': rate(finds, insert) },
    });
  for (const { close } of [verifier, plain]) close();
  await measureLedger(bench);
  await measurePipeline(bench);
}

/** One job body for each product, a later hour at each call. Pages are read and archived beforehand. */
async function visitsOf(archive: Archive): Promise<(finds: Finds) => string[]> {
  const pagesOf = (layout: string) =>
    [0, 1].map((edition) =>
      [0, 1].map((dearer) => {
        const page = sizedPage({ layout, bytes: PAGE_BYTES, edition, dearer });
        return { ...page, sha256: build.sha256Of(page.source), reading: readPage(page.source, page) };
      }),
    );
  const products = HTTP_LAYOUTS.map(pagesOf).filter((pages) => pages.flat().every(({ reading }) => reading.tiers[0]));
  for (const { source } of products.flat(2)) await archive.put(Buffer.from(source));
  let [hour, edition, dearer] = [0, 0, 0];
  return (finds) => {
    hour += 1;
    if (finds === 'the same prices on other bytes') edition = 1 - edition;
    if (finds === 'changed prices') dearer = 1 - dearer;
    return Array.from({ length: PRODUCTS }, (_, at) => {
      const visit = { slug: `product-${at}`, at: build.daysAfterNoon(hour / 24) };
      const page = products[at % products.length]?.[edition]?.[dearer];
      if (page === undefined) throw new RangeError('Cannot find a page');
      const { source, sha256, format, reading } = page;
      if (finds === 'unchanged bytes' && hour > 1) return JSON.stringify(build.unchanged(visit, sha256));
      return JSON.stringify(build.observation(visit, { page: { sha256, format, bytes: source.length }, reading }));
    });
  };
}

function openVerifier(file: string, archive: Archive) {
  const ledger = openLedger(file);
  const slugs = Array.from({ length: PRODUCTS }, (_, at) => `product-${at}`);
  const products = new Map(slugs.map((slug) => [slug, build.product({ slug })]));
  const jobs = verifyJobs({
    recordAction: () => {},
    wasRemoved: () => false,
    committer: committer({ ledger, archive, products, clock: () => new Date() }),
    products,
    metrics: createMetrics(),
    log: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true })),
    onWritten: () => undefined,
  });
  return {
    judge: (bodies: readonly string[]) => Promise.all(bodies.map((body) => jobs.process({ data: JSON.parse(body) }))),
    close: () => ledger.close(),
  };
}
