/** Runs the pipeline through the captures of a corpus: serves the pages of a day, ticks, and waits for the ledger. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CatalogueProduct } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { OFTENEST } from '../schedule/cadence-plan.ts';
import { type CrawlQueue, tick } from '../schedule/crawl-queue.ts';
import type { Capture, Corpus } from './corpus.ts';

const VISIT_DEADLINE_MS = 120_000;
const POLL_MS = 40;

export interface VisitShell {
  queue: CrawlQueue;
  vendors: Vendors;
  facts: () => Map<string, SourceFacts>;
  onVisit: (visit: { slug: string; source: string; at: string; outcome: string; disputed: boolean }) => void;
  signal: AbortSignal;
}

/** Resolves with the number of visits per outcome. */
export async function visitInTime(corpus: Corpus, shell: VisitShell): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const days = [...Map.groupBy(corpus.captures, ({ at }) => at.getTime()).values()];
  for (const captures of days) {
    for (const capture of captures) shell.vendors.show(capture);
    const [first] = captures;
    if (first === undefined || shell.signal.aborted) break;
    for (const { outcome } of await visit(productsOf(corpus, captures), first.at, shell))
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

/** The products of these captures, with the captured sources alone. */
function productsOf({ products }: Corpus, captures: Capture[]): CatalogueProduct[] {
  const shown = new Set(captures.map(({ slug, source }) => sourceKey(slug, source)));
  const shownOf = ({ slug, sources }: CatalogueProduct) => sources.filter(({ id }) => shown.has(sourceKey(slug, id)));
  return products
    .map((product) => ({ ...product, sources: shownOf(product) }))
    .filter((each) => each.sources.length > 0);
}

/** Facts of the sources that were due, once the ledger has this visit of each. */
async function visit(products: CatalogueProduct[], now: Date, shell: VisitShell): Promise<SourceFacts[]> {
  const { jobs } = await tick(shell.queue, { products, facts: shell.facts(), plan: OFTENEST, now, isReplay: true });
  const deadline = performance.now() + VISIT_DEADLINE_MS;
  const isKnown = (facts?: SourceFacts) => facts !== undefined && Date.parse(facts.checkedAt) >= now.getTime();
  for (;;) {
    const all = shell.facts();
    const facts = jobs.map(({ slug, source }) => all.get(sourceKey(slug, source)));
    const missing = jobs.filter((_, index) => !isKnown(facts[index]));
    if (missing.length === 0 || shell.signal.aborted) {
      const known = facts.filter((each) => each !== undefined);
      for (const { slug, source, outcome, disputed } of known) {
        shell.onVisit({ slug, source, at: now.toISOString(), outcome, disputed });
      }
      return known;
    }
    if (performance.now() > deadline) {
      const names = missing.map(({ slug, source }) => sourceKey(slug, source)).join(', ');
      const at = now.toISOString();
      throw new Error(`Cannot continue the replay: no visits of ${names} at ${at}`);
    }
    await delay(POLL_MS);
  }
}

export type Vendors = Awaited<ReturnType<typeof startVendors>>;

/** Serves the vendors of a corpus on one loopback port, by the Host header: each URL has the page last shown for it. */
export async function startVendors(pagesDir: string, port: number) {
  const onShow = new Map<string, Capture>();
  const server = createServer((request, response) => {
    const capture = onShow.get(`${request.headers.host}${request.url}`);
    if (capture === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    response.writeHead(200, { 'content-type': capture.contentType });
    createReadStream(join(pagesDir, capture.file))
      .on('error', (error) => response.destroy(error))
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    show(capture: Capture): void {
      const { host, pathname, search } = new URL(capture.url);
      onShow.set(`${host}${pathname}${search}`, capture);
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
