/**
 * `verify`: what it costs to judge an observation and to write down what follows from it.
 *
 * The subject is the verifier's process without its queue: bodies of jobs as text, parsed and validated, judged against
 * the ledger, quotes cut again from the archived page, appended durably, 64 at once as in service. The baseline is
 * JSON.parse of the same bodies and better-sqlite3 inserting them as they are into one table with a unique id, with the
 * ledger's pragmas and 64 a transaction. The ratio is of observations a second. `memory` is what the process occupies
 * over the last tenth of many observations, over that after the first tenth: 1 is flat.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { readPage } from '../crawler/read/read.ts';
import type { VerifyJob } from '../data/pipeline/verify-job.ts';
import type { CatalogueProduct } from '../data/product.ts';
import type { PageReading } from '../data/reading.ts';
import { type Archive, openArchive } from '../data/store/archive/archive.ts';
import { TEXT_KEPT_FROM_BYTES } from '../data/store/archive/page-texts.ts';
import { openLedger } from '../data/store/ledger/ledger.ts';
import { pageText } from '../data/text/page-text.ts';
import { daysAfterNoon, observation, product, sha256Of, unchanged } from '../test/builders.ts';
import { committer } from '../verifier/worker/commit.ts';
import { createMetrics } from '../verifier/worker/metrics.ts';
import { verifyJobs } from '../verifier/worker/verify-jobs.ts';
import type { Bench } from './benchmark.ts';
import { inRounds, wallMs } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { HTTP_LAYOUT_NAMES, pageInLayout } from './pages.ts';
import { inBatches, openPlain } from './plain.ts';
import { median } from './statistics.ts';

/** As many as the verifier has in hand at once. */
const AT_ONCE = 64;
const SMALL = 20_000;
const LARGE = 100_000;
/** Different pages of each size; products share them. */
const EDITIONS = 3;
const WARM_UP = 1;

interface ReadOnce {
  source: string;
  sha256: string;
  format: 'html' | 'markdown' | 'json' | 'text';
  reading: PageReading;
}

interface Case {
  name: string;
  /** Pages that each product of the case is visited on before anything is measured. */
  first?: (product: number) => ReadOnce;
  /** What the product's visit number `turn` brings; the hash alone where the page is unchanged. */
  brings: (product: number, turn: number) => ReadOnce | string;
  /** New products in every round, instead of the same ones. */
  isFirst?: true;
  outcomes: readonly string[];
}

export async function run(bench: Bench): Promise<void> {
  const archive = await openArchive(join(bench.dir, 'archive'));
  const small = await pages(bench, archive, { bytes: SMALL });
  await measureMemory(bench, archive, small);
  const large = await pages(bench, archive, { bytes: LARGE });
  const dearer = await pages(bench, archive, { bytes: SMALL, more: 1 });
  const of = (from: ReadOnce[][], product: number, edition: number): ReadOnce => {
    const layout = from[product % from.length];
    const page = layout?.[edition % layout.length];
    if (page === undefined) throw new RangeError('Cannot find a page');
    return page;
  };
  const cases: Case[] = [
    {
      name: 'unchanged bytes',
      first: (at) => of(small, at, 0),
      brings: (at) => of(small, at, 0).sha256,
      outcomes: ['confirmed'],
    },
    {
      name: 'the same prices on other bytes, 20 KB',
      first: (at) => of(small, at, 0),
      brings: (at, turn) => of(small, at, turn),
      outcomes: ['confirmed'],
    },
    {
      name: 'changed prices, 20 KB',
      first: (at) => of(small, at, 0),
      brings: (at, turn) => of(turn % 2 === 0 ? small : dearer, at, turn),
      outcomes: ['changed', 'contradicted'],
    },
    {
      name: 'first readings, 20 KB',
      brings: (at) => of(small, at, at),
      isFirst: true,
      outcomes: ['changed', 'contradicted'],
    },
    {
      name: 'first readings, 100 KB',
      brings: (at) => of(large, at, at),
      isFirst: true,
      outcomes: ['changed', 'contradicted'],
    },
  ];
  for (const [at, each] of cases.entries()) await measureRate(bench, { each, archive, at });
}

