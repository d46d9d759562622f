/**
 * `read`: what reading a page costs beside merely parsing it.
 *
 * The subject is `readPage`: parse, text, all readers, their agreement, the page's judgement. The baselines load the
 * same page and read nothing: `cheerio/slim` (htmlparser2, fast, with repairs of its own) and `cheerio.load` (parse5, the
 * Standard's, which reads malformed pages for us too). A ratio of 2 to slim: reading costs as much again as parsing. `growth` is time per MB of the largest
 * page over that of smaller ones: 1 is linear, and a quadratic reader would show the ratio of the sizes, 5 or 500.
 *
 * Times are processor time. Memory is how far the peak of a fresh process rises above where it stood before the page.
 */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load as loadStandard } from 'cheerio';
import { load as loadSlim } from 'cheerio/slim';
import { corpusEntries, corpusPage, formatOf } from '../crawler/read/corpus.ts';
import { readPage } from '../crawler/read/read.ts';
import { CORPUS } from '../test/crawler/read/corpus.ts';
import type { Bench } from './benchmark.ts';
import { cpuMs, inRounds } from './measure.ts';
import { type Finding, figure, findingOf } from './measurement.ts';
import { type BenchPage, LAYOUT_NAMES, type PageKind, pageInLayout, pageOfSize } from './pages.ts';
import { median } from './statistics.ts';

const KB = 1024;
const MB = 1024 * KB;
const SIZES = [20 * KB, 100 * KB, 500 * KB, 2 * MB, 10 * MB];
const QUICK_SIZES = [20 * KB, 200 * KB];
/** Of the pages in every layout: what a small real one weighs. */
const LAYOUT_PAGE_BYTES = 50 * KB;

const SLIM = 'cheerio/slim load';
const STANDARD = 'cheerio.load (parse5)';

export async function run(bench: Bench): Promise<void> {
  for (const kind of ['marketing', 'dense'] as const) await measureSizes(bench, kind);
  await measureMalformed(bench);
  await measureLayouts(bench);
  await measureCorpus(bench);
  await measureMemory(bench);
}

function sampled({ source, format, url }: BenchPage, { quick }: Bench) {
  const forMs = quick ? 10 : 100;
  return {
    read: () => cpuMs(() => readPage(source, { format, url }), forMs),
    slim: () => cpuMs(() => loadSlim(source), forMs),
    standard: () => cpuMs(() => loadStandard(source), forMs),
  };
}

async function measureSizes(bench: Bench, kind: PageKind): Promise<void> {
  const { quick, rounds, report, progress } = bench;
  const sizes = quick ? QUICK_SIZES : SIZES;
  const pages = sizes.map((bytes) => pageOfSize(kind, bytes));
  // All sizes in each round, so that their growth is a paired ratio too.
  const contenders = pages.flatMap((page, at) =>
    Object.entries(sampled(page, bench)).map(([what, take]) => [`${what} ${at}`, take] as const),
  );
  const samples = await inRounds(Object.fromEntries(contenders), {
    rounds,
    progress: (done) => progress(`${kind} pages of all sizes, round ${done} of ${rounds}`),
  });
  const taken = (what: string, at: number) => samples[`${what} ${at}`] ?? [];
  const perMb = (what: string, at: number) => {
    const mb = (pages[at]?.source.length ?? 0) / MB;
    return taken(what, at).map((ms) => ms / mb);
  };
  for (const [at, bytes] of sizes.entries()) {
    const name = `time, ${kind} page of ${sizeName(bytes)}`;
    const common = { case: name, better: 'lower', unit: 'ms', subject: taken('read', at) } as const;
    report(findingOf({ ...common, baseline: SLIM, against: taken('slim', at) }));
    report(findingOf({ ...common, baseline: STANDARD, against: taken('standard', at) }));
  }
  const last = sizes.length - 1;
  // From the smallest, what a page costs whatever its size counts too; from the last but one, it no longer does.
  for (const from of new Set([0, last - 1])) {
    for (const [what, subject] of [
      ['read', 'readPage'],
      ['slim', SLIM],
    ] as const) {
      report(
        findingOf({
          case: `growth of ${subject}, ${kind} pages of ${sizeName(sizes[from] ?? 0)} to ${sizeName(sizes[last] ?? 0)}`,
          baseline: 'time per MB of the smaller',
          better: 'lower',
          unit: 'ms/MB',
          subject: perMb(what, last),
          against: perMb(what, from),
        }),
      );
    }
  }
}

