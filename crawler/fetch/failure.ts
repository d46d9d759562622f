/**
 * Why a fetch brought no page: thrown inside crawler/fetch, where a hop, a byte counter or a robots rule ends it, and
 * turned into a value at its edge (fetched.ts), because to the rest of the crawler a failure is an observation.
 */
import type { FailureKind } from '../../data/observation.ts';

export interface FailureFacts {
  status?: number;
  /** What the server asked for in Retry-After, from now. */
  retryAfterMs?: number;
  /** It may be over in a minute, though a failure of this kind seldom is. */
  isPassing?: true;
  cause?: unknown;
}

export class FetchFailure extends Error {
  override name = 'FetchFailure';
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, message: string, facts: FailureFacts = {}) {
    super(message, { cause: facts.cause });
    this.kind = kind;
    this.facts = facts;
  }
}
