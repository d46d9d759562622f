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
