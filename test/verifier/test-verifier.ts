/** A verifier in this process, on a real ledger and a real archive. */
import { join } from 'node:path';
import type { Rereading } from '../../data/pipeline/rereading.ts';
import { rereadingId } from '../../data/pipeline/rereading.ts';
import type { Verdict } from '../../data/pipeline/verdict.ts';
import type { VerifyJob } from '../../data/pipeline/verify-job.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { openArchive } from '../../data/store/archive/archive.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { recordOf } from '../../verifier/record/record.ts';
import { type Decidable, decisionOn, type Resolution } from '../../verifier/review/review.ts';
import { committer } from '../../verifier/worker/commit.ts';
import { daysAfterNoon, NOON, product as productOf, unchanged } from '../builders.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type VendorPage, visit } from './vendor-page.ts';

export type TestVerifier = Awaited<ReturnType<typeof testVerifier>>;

/** @param recordedAt what the clock of the verifier says */
export async function testVerifier(
  products: CatalogueProduct[] = [productOf()],
  recordedAt: string | (() => string) = NOON,
) {
  const clock = () => new Date(typeof recordedAt === 'string' ? recordedAt : recordedAt());
  const dir = temporaryDirectory();
  const file = join(dir, 'ledger.db');
  const ledger = openLedger(file);
  const archive = await openArchive(join(dir, 'archive'));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const { commit } = committer({ ledger, archive, products: bySlug, clock });
  /** Archives the page, if any, then judges and writes the job. @throws {Error} as to the queue */
  async function submit(job: VerifyJob, page?: VendorPage): Promise<Verdict | 'duplicate'> {
    if (page !== undefined) await archive.put(page.bytes);
    return (await commit(job)).verdict ?? 'duplicate';
  }
  return {
    ledger,
    archive,
    file,
    submit,
    /** A visit some days after noon that meets this page. */
    visit: (page: VendorPage, day: number, reading?: PageReading) =>
      submit(visit(page, { at: daysAfterNoon(day) }, reading), page),
    /** A visit that meets the same bytes. */
    unchanged: ({ sha256 }: Pick<VendorPage, 'sha256'>, day: number) =>
      submit(unchanged({ at: daysAfterNoon(day) }, sha256)),
    /** The page of that day, read again. */
    reread: (page: VendorPage, day: number, reading?: PageReading, version?: string) =>
      submit(readAgain(page, { at: daysAfterNoon(day) }, reading, version)),
    record: (slug = 'acme') => recordOf(there(bySlug.get(slug)), ledger.state(slug), {}),
    /** The first reading of acme that waits. */
    waits: () => there(ledger.waiting('acme')[0]),
    /** What acme states by that source. */
    standing: (source = 'pricing') => there(ledger.standing('acme', source)),
    /** By Ada, unless told otherwise. */
    decide: (on: Decidable, day: number, how: Pick<Resolution, 'action'> & Partial<Resolution>) =>
      submit(decisionOn(on, { by: 'ada', reason: 'misread', decidedAt: daysAfterNoon(day), ...how })),
  };
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A test asks for what is not there');
  return value;
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
