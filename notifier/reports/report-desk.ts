/** Records reports of mistakes through the verifier, and has their products checked. */
import { keptHandOver } from '../../config/hand-over.ts';
import { checkJobs, openCrawlQueue, putFirst } from '../../crawler/schedule/crawl-queue.ts';
import type { MistakeReport, ReportReceived } from '../../data/pipeline/mistake-report.ts';
import { actionOf } from '../../data/pipeline/operator-action.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { readSourceFacts } from '../../data/store/ledger-queries/source-facts.ts';
import { Problem } from '../../serve/interface/problem.ts';

/** A visitor waits; a running verifier needs milliseconds. */
const RECORDED_WITHIN_MS = 10_000;
const HOUR_MS = 3_600_000;
const VISITOR = 'visitor';

interface DeskOptions {
  redisUrl: string;
  ledgerFile: string;
  baseUrl: string;
  /** Undefined before the first generation. */
  published(): { product(slug: string): CatalogueProduct | undefined } | undefined;
  clock(): Date;
  /** How long the verifier is waited for. */
  withinMs?: number;
  /** A check that could not be queued: the report is recorded all the same. */
  onUnchecked(error: unknown): void;
}

export type ReportDesk = ReturnType<typeof reportDesk>;

export function reportDesk({ redisUrl, ledgerFile, baseUrl, published, clock, onUnchecked, ...options }: DeskOptions) {
  const queue = openCrawlQueue(redisUrl);
  queue.on('error', () => {}); // The call that needs it fails.
  const verifier = keptHandOver(redisUrl, options.withinMs ?? RECORDED_WITHIN_MS);

  /** Visits all sources out of turn, at most once an hour: the hour is part of the jobs' ids. */
  async function check(reported: CatalogueProduct, now: Date): Promise<void> {
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    await putFirst(queue, checkJobs([reported], readSourceFacts(ledgerFile, [reported.slug]), hour));
  }

  return {
    /** Resolves once the ledger has it. @throws {Problem} `not_found`; `reports_unavailable`, where no verifier runs */
    async take({ slug, evidence, words }: MistakeReport): Promise<ReportReceived> {
      const reported = (published() ?? unavailable()).product(slug);
      if (reported === undefined) throw new Problem('not_found', `No product "${slug}"`);
      const now = clock();
      const what = { action: 'mistake_reported', slug, by: VISITOR, reason: words, evidence } as const;
      const action = actionOf(what, { now });
      try {
        await (await verifier.open()).judged(action);
      } catch (cause) {
        unavailable(cause);
      }
      await check(reported, now).catch(onUnchecked);
      const corrections = `${baseUrl}/api/v2/changes?slug=${slug}&type=correction`;
      return {
        id: action.id,
        slug,
        status: 'received',
        links: { page: `${baseUrl}/tools/${slug}/pricing`, corrections },
      };
    },
    async close(): Promise<void> {
      await Promise.allSettled([queue.close(), verifier.close()]);
    },
  };
}

/** @throws {Problem} */
function unavailable(cause?: unknown): never {
  const headers = { 'Retry-After': '60' };
  throw new Problem('reports_unavailable', 'Reports cannot be recorded at the moment', { headers, cause });
}
