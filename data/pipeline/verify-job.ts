/** What is handed to the verifier, and written to the ledger as one entry: a visit, a page read again, a decision. */
import * as z from 'zod';
import { Observation } from '../observation.ts';
import { Rereading } from './rereading.ts';
import { Decision } from './review-decision.ts';

export const VerifyJob = z.discriminatedUnion('kind', [Observation, Rereading, Decision]);
export type VerifyJob = z.infer<typeof VerifyJob>;

export function isObservation(job: VerifyJob): job is Observation {
  return job.kind !== 'rereading' && job.kind !== 'decision';
}

const parsedJobs = new WeakSet<object>();

/** What was parsed here is known again, and need not be parsed a second time; it must not be changed any more. */
export function parseVerifyJob(data: unknown): z.ZodSafeParseResult<VerifyJob> {
  const parsed = VerifyJob.safeParse(data);
  if (parsed.success) parsedJobs.add(parsed.data);
  return parsed;
}

export function isParsed(job: VerifyJob): boolean {
  return parsedJobs.has(job);
}
