/**
 * The processor of the crawl queue: maps the end of a visit to what BullMQ does with the job.
 *
 * | The visit | The queue |
 * |---|---|
 * | brought a page, a confirmation, or a failure that will last (refused, disallowed, too large, …) | hands it over |
 * | failed in passing (unreachable, timeout, 5xx, a browser that died) | retries with backoff; hands over the last |
 * | must wait for its turn at the host | delays the job; no attempt is counted |
 * | threw, which is a bug or our own disk | retries; hands over `crashed` at last and fails loudly |
 * | is of a product or source that has left the catalogue | ends the job |
 * | is no job of ours | fails for good |
 */
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import * as z from 'zod';
import { CrawlJob, type Observation } from '../../data/observation.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { failureObservation, type Visit } from './visit.ts';

export interface VisitJobTools {
  visit: (job: CrawlJob) => Promise<Visit>;
  /** Resolves when the observation is in the verifier's queue. */
  handOver: (observation: Observation) => Promise<void>;
  /** Whether the catalogue of now still has it. */
  isWanted: (job: CrawlJob) => boolean;
  clock: () => Date;
  onEnd: (end: VisitEnd) => void;
}

export interface VisitEnd {
  id: string;
  url: string;
  attempt: number;
  result: 'page' | 'unchanged' | 'failure' | 'retry' | 'postponed' | 'dropped' | 'threw';
  observation?: Observation;
  waitMs?: number;
  error?: unknown;
}

class PassingFailure extends Error {
  override name = 'PassingFailure';
}

export function visitJob({ visit, handOver, isWanted, clock, onEnd }: VisitJobTools) {
  return async (job: Job<unknown>, token?: string): Promise<void> => {
    const parsed = CrawlJob.safeParse(job.data);
    if (!parsed.success) {
      throw new UnrecoverableError(`Cannot visit job "${job.id}": ${z.prettifyError(parsed.error)}`.slice(0, 2_000));
    }
    const asked = parsed.data;
    const attempt = job.attemptsMade + 1;
    const isLast = attempt >= (job.opts.attempts ?? 1);
    const end = (facts: Omit<VisitEnd, 'id' | 'url' | 'attempt'>) =>
      onEnd({ id: job.id ?? '', url: asked.url, attempt, ...facts });

    if (!isWanted(asked)) {
      end({ result: 'dropped' });
      // Its id is free again, or the scheduler could not queue the source's new address.
      job.opts.removeOnComplete = true;
      return;
    }
    let ended: Visit;
    try {
      ended = await visit(asked);
    } catch (error) {
      end({ result: 'threw', error });
      const detail = `Internal error during the visit: ${error instanceof Error ? error.message : String(error)}`;
      if (isLast) await handOver(failureObservation(asked, { failure: 'crashed', detail }, clock()));
      throw error;
    }
    if (ended.kind === 'postponed') {
      end({ result: 'postponed', waitMs: ended.waitMs });
      if (ended.job.render !== asked.render) await job.updateData(ended.job);
      await job.moveToDelayed(Date.now() + ended.waitMs, token);
      throw new DelayedError();
    }
    const { observation, isPassing } = ended;
    if (isPassing && !isLast && observation.kind === 'failure') {
      end({ result: 'retry', observation });
      throw new PassingFailure(observation.detail);
    }
    await handOver(observation);
    end({ result: observation.kind, observation });
  };
}

/** A replay's visits are of the addresses of their day. */
export function wants({ retired, sources }: CatalogueProduct, { source, url, at }: CrawlJob): boolean {
  if (retired !== undefined) return false;
  return at !== undefined || sources.some((each) => each.id === source && each.url === url);
}
