/** An installation that has visited and published, with nothing running: a ledger, an archive, a generation. */
import { join } from 'node:path';
import { closeStores, openStores, publication } from '../../verifier/publish/publication.ts';
import type { PublishReport } from '../../verifier/publish/publish.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { vendorPage, visit } from '../verifier/vendor-page.ts';
import { type Installation, install } from '../verifier/verifier-process.ts';

export interface Installed extends Installation {
  ledger: string;
  generations: string;
  /** SHA-256 of the pages that its entries cite. */
  pages: string[];
  report: PublishReport;
  env: Record<string, string>;
}

/** Each visit finds the price of `monthly`, one after the other. */
export async function visited(house: Installation, monthly: readonly string[], now: Date): Promise<string[]> {
  const stores = await openStores(house, now);
  try {
    const products = new Map(stores.catalogue.products.map((product) => [product.slug, product]));
    const { commit } = committer({ ...stores, products, clock: () => now });
    const pages: string[] = [];
    for (const [at, price] of monthly.entries()) {
      const page = vendorPage([
        { name: 'Team', monthly: price },
        { name: 'Hobby', claim: 'free' },
      ]);
      const seenAt = new Date(now.getTime() - (monthly.length - at) * 3_600_000);
      await stores.archive.put(page.bytes);
      await commit(visit(page, { slug: 'acme-1', at: seenAt.toISOString() }));
      pages.push(page.sha256);
    }
    return pages;
  } finally {
    closeStores(stores);
  }
}

export async function publishedIn(house: Installation, now: Date): Promise<PublishReport> {
  const stores = await openStores(house, now);
  try {
    return (await publication(stores, house.dataDir)(now)).report;
  } finally {
    closeStores(stores);
  }
}

/** Removed at the end of the test file. */
export async function installed(now = new Date()): Promise<Installed> {
  const house = await install(3);
  const pages = await visited(house, ['12', '15'], now);
  const report = await publishedIn(house, now);
  return {
    ...house,
    ledger: join(house.dataDir, 'ledger.db'),
    generations: join(house.dataDir, 'generations'),
    pages,
    report,
    env: { DATA_DIR: house.dataDir, CATALOGUE_DIR: house.catalogueDir },
  };
}
