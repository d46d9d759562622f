/**
 * `verify`: observations judged and stored a second, over plain inserts of the same bodies; then the ledger alone and
 * the whole pipeline.
 *
 * The subject is the verifier without its queue: job bodies as text, parsed, judged, quotes cut again from the archived
 * page, appended durably, 64 at once. The baseline parses the same JSON and inserts it, 64 a transaction. `memory` is
 * that of the process after many observations over that after the first part of them: 1 is flat.
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
import { findingOf } from '../harness/measurement.ts';
import { compare, type Sample, wallMs } from '../harness/rounds.ts';
import { measureLedger } from './ledger.ts';
import { measurePipeline } from './pipeline.ts';
import { inBatches, openPlain } from './plain.ts';

const AT_ONCE = 64;
const PRODUCTS = 8 * AT_ONCE;
const PAGE_BYTES = 20_000;
const EDITIONS = 3;
const OBSERVATIONS = 100_000;
const QUICK_OBSERVATIONS = 2_000;

/** What a visit finds on a product's page. */
type Finds = 'unchanged bytes' | 'the same prices on other bytes' | 'changed prices';

export async function run(bench: Bench): Promise<void> {
  const archive = await openArchive(join(bench.dir, 'archive'));
  const bodies = await visitsOf(archive);
  const verifier = openVerifier(join(bench.dir, 'verify.db'), archive);
  const plain = openPlain(join(bench.dir, 'verify-plain.db'));
  for (const batch of inBatches(bodies('changed prices'), AT_ONCE)) await verifier.judge(batch);
  const rate = (finds: Finds, judge: (batch: string[]) => unknown) => async (): Promise<Sample> => {
    const batches = inBatches(bodies(finds), AT_ONCE);
    const before = process.cpuUsage();
    const ms = await wallMs(async () => {
      for (const batch of batches) await judge(batch);
    });
    const { user, system } = process.cpuUsage(before);
    return { 'observations a second': PRODUCTS / (ms / 1000), processor: (user + system) / 1000 / PRODUCTS };
  };
  for (const finds of ['unchanged bytes', 'the same prices on other bytes', 'changed prices'] as const)
    await compare(bench, {
      case: finds,
      metrics: { 'observations a second': { unit: 'observations/s', better: 'higher' } },
      figures: { processor: 'ms an observation' },
      subject: rate(finds, verifier.judge),
      baselines: {
        'JSON.parse and better-sqlite3 inserts': rate(finds, (batch) =>
          plain.insert(batch.map((body) => ({ id: (JSON.parse(body) as VerifyJob).id, body }))),
        ),
      },
    });
  plain.close();
  await measureMemory(bench, () => verifier.judge(bodies('unchanged bytes')));
  verifier.close();
  await measureLedger(bench);
  await measurePipeline(bench);
}

async function measureMemory({ quick, progress, report }: Bench, judgeAll: () => Promise<unknown>): Promise<void> {
  const total = quick ? QUICK_OBSERVATIONS : OBSERVATIONS;
  const memory: number[] = [];
  for (let done = 0; done < total; done += PRODUCTS) {
    await judgeAll();
    memory.push(process.memoryUsage.rss() / 2 ** 20);
  }
  progress(`${total} observations judged`);
  const early = Math.max(...memory.slice(0, Math.ceil(memory.length / 5)));
  const named = {
    case: `memory after ${total} observations`,
    baseline: 'after a fifth of them',
    better: 'lower',
  } as const;
  report(findingOf({ ...named, unit: 'MB' }, memory.at(-1) ?? 0, early));
}

/** One job body for each product, a later hour at each call. Pages are read and archived beforehand. */
async function visitsOf(archive: Archive): Promise<(finds: Finds) => string[]> {
  const pages = HTTP_LAYOUTS.map((layout) =>
    [0, 1].map((dearer) =>
      Array.from({ length: EDITIONS }, (_, edition) => {
        const page = sizedPage({ layout, bytes: PAGE_BYTES, edition, dearer });
        return { ...page, sha256: build.sha256Of(page.source), reading: readPage(page.source, page) };
      }),
    ),
  ).filter((editions) => editions.flat().every(({ reading }) => reading.tiers.length > 0));
  for (const { source } of pages.flat(2)) await archive.put(Buffer.from(source));
  let [hour, edition, dearer] = [0, 0, 0];
  return (finds) => {
    hour += 1;
    if (finds === 'the same prices on other bytes') edition += 1;
    if (finds === 'changed prices') dearer = 1 - dearer;
    return Array.from({ length: PRODUCTS }, (_, at) => {
      const visit = { slug: `product-${at}`, at: build.daysAfterNoon(hour / 24) };
      const page = pages[at % pages.length]?.[dearer]?.[edition % EDITIONS];
      if (page === undefined) throw new RangeError('Cannot find a page');
      const { source, sha256, format, reading } = page;
      if (finds === 'unchanged bytes') return JSON.stringify(build.unchanged(visit, sha256));
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
