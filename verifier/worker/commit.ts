/** Group commit: observations that arrive together share one transaction. An invalid one fails alone. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page } from '../../data/page.ts';
import type { LedgerEntry, Verdict } from '../../data/pipeline/verdict.ts';
import type { VerifyJob } from '../../data/pipeline/verify-job.ts';
import type { CatalogueProduct, Slug } from '../../data/product.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';
import { type ArchivedPage, archivedWords, intactWords } from '../judge/archived-text.ts';
import { verifyRereading } from '../judge/reread.ts';
import { needsWords, verifyObservation } from '../judge/verify.ts';
import { decide, NotTaken } from '../review/review.ts';

export interface Committed {
  written: 'written' | 'duplicate';
  /** Absent for a duplicate. */
  verdict?: Verdict;
}

export interface CommitOptions {
  ledger: Ledger;
  archive: Archive;
  products: Pick<ReadonlyMap<Slug, CatalogueProduct>, 'get'>;
  clock: () => Date;
}

/** Limits of one transaction, so that no job waits long for its answer. */
const MAX_OBSERVATIONS = 128;
const MAX_PAGE_BYTES = 32 * 1024 * 1024;

interface Waiting {
  observation: VerifyJob;
  resolve: (committed: Committed) => void;
  reject: (error: unknown) => void;
}

export type Committer = ReturnType<typeof committer>;

export function committer(options: CommitOptions) {
  const queue: Waiting[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (queue.length > 0) {
      // Collects what arrives in this turn of the event loop, and lets BullMQ renew its locks.
      await nextTurn();
      commitBatch(takeBatch(queue), options);
    }
    isRunning = false;
  }

  return {
    /** Resolves when the observation and its consequences are on disk. @throws {Error} nothing was written */
    async commit(observation: VerifyJob): Promise<Committed> {
      // A page in a remote archive is fetched before the synchronous transaction.
      if ('page' in observation) await options.archive.prefetch(observation.page.sha256);
      return new Promise((resolve, reject) => {
        queue.push({ observation, resolve, reject });
        void run();
      });
    },
  };
}

/** Of one product, the earlier visit is judged first. */
function takeBatch(queue: Waiting[]): Waiting[] {
  let pageBytes = 0;
  let count = 0;
  for (const { observation } of queue) {
    pageBytes += 'page' in observation ? observation.page.bytes : 0;
    if (count > 0 && (count >= MAX_OBSERVATIONS || pageBytes > MAX_PAGE_BYTES)) break;
    count += 1;
  }
  return queue
    .splice(0, count)
    .sort((a, b) => Date.parse(a.observation.observedAt) - Date.parse(b.observation.observedAt));
}

function commitBatch(batch: Waiting[], options: CommitOptions): void {
  const answers: (() => void)[] = [];
  try {
    options.ledger.together(() => {
      for (const waiting of batch) answers.push(commitOne(waiting, options));
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
    return;
  }
  for (const answer of answers) answer();
}

/** Judges and appends; returns the answer to the caller, for when all is committed. */
function commitOne({ observation, resolve, reject }: Waiting, options: CommitOptions): () => void {
  const { ledger, products, clock } = options;
  try {
    if (ledger.has(observation.id)) return () => resolve({ written: 'duplicate' });
    const product = products.get(observation.slug);
    if (product === undefined)
      throw new Error(`Cannot verify "${observation.id}": no product "${observation.slug}" in the catalogue`);
    const recordedAt = clock();
    const entry = judged({ observation, product, recordedAt }, options);
    const [written = 'written'] = ledger.append([entry], recordedAt);
    return () => resolve({ written, verdict: entry.verdict });
  } catch (error) {
    if (isOfStorage(error)) throw error;
    return () => reject(error);
  }
}

type ToJudge = { observation: VerifyJob; product: CatalogueProduct; recordedAt: Date };

function judged({ observation, product, recordedAt }: ToJudge, options: CommitOptions): LedgerEntry {
  const { ledger, archive } = options;
  const { slug, source, id } = observation;
  // Read within the transaction: whether a page is needed depends on what was written just before.
  const wordsOfPage = (page: Page) => {
    const found = archivedWords(archive, page);
    if (found === undefined) throw new Error(`Cannot find the page ${page.sha256} of "${id}" in the archive`);
    return found.words;
  };
  if (observation.kind === 'decision') {
    return decide({ decision: observation, known: ledger, product, recordedAt });
  }
  if (observation.kind === 'rereading') {
    if (!ledger.has(observation.of))
      throw new NotTaken(`Cannot process "${observation.id}": no observation "${observation.of}"`);
    const words = wordsOfPage(observation.page);
    const [past, state] = [ledger.past(slug), ledger.state(slug).sources.get(source)];
    return verifyRereading({ rereading: observation, words, past, state, product, recordedAt });
  }
  const state = ledger.state(slug);
  const isRead = observation.kind === 'page' && needsWords({ observation, state, recordedAt });
  const words = isRead ? wordsOfPage(observation.page) : undefined;
  const archived = (page: ArchivedPage) => intactWords(archive, page);
  const past = () => ledger.past(slug);
  return verifyObservation({ observation, words, archived, state, past, product, recordedAt });
}

/** SQLite's own errors end the transaction; others fail one observation. */
function isOfStorage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}
