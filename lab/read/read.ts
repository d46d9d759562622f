/**
 * `read`: the processor time of `readPage` over that of loading the same page with `cheerio/slim` (htmlparser2) and
 * `cheerio.load` (parse5). Goals: the median corpus page in 25 ms, a page of 1 MB in 400 ms, and growth of 1 (linear)
 * from 1 MB to 4 MB, where a quadratic reader shows 4. With `--checkout` the reader of that checkout is a baseline too.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { load as loadStandard } from 'cheerio';
import { load as loadSlim } from 'cheerio/slim';
import { corpusEntries, corpusPage, formatOf } from '../../crawler/read/corpus.ts';
import { readPage } from '../../crawler/read/read.ts';
import type { PageFormat } from '../../data/page.ts';
import { CORPUS } from '../../test/crawler/read/corpus.ts';
import { HTTP_LAYOUTS, sizedPage } from '../../test/workload/sized-page.ts';
import type { Bench } from '../harness/benchmark.ts';
import { compare, cpuMs } from '../harness/rounds.ts';
import { median } from '../harness/statistics.ts';

const KB = 1024;

interface Page {
  source: string;
  format: PageFormat;
  url: string;
}
type Way = (page: Page) => unknown;

export async function run(bench: Bench): Promise<void> {
  const ways: Record<string, Way> = {
    'cheerio/slim load': ({ source }) => loadSlim(source),
    'cheerio.load (parse5)': ({ source }) => loadStandard(source),
  };
  if (bench.checkout !== undefined) {
    const other: { readPage: typeof readPage } = await import(join(bench.checkout, 'crawler/read/read.ts'));
    ways[`readPage of ${bench.checkout}`] = (page) => other.readPage(page.source, page);
  }
  const { name, pages } = pagesOf(bench);
  await measure(bench, { name: `median of ${name}`, pages, ways });
  const bytes = bench.quick ? 100 * KB : 1024 * KB;
  const [one, four] = [sizedPage({ bytes }), sizedPage({ bytes: 4 * bytes })];
  await measure(bench, { name: `page of ${bytes / KB} KB`, pages: [one], ways });
  await compare(bench, {
    ...METRIC,
    case: `a quarter of a page of ${(4 * bytes) / KB} KB`,
    subject: () => ({ time: cpuMs(() => ours(four), 100) / 4 }),
    baselines: { [`a page of ${bytes / KB} KB`]: () => ({ time: cpuMs(() => ours(one), 100) }) },
  });
}

const METRIC = { metrics: { time: { unit: 'ms', better: 'lower' } }, warmUp: 1, mostRounds: 3 } as const;

const ours: Way = (page) => readPage(page.source, page);

interface Measured {
  name: string;
  pages: readonly Page[];
  ways: Record<string, Way>;
}

/** The median page of each round. */
function measure(bench: Bench, { name, pages, ways }: Measured): Promise<void> {
  const sampled = (way: Way) => () => ({ time: median(pages.map((page) => cpuMs(() => way(page), 10))) });
  const baselines = Object.entries(ways).map(([baseline, way]) => [baseline, sampled(way)]);
  return compare(bench, {
    ...METRIC,
    case: name,
    subject: sampled(ours),
    baselines: Object.fromEntries(baselines),
  });
}

/** A corpus, else a page in every layout. */
function pagesOf({ corpus = CORPUS, quick }: Bench): { name: string; pages: Page[] } {
  if (!existsSync(join(corpus, 'manifest.jsonl')))
    return { name: 'layouts', pages: HTTP_LAYOUTS.map((layout) => sizedPage({ layout, bytes: 50 * KB })) };
  const entries = corpusEntries(corpus).slice(0, quick ? 3 : undefined);
  const pages = entries.map((entry) => {
    const url = entry.url || 'https://acme.example/pricing';
    return { source: corpusPage(corpus, entry), format: formatOf(entry.file), url };
  });
  return { name: `${pages.length} corpus pages`, pages };
}
