/** A decision or an undo, as its form has it: by whom, when, and why. */
import * as z from 'zod';
import type { Decision } from '../../data/pipeline/review-decision.ts';
import { type Decidable, decisionOn, type Resolution } from '../../verifier/review/review.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import type { PageRequest } from './page.ts';

export type DecidedBy = Pick<Decision, 'by' | 'reason' | 'decidedAt'>;

/** @throws {ConsoleProblem} there is no reason */
export function decidedBy(form: FormData, { who: by, now }: PageRequest): DecidedBy {
  const reason = field(form, 'reason');
  if (reason === '') throw new ConsoleProblem(422, 'Enter a reason for the activity log');
  return { by, reason, decidedAt: now.toISOString() };
}

/** @throws {ConsoleProblem} there is no reason, or the decision is invalid */
export function decisionIn(
  form: FormData,
  request: PageRequest,
  { on, ...what }: Omit<Resolution, keyof DecidedBy> & { on: Decidable },
): Decision {
  const by = decidedBy(form, request);
  try {
    return decisionOn(on, { ...what, ...by });
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new ConsoleProblem(422, `The decision is invalid: ${z.prettifyError(error)}`);
  }
}
