/**
 * `read`: what reading a page costs beside merely parsing it.
 *
 * The subject is `readPage`: parse, text, all readers, their agreement, the page's judgement. The baselines load the
 * same page and read nothing: `cheerio/slim` (htmlparser2, the parser that we use) and `cheerio.load` (parse5, the
 * standard's). A ratio of 2 to slim: reading costs as much again as parsing. `growth` is time per MB of the largest
 * page over that of smaller ones: 1 is linear, and a quadratic reader would show the ratio of the sizes, 5 or 500.
 *
 * Times are processor time. Memory is how far the peak of a fresh process rises above where it stood before the page.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load as loadStandard } from 'cheerio';
import { load as loadSlim } from 'cheerio/slim';
import { readPage } from '../crawler/read/read.ts';
import type { Bench } from './benchmark.ts';
import { cpuMs, inRounds } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { type BenchPage, LAYOUT_NAMES, type PageKind, pageInLayout, pageOfSize } from './pages.ts';

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
  await measureLayouts(bench);
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

async function measureLayouts(bench: Bench): Promise<void> {
  const { quick, rounds, report, progress } = bench;
  for (const layout of quick ? LAYOUT_NAMES.slice(0, 3) : LAYOUT_NAMES) {
    progress(`layout ${layout}`);
    const page = pageInLayout(layout, LAYOUT_PAGE_BYTES);
    const { read: subject, slim } = sampled(page, bench);
    const samples = await inRounds({ subject, slim }, { rounds });
    report(
      findingOf({
        case: `time, layout ${layout}`,
        baseline: SLIM,
        better: 'lower',
        unit: 'ms',
        subject: samples.subject,
        against: samples.slim,
        figures: { page: figure(page.source.length / KB, 'KB') },
      }),
    );
  }
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
