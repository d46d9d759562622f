/** An installation that has visited and published, with nothing running: a ledger, an archive, a generation. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive } from '../../data/store/archive/archive.ts';
import { closeStores, openStores, publication } from '../../verifier/publish/publication.ts';
import type { PublishReport } from '../../verifier/publish/publish.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { vendorPage, visit } from '../verifier/vendor-page.ts';
import { type Installation, install, placesOf } from '../verifier/verifier-process.ts';

export interface Installed extends Installation {
  ledger: string;
  generations: string;
  /** SHA-256 of the pages that its entries cite. */
  pages: string[];
  report: PublishReport;
  env: Record<string, string>;
}

/** Each visit finds the price of `monthly`, one after the other. */
export async function visited(installation: Installation, monthly: readonly string[], now: Date): Promise<string[]> {
  const stores = await openStores(installation, now);
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

export async function publishedIn(installation: Installation, now: Date): Promise<PublishReport> {
  const stores = await openStores(installation, now);
  try {
    return (await publication(stores, installation.dataDir)(now)).report;
  } finally {
    closeStores(stores);
  }
}

let model: ReturnType<typeof modelInstallation> | undefined;

/** What every installation of a test file is a copy of. */
async function modelInstallation() {
  atEndOfFile(() => {
    model = undefined;
  });
  const [root, now] = [temporaryDirectory(), new Date()];
  const installation = await install(3, root);
  const pages = await visited(installation, ['12', '15'], now);
  return { root, pages, report: await publishedIn(installation, now) };
}

/** Removed at the end of the test file. */
export async function installed(): Promise<Installed> {
  model ??= modelInstallation();
  const { root, pages, report } = await model;
  const copy = temporaryDirectory();
  cpSync(root, copy, { recursive: true });
  const [dataDir, catalogueDir] = [join(copy, 'var'), join(copy, 'catalogue')];
  return {
    dataDir,
    catalogueDir,
    archive: await openArchive(join(dataDir, 'archive')),
    ledger: join(dataDir, 'ledger.db'),
    generations: join(dataDir, 'generations'),
    pages,
    report,
    env: placesOf({ dataDir, catalogueDir }),
  };
}