async function measureRate(
  { dir, quick, rounds, report, progress }: Bench,
  { each, archive, at }: { each: Case; archive: Archive; at: number },
): Promise<void> {
  const count = quick ? AT_ONCE : each.name.startsWith('unchanged') ? 32 * AT_ONCE : 8 * AT_ONCE;
  const slug = (number: number) => `product-${number}`;
  const products = count * (each.isFirst ? rounds + WARM_UP : 1);
  const verifier = openVerifier(
    join(dir, `verify-${at}.db`),
    archive,
    Array.from({ length: products }, (_, n) => slug(n)),
  );
  const plain = openPlain(join(dir, `verify-plain-${at}.db`));
  const turns = { ours: 1, plain: 1 };
  const bodies = (turn: number): string[] =>
    Array.from({ length: count }, (_, n) => {
      const number = each.isFirst ? (turn - 1) * count + n : n;
      return bodyOf(slug(number), turn, each.brings(number, turn));
    });
  try {
    const { first } = each;
    if (first !== undefined) await verifier.take(Array.from({ length: count }, (_, n) => bodyOf(slug(n), 0, first(n))));
    await verifier.forgetOutcomes();
    const processor = { ours: [] as number[], plain: [] as number[] };
    /** Observations a second by the clock; the processor's time is told beside it. */
    const rate = async (of: 'ours' | 'plain', work: () => unknown) => {
      const before = process.cpuUsage();
      const ms = await wallMs(work);
      const { user, system } = process.cpuUsage(before);
      processor[of].push((user + system) / 1000 / count);
      return count / (ms / 1000);
    };
    const samples = await inRounds(
      {
        ours: () => {
          const jobs = bodies(turns.ours++);
          return rate('ours', () => verifier.take(jobs));
        },
        plain: () => {
          const jobs = bodies(turns.plain++);
          return rate('plain', () => insertParsed(plain, jobs));
        },
      },
      { rounds, warmUp: WARM_UP, progress: (done) => progress(`${each.name}, round ${done} of ${rounds}`) },
    );
    const expected = await verifier.shareOf(each.outcomes);
    if (expected < 0.9)
      throw new Error(
        `Cannot measure "${each.name}": ${Math.round(100 * expected)} % were ${each.outcomes.join(' or ')}`,
      );
    report(
      findingOf({
        case: each.name,
        baseline: 'JSON.parse and better-sqlite3 inserts of the same bodies, same pragmas, 64 a transaction',
        better: 'higher',
        unit: 'observations/s',
        subject: samples.ours,
        against: samples.plain,
        figures: {
          processor: figure(median(processor.ours), 'ms an observation'),
          'its baseline': figure(median(processor.plain), 'ms an observation'),
        },
      }),
    );
  } finally {
    verifier.close();
    plain.close();
  }
}

async function measureMemory(
  { dir, quick, observations, report, progress }: Bench,
  archive: Archive,
  small: ReadOnce[][],
): Promise<void> {
  const total = observations ?? (quick ? 2_000 : 100_000);
  const products = Math.min(10_000, total / 10);
  const slug = (number: number) => `product-${number}`;
  const page = small[0]?.[0];
  if (page === undefined) throw new RangeError('Cannot find a page');
  const verifier = openVerifier(
    join(dir, 'memory.db'),
    archive,
    Array.from({ length: products }, (_, n) => slug(n)),
  );
  const tenths: number[] = [];
  const started = performance.now();
  try {
    for (let at = 0, sampled: number[] = []; at < total; at += AT_ONCE) {
      const jobs = Array.from({ length: Math.min(AT_ONCE, total - at) }, (_, n) => {
        const turn = Math.floor((at + n) / products);
        return bodyOf(slug((at + n) % products), turn, turn === 0 ? page : page.sha256);
      });
      await verifier.take(jobs);
      sampled.push(process.memoryUsage.rss() / 1024 / 1024);
      if (at + AT_ONCE < ((tenths.length + 1) * total) / 10 && at + AT_ONCE < total) continue;
      tenths.push(median(sampled));
      sampled = [];
      const rate = (at + AT_ONCE) / ((performance.now() - started) / 1000);
      progress(`${at + jobs.length} observations, ${Math.round(tenths.at(-1) ?? 0)} MB, ${Math.round(rate)} a second`);
    }
  } finally {
    verifier.close();
  }
  report(
    findingOf({
      case: `memory over ${total} observations of ${products} products`,
      baseline: 'memory over the second tenth of them',
      better: 'lower',
      unit: 'MB',
      subject: tenths.slice(-1),
      against: tenths.slice(1, 2),
      figures: { most: figure(Math.max(...tenths), 'MB') },
    }),
  );
}