/** A page that the Standard's parser must put in order, read beside the same page without its fault. */
async function measureMalformed(bench: Bench): Promise<void> {
  const { quick, rounds, report } = bench;
  const bytes = quick ? 20 * KB : 100 * KB;
  const page = pageOfSize('marketing', bytes);
  const end = page.source.lastIndexOf('</main>');
  // A price in front of a table, at the very end: the fast parser has read all the page before it gives up.
  const source = `${page.source.slice(0, end)}<table>$5<tr><td>Pro</td></tr></table>${page.source.slice(end)}`;
  const malformed = sampled({ ...page, source }, bench);
  const samples = await inRounds(
    { malformed: malformed.read, standard: malformed.standard, sound: sampled(page, bench).read },
    { rounds },
  );
  const common = {
    case: `time, malformed marketing page of ${sizeName(bytes)}`,
    better: 'lower',
    unit: 'ms',
    subject: samples.malformed,
  } as const;
  report(findingOf({ ...common, baseline: STANDARD, against: samples.standard }));
  report(findingOf({ ...common, baseline: 'the same page, well formed', against: samples.sound }));
}

async function measureLayouts(bench: Bench): Promise<void> {
  const { quick, report } = bench;
  const names = quick ? LAYOUT_NAMES.slice(0, 3) : LAYOUT_NAMES;
  const pages = names.map((name) => ({ name: `layout ${name}`, page: pageInLayout(name, LAYOUT_PAGE_BYTES) }));
  const found = await measureEach(bench, pages);
  for (const { name, page, samples } of found) {
    report(
      findingOf({
        case: `time, ${name}`,
        baseline: SLIM,
        better: 'lower',
        unit: 'ms',
        subject: samples.read,
        against: samples.slim,
        figures: { page: figure(page.source.length / KB, 'KB') },
      }),
    );
  }
  report(medianPage('time, the median of all layouts', found));
}

/** Saved pages, where a corpus stands beside the project. */
async function measureCorpus(bench: Bench): Promise<void> {
  if (!existsSync(CORPUS)) return;
  const entries = corpusEntries(CORPUS).filter(({ file }) => formatOf(file) === 'html');
  const pages = (bench.quick ? entries.slice(0, 3) : entries).map((entry) => ({
    name: entry.name,
    page: { source: corpusPage(CORPUS, entry), format: 'html' as const, url: 'https://acme.example/pricing' },
  }));
  bench.report(medianPage('time, the median of saved pages', await measureEach(bench, pages)));
}

interface MeasuredPage {
  name: string;
  page: BenchPage;
  samples: { read: number[]; slim: number[] };
}

async function measureEach(
  bench: Bench,
  pages: readonly Pick<MeasuredPage, 'name' | 'page'>[],
): Promise<MeasuredPage[]> {
  const found: MeasuredPage[] = [];
  for (const { name, page } of pages) {
    bench.progress(name);
    const { read, slim } = sampled(page, bench);
    found.push({ name, page, samples: await inRounds({ read, slim }, { rounds: bench.rounds }) });
  }
  return found;
}

/** Each page is a round here: the ratio is the median page's. */
function medianPage(name: string, pages: readonly MeasuredPage[]): Finding {
  return findingOf({
    case: name,
    baseline: SLIM,
    better: 'lower',
    unit: 'ms',
    subject: pages.map(({ samples }) => median(samples.read)),
    against: pages.map(({ samples }) => median(samples.slim)),
  });
}

const inProcess = promisify(execFile);

async function measureMemory({ quick, rounds, dir, report, progress }: Bench): Promise<void> {
  const program = join(import.meta.dirname, 'read-memory.ts');
  for (const bytes of quick ? QUICK_SIZES : SIZES) {
    const page = pageOfSize('marketing', bytes);
    const file = join(dir, 'page.html');
    writeFileSync(file, page.source);
    const peak = async (what: string) => {
      const { stdout } = await inProcess(process.execPath, [program, what, file, page.url]);
      return Number(stdout);
    };
    progress(`memory, page of ${sizeName(bytes)}`);
    const samples = await inRounds(
      { read: () => peak('read'), slim: () => peak('slim'), standard: () => peak('standard') },
      { rounds: Math.min(rounds, 5), warmUp: 0 },
    );
    const common = {
      case: `memory, marketing page of ${sizeName(bytes)}`,
      better: 'lower',
      unit: 'MB',
      subject: samples.read,
    } as const;
    report(findingOf({ ...common, baseline: SLIM, against: samples.slim }));
    report(findingOf({ ...common, baseline: STANDARD, against: samples.standard }));
  }
}

function sizeName(bytes: number): string {
  return bytes >= MB ? `${bytes / MB} MB` : `${bytes / KB} KB`;
}
