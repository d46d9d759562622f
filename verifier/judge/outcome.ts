/**
 * The outcome of an observation: `confirmed`, `changed`, `contradicted`, `unsupported` or `unreadable`. Pure.
 *
 * A plausible reading is published at once. An implausible one waits and leaves the old statement in place, disputed, until
 * the same clean reading comes on `TRUST.repeatsToOverrule` visits (more, over more days, where the page may be another
 * variant). A return to the old prices ends the dispute.
 */
import { TRUST } from '../../config/trust.ts';
import type { SourceState } from '../../data/pipeline/ledger-state.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Outcome } from '../../data/source-facts.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';
import { isEmpty, sameFacts } from '../record/facts.ts';
import { variantDoubts } from '../record/plausibility.ts';
import type { History } from './score.ts';

export interface Judgement {
  outcome: Outcome;
  /** The reading becomes what the source states. */
  isTaken: boolean;
  /** The reading waits for another look. */
  isCandidate: boolean;
  /** After this, a contradicting reading waits. */
  isDisputed: boolean;
  /** How the reading compares with what was known, for its score. */
  history: History;
  reasons: string[];
}

/** A reading of a readable page, as a statement, with the doubts about it. */
export interface JudgedReading {
  statement: Statement;
  doubts: string[];
  /** No price of it was refused. */
  isClean: boolean;
  observedAt: string;
  scoreAs: (history: History) => number;
}

/** No page, or a page without prices: a waiting reading keeps waiting. */
export function judgeUnreadable(state: SourceState, reason: string): Judgement {
  return { ...NOTHING_TAKEN, outcome: 'unreadable', isDisputed: state.candidate !== undefined, reasons: [reason] };
}

export function judgeReading(state: SourceState, reading: JudgedReading): Judgement {
  const { statement, doubts, isClean, observedAt, scoreAs } = reading;
  const isWaiting = state.candidate !== undefined;
  if (isEmpty(statement)) {
    const reasons = [isClean ? 'the page states no prices' : 'the page supports none of the prices that were read'];
    return { ...NOTHING_TAKEN, outcome: 'unsupported', isDisputed: isWaiting, reasons };
  }
  if (state.statement !== undefined && sameFacts(state.statement, statement))
    return { ...TAKEN, outcome: 'confirmed', history: 'same', reasons: [] };

  const rejected = rejection(state, pricesKey(statement));
  if (rejected !== undefined) return rejected;
  const implied = doubts.length > 0 ? 'implausible' : 'plausible';
  const history = state.statement === undefined ? 'none' : implied;
  const against = [...doubts];
  if (doubts.length === 0 && scoreAs(history) < TRUST.publishFrom)
    against.push('not sure enough to publish at first sight');
  if (against.length === 0) return { ...TAKEN, outcome: 'changed', history, reasons: [] };

  const seen =
    isClean && state.candidate !== undefined && pricesKey(state.candidate.statement) === pricesKey(statement)
      ? state.candidate.seen + 1
      : 1;
  const since = seen > 1 ? state.candidate?.firstSeenAt : observedAt;
  const isOtherVariant = state.statement !== undefined && variantDoubts(state.statement, statement).length > 0;
  if (isClean && isLongEnough({ seen, since, observedAt, isOtherVariant })) {
    const reasons = [`published after the same reading on ${seen} visits`, ...against];
    return { ...TAKEN, outcome: 'changed', history: 'repeated', reasons };
  }
  const reasons = [...against, isClean ? 'waits for another look' : 'waits: a part of the reading was refused'];
  return { ...NOTHING_TAKEN, outcome: 'contradicted', isCandidate: isClean, isDisputed: true, history, reasons };
}

const DAY_MS = 86_400_000;

type Repetition = { seen: number; since: string | undefined; observedAt: string; isOtherVariant: boolean };

/** Another variant must last so long that no visitor's country explains it. */
function isLongEnough({ seen, since, observedAt, isOtherVariant }: Repetition): boolean {
  if (!isOtherVariant) return seen >= TRUST.repeatsToOverrule;
  const days = since === undefined ? 0 : (Date.parse(observedAt) - Date.parse(since)) / DAY_MS;
  return seen >= TRUST.variantRepeats && days >= TRUST.variantDays;
}

/** A reading that a person rejected does not wait again while the page keeps stating it. */
export function rejection({ rejected }: SourceState, key: string): Judgement | undefined {
  if (rejected?.key !== key) return undefined;
  return { ...NOTHING_TAKEN, outcome: 'contradicted', isDisputed: false, reasons: [rejected.reason] };
}

const NOTHING_TAKEN = { isTaken: false, isCandidate: false, history: 'none' } satisfies Partial<Judgement>;
export const TAKEN = { isTaken: true, isCandidate: false, isDisputed: false } satisfies Partial<Judgement>;
