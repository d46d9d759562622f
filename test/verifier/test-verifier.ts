/** A verifier in this process, on a real ledger and a real archive. */
import { join } from 'node:path';
import type { Rereading } from '../../data/pipeline/rereading.ts';
import { rereadingId } from '../../data/pipeline/rereading.ts';
import type { Verdict } from '../../data/pipeline/verdict.ts';
import type { VerifyJob } from '../../data/pipeline/verify-job.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import type { PricingRecord } from '../../data/record.ts';
import { type Archive, openArchive } from '../../data/store/archive/archive.ts';
import { type Ledger, openLedger } from '../../data/store/ledger/ledger.ts';
import type { Standing, Waiting } from '../../data/store/ledger/review.ts';
import { recordOf } from '../../verifier/record/record.ts';
import { type Decidable, decisionOn, type Resolution } from '../../verifier/review/review.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { daysAfterNoon, NOON, product as productOf, unchanged } from '../builders.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type VendorPage, visit } from './vendor-page.ts';

export interface TestVerifier {
  ledger: Ledger;
  archive: Archive;
  file: string;
  /** Archives the page, if any, then judges and writes the job. @throws {Error} as to the queue */
  submit(job: VerifyJob, page?: VendorPage): Promise<Verdict | 'duplicate'>;
  /** A visit some days after noon that meets this page. */
  visit(page: VendorPage, day: number, reading?: PageReading): Promise<Verdict | 'duplicate'>;
  /** A visit that meets the same bytes. */
  unchanged(page: Pick<VendorPage, 'sha256'>, day: number): Promise<Verdict | 'duplicate'>;
  /** The page of that day, read again. */
  reread(page: VendorPage, day: number, reading?: PageReading, version?: string): Promise<Verdict | 'duplicate'>;
  record(slug?: string): PricingRecord;
  /** The first reading of acme that waits. @throws {Error} none does */
  waits(): Waiting;
  /** What acme states by that source. @throws {Error} it was never visited */
  standing(source?: string): Standing;
  /** By Ada, unless told otherwise. */
  decide(
    on: Decidable,
    day: number,
    how: Pick<Resolution, 'action'> & Partial<Resolution>,
  ): Promise<Verdict | 'duplicate'>;
}

/** @param recordedAt what the clock of the verifier says */
export async function testVerifier(
  products: CatalogueProduct[] = [productOf()],
  recordedAt: string | (() => string) = NOON,
): Promise<TestVerifier> {
  const clock = () => new Date(typeof recordedAt === 'string' ? recordedAt : recordedAt());
  const dir = temporaryDirectory();
  const file = join(dir, 'ledger.db');
  const ledger = openLedger(file);
  const archive = await openArchive(join(dir, 'archive'));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const { commit } = committer({ ledger, archive, products: bySlug, clock });
  async function submit(job: VerifyJob, page?: VendorPage): Promise<Verdict | 'duplicate'> {
    if (page !== undefined) await archive.put(page.bytes);
    return (await commit(job)).verdict ?? 'duplicate';
  }
  return {
    ledger,
    archive,
    file,
    submit,
    visit: (page, day, reading) => submit(visit(page, { at: daysAfterNoon(day) }, reading), page),
    unchanged: ({ sha256 }, day) => submit(unchanged({ at: daysAfterNoon(day) }, sha256)),
    reread: (page, day, reading, version) => submit(readAgain(page, { at: daysAfterNoon(day) }, reading, version)),
    record(slug = 'acme') {
      const product = bySlug.get(slug);
      if (product === undefined) throw new Error(`Cannot find "${slug}" among the products of a test`);
      return recordOf(product, ledger.state(slug), {});
    },
    waits() {
      const [first] = ledger.waiting('acme');
      if (first === undefined) throw new Error('Nothing waits');
      return first;
    },
    standing(source = 'pricing') {
      const found = ledger.standing('acme', source);
      if (found === undefined) throw new Error('The source was never visited');
      return found;
    },
    decide: (on, day, how) =>
      submit(decisionOn(on, { by: 'ada', reason: 'misread', decidedAt: daysAfterNoon(day), ...how })),
  };
}

/** The re-reading of a page. */
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