/** Of each layout that plain HTTP shows, the same offer in several editions. */
async function pages(
  { quick, progress }: Bench,
  archive: Archive,
  { bytes, more = 0 }: { bytes: number; more?: number },
): Promise<ReadOnce[][]> {
  progress(`reading pages of ${bytes / 1000} KB`);
  const layouts = quick ? HTTP_LAYOUT_NAMES.slice(0, 4) : HTTP_LAYOUT_NAMES;
  const read: ReadOnce[][] = [];
  for (const name of layouts) {
    const editions: ReadOnce[] = [];
    for (let edition = 1; edition <= EDITIONS; edition += 1) {
      const { source, format, url } = pageInLayout(name, bytes, 1, edition, more);
      editions.push({ source, format, sha256: sha256Of(source), reading: readPage(source, { format, url }) });
      await archive.put(Buffer.from(source));
      // As the crawler leaves it.
      if (format === 'html' && source.length >= TEXT_KEPT_FROM_BYTES)
        await archive.putText({ sha256: sha256Of(source), charset: 'utf-8', format }, pageText(source, format));
    }
    if (editions.every(({ reading }) => reading.verdict === 'pricing' && reading.tiers.length > 0)) read.push(editions);
  }
  return read;
}

/** The job as the crawler hands it over. */
function bodyOf(slug: string, turn: number, brings: ReadOnce | string): string {
  const visit = { slug, at: daysAfterNoon(turn / 24) };
  if (typeof brings === 'string') return JSON.stringify(unchanged(visit, brings));
  const { source, format, sha256, reading } = brings;
  const job: VerifyJob = observation(visit, { page: { sha256, format, bytes: Buffer.byteLength(source) }, reading });
  return JSON.stringify(job);
}

function insertParsed(plain: ReturnType<typeof openPlain>, bodies: readonly string[]): void {
  const rows = bodies.map((body) => ({ id: (JSON.parse(body) as VerifyJob).id, body }));
  plain.insertAll(inBatches(rows, AT_ONCE));
}

function openVerifier(file: string, archive: Archive, slugs: readonly string[]) {
  const ledger = openLedger(file);
  const products = new Map(slugs.map((slug): [string, CatalogueProduct] => [slug, product({ slug })]));
  const metrics = createMetrics();
  const clock = () => new Date();
  const jobs = verifyJobs({
    recordAction: () => {},
    committer: committer({ ledger, archive, products, clock }),
    products,
    metrics,
    log: pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true })),
    onWritten: () => undefined,
  });
  return {
    async take(bodies: readonly string[]): Promise<void> {
      for (const batch of inBatches(bodies, AT_ONCE))
        await Promise.all(batch.map((body) => jobs.process({ data: JSON.parse(body) })));
    },
    forgetOutcomes: async () => metrics.observations.reset(),
    async shareOf(outcomes: readonly string[]): Promise<number> {
      const { values } = await metrics.observations.get();
      const sum = (of: typeof values) => of.reduce((total, { value }) => total + value, 0);
      return sum(values.filter(({ labels }) => outcomes.includes(String(labels.outcome)))) / sum(values);
    },
    close: () => ledger.close(),
  };
}
