/**
 * `read`: the processor time of `readPage` over that of loading the same page with `cheerio/slim` (htmlparser2) and
 * `cheerio.load` (parse5). Goals: the median corpus page in 25 ms, a page of 1 MB in 400 ms, and growth of 1 (linear)
 * from 1 MB to 4 MB, where a quadratic reader shows 4. With `--checkout` the reader of that checkout is a baseline too.
 */
import { join } from 'node:path';
import { load as loadStandard } from 'cheerio';
import { load as loadSlim } from 'cheerio/slim';
import { corpusEntries, corpusPage, formatOf } from '../../cli/read/corpus.ts';
import { readPage } from '../../crawler/read/read.ts';
import { HTTP_LAYOUTS, sizedPage } from '../../test/workload/sized-page.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import type { Bench } from '../harness/benchmark.ts';
import { compare, cpuMs } from '../harness/rounds.ts';
import { median } from '../harness/statistics.ts';

const KB = 1024;
const COMMON = { metrics: { time: { unit: 'ms', better: 'lower' } }, warmUp: 1, mostRounds: 3 } as const;

type Page = Pick<LabelledPage, 'source' | 'format' | 'url'>;
type Way = (page: Page) => unknown;

export async function run(bench: Bench): Promise<void> {
  const { checkout, quick } = bench;
  const ours: Way = (page) => readPage(page.source, page);
  const ways: Record<string, Way> = {
    'cheerio/slim load': ({ source }) => loadSlim(source),
    'cheerio.load (parse5)': ({ source }) => loadStandard(source),
  };
  if (checkout !== undefined) {
    const other: { readPage: typeof readPage } = await import(join(checkout, 'crawler/read/read.ts'));
    ways[`readPage of ${checkout}`] = (page) => other.readPage(page.source, page);
  }
  /** The median page of each round. */
  const timed = (way: Way, pages: readonly Page[]) => () => ({
    time: median(pages.map((page) => cpuMs(() => way(page), 10))),
  });
  const measure = (name: string, pages: readonly Page[]) => {
    const baselines = Object.entries(ways).map(([baseline, way]) => [baseline, timed(way, pages)]);
    const subject = timed(ours, pages);
    return compare(bench, { ...COMMON, case: name, subject, baselines: Object.fromEntries(baselines) });
  };
  const pages = pagesOf(bench);
  await measure(`median of ${pages.length} pages`, pages);
  const kilobytes = quick ? 100 : 1024;
  const [one, four] = [sizedPage({ bytes: kilobytes * KB }), sizedPage({ bytes: 4 * kilobytes * KB })];
  await measure(`page of ${kilobytes} KB`, [one]);
  const quarter = timed(ours, [four]);
  await compare(bench, {
    ...COMMON,
    case: `a quarter of a page of ${4 * kilobytes} KB`,
    subject: () => ({ time: quarter().time / 4 }),
    baselines: { [`a page of ${kilobytes} KB`]: timed(ours, [one]) },
  });
}

/** Those of a corpus, else one in every layout. */
function pagesOf({ corpus: corpora, quick }: Bench): Page[] {
  if (corpora.length === 0) return HTTP_LAYOUTS.map((layout) => sizedPage({ layout, bytes: 50 * KB }));
  return corpora.flatMap((corpus) =>
    corpusEntries(corpus)
      .slice(0, quick ? 3 : undefined)
      .map((entry) => {
        const url = entry.url || 'https://acme.example/pricing';
        return { source: corpusPage(corpus, entry), format: formatOf(entry.file), url };
      }),
  );
}
