/** A verifier in this process, on a real ledger and a real archive: what is handed over is judged and written. */
import { join } from 'node:path';
import type { Rereading } from '../../data/pipeline/rereading.ts';
import { rereadingId } from '../../data/pipeline/rereading.ts';
import type { Verdict } from '../../data/pipeline/verdict.ts';
import type { VerifyJob } from '../../data/pipeline/verify-job.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { PricingRecord } from '../../data/record.ts';
import { type Archive, openArchive } from '../../data/store/archive/archive.ts';
import { type Ledger, openLedger } from '../../data/store/ledger/ledger.ts';
import { recordOf } from '../../verifier/record/record.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { NOON, product as productOf } from '../builders.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type VendorPage, visit } from './vendor-page.ts';

export interface Kept {
  ledger: Ledger;
  archive: Archive;
  file: string;
  /** Archives its page where it has one, judges and writes it. @throws {Error} what the queue would be told */
  take(job: VerifyJob, page?: VendorPage): Promise<Verdict | 'duplicate'>;
  record(slug?: string): PricingRecord;
}

/** @param recordedAt what the clock of the verifier says */
export async function kept(
  products: CatalogueProduct[] = [productOf()],
  recordedAt: string | (() => string) = NOON,
): Promise<Kept> {
  const clock = () => new Date(typeof recordedAt === 'string' ? recordedAt : recordedAt());
  const dir = temporaryDirectory();
  const file = join(dir, 'ledger.db');
  const ledger = openLedger(file);
  const archive = await openArchive(join(dir, 'archive'));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const { commit } = committer({ ledger, archive, products: bySlug, clock });
  return {
    ledger,
    archive,
    file,
    async take(job, page) {
      if (page !== undefined) await archive.put(page.bytes);
      return (await commit(job)).verdict ?? 'duplicate';
    },
    record(slug = 'acme') {
      const product = bySlug.get(slug);
      if (product === undefined) throw new Error(`Cannot find "${slug}" among the products of a test`);
      return recordOf(product, ledger.state(slug), {});
    },
  };
}

/** What a page of those words would be read as, said again of a page that was read otherwise. */
export function readAgain(
  page: VendorPage,
  at: Parameters<typeof visit>[1],
  reading = page.reading,
  version = 'test-2',
): Rereading {
  const { id, slug, source, url, observedAt, page: seen } = visit(page, at);
  return {
    kind: 'rereading',
    id: rereadingId(id, version),
    of: id,
    slug,
    source,
    url,
    observedAt,
    page: seen,
    reading: { ...reading, readerVersion: version },
  };
}
