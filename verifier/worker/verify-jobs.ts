/** Jobs of the verify queue: commits observations, records actions of operators, and refuses anything else for good. */
import { type Job, UnrecoverableError } from 'bullmq';
import type { Logger } from 'pino';
import * as z from 'zod';
import { Action } from '../../data/pipeline/operator-action.ts';
import { isObservation, VerifyJob } from '../../data/pipeline/verify-job.ts';
import type { CatalogueProduct, Slug } from '../../data/product.ts';
import { NotTaken } from '../review/review.ts';
import type { Committer } from './commit.ts';
import type { VerifierMetrics } from './metrics.ts';

export interface VerifyJobsOptions {
  committer: Committer;
  recordAction: (action: Action) => void;
  products: Pick<ReadonlyMap<Slug, CatalogueProduct>, 'get'>;
  /** Whether it was in the catalogue before. */
  wasRemoved: (slug: Slug) => boolean;
  metrics: VerifierMetrics;
  log: Logger;
  onWritten: () => void;
}

export type Delivered = Pick<Job<unknown>, 'id' | 'data'>;

export type VerifyJobs = ReturnType<typeof verifyJobs>;

export function verifyJobs(options: VerifyJobsOptions) {
  const { committer, recordAction, products, wasRemoved, metrics, log, onWritten } = options;

  /** Resolves to the reason where the job is not taken; whoever handed it over waits for that. A failed job is a bug. */
  async function verify(observation: VerifyJob): Promise<string | undefined> {
    try {
      const { written, verdict } = await committer.commit(observation);
      if (verdict === undefined) return undefined;
      const { outcome, score, reasons, refused } = verdict;
      if (isObservation(observation)) metrics.observations.inc({ outcome });
      else metrics.setRight.inc({ kind: observation.kind, outcome });
      metrics.refusedPrices.inc(refused.length);
      log.info({ event: 'verified', id: observation.id, written, outcome, score, refused: refused.length, reasons });
      onWritten();
      return undefined;
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      log.warn({ event: 'not_taken', id: observation.id, reason: error.message });
      return error.message;
    }
  }

  function record(action: Action): void {
    recordAction(action);
    log.info({ event: 'action', id: action.id, action: action.action, by: action.by, reason: action.reason });
  }

  /**
   * Undefined where the product has left the catalogue since the visit.
   * @throws {UnrecoverableError} the job is invalid; it stays among the failed jobs for inspection
   */
  function observationOf(job: Delivered): VerifyJob | Action | undefined {
    const parsed = VerifyJob.safeParse(job.data);
    if (parsed.success && products.get(parsed.data.slug) !== undefined) return parsed.data;
    const action = Action.safeParse(job.data);
    if (action.success) return action.data;
    if (parsed.success && isObservation(parsed.data) && wasRemoved(parsed.data.slug)) return undefined;
    const reason = parsed.success ? `no product "${parsed.data.slug}" in the catalogue` : z.prettifyError(parsed.error);
    metrics.invalidJobs.inc();
    log.error({ event: 'invalid_job', job: job.id, reason }, 'A job is not an observation');
    throw new UnrecoverableError(`Cannot verify job "${job.id}": ${reason}`.slice(0, 2_000));
  }

  return {
    async process(job: Delivered): Promise<string | undefined> {
      const observation = observationOf(job);
      if (observation === undefined)
        log.info({ event: 'dropped', job: job.id }, 'The product is no longer in the catalogue');
      else if (observation.kind === 'action') record(observation);
      else return verify(observation);
      return undefined;
    },
  };
}
