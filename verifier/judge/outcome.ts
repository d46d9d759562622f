/**
 * The outcome of an observation: `confirmed`, `changed`, `contradicted`, `unsupported` or `unreadable`. Pure.
 *
 * A plausible reading is published at once. An implausible one waits and leaves the old statement in place, disputed, until
 * there is new evidence: other bytes on a later day that state the same, readers of another kind, or a person. The same bytes
 * again are none. A reading whose score is too low needs more than another page, since a layout is misread as long as it
 * stands. A return to the old prices ends the dispute.
 */
import { TRUST } from '../../config/trust.ts';
import type { Page } from '../../data/page.ts';
import { isDisputed, type SourceState, type WaitingReading } from '../../data/pipeline/ledger-state.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Outcome } from '../../data/source-facts.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';
import type { Witness } from '../../data/witness.ts';
import { isEmpty, sameFacts } from '../record/facts.ts';
import { doubts, variantDoubts } from '../record/plausibility.ts';
import { KIND } from './reader-agreement.ts';
import { surePart } from './sure-part.ts';

export interface Judgement {
  outcome: Outcome;
  /** What the source states from now on, or again. */
  taken?: Statement;
  /** The reading that waits. */
  candidate?: Statement;
  /** After this, a contradicting reading waits. */
  isDisputed: boolean;
  /** Who stated the same before. */
  witnesses?: Witness[];
  reasons: string[];
}

/** A reading of a readable page, as a statement, with the doubts about it. */
export interface JudgedReading {
  statement: Statement;
  doubts: string[];
  /** No price of it was refused. */
  isClean: boolean;
  /** Other evidence does not release what differs from the record. */
  isForPerson?: boolean;
  pageSha256: string;
  via?: Page['via'];
  observedAt: string;
}

/** No page, or a page without prices: a waiting reading keeps waiting. */
export function judgeUnreadable(state: SourceState, reason: string): Judgement {
  return { outcome: 'unreadable', isDisputed: isDisputed(state), reasons: [reason] };
}

export function judgeReading(state: SourceState, reading: JudgedReading): Judgement {
  const { statement, doubts: raised, isClean, isForPerson = false } = reading;
  const { statement: known, rejected } = state;
  if (isEmpty(statement)) {
    const reasons = [isClean ? 'the page has no prices' : 'the page does not support the prices read'];
    return { outcome: 'unsupported', isDisputed: isDisputed(state), reasons };
  }
  const { part, isWhole, against: unsure } = surePart(known, statement);
  const taken = (reasons: string[], all = isWhole): Judgement => ({
    outcome: known !== undefined && sameFacts(known, all ? statement : part) ? 'confirmed' : 'changed',
    taken: isWhole || !all ? part : statement,
    ...(!all && { candidate: statement }),
    isDisputed: false,
    reasons: all ? reasons : [...reasons, REST_WAITS],
  });
  if (known !== undefined && sameFacts(known, statement)) return taken([]);
  if (rejected?.keys.includes(pricesKey(statement))) {
    const isPart = known !== undefined && unsure.length === 0 && sameFacts(known, part);
    return isPart
      ? { outcome: 'confirmed', taken: part, isDisputed: false, reasons: [] }
      : judgeRejected(rejected.reason);
  }
  const against = [...raised, ...unsure];
  if (isForPerson) return waits(statement, [...against, FOR_PERSON]);
  if (against.length === 0) return taken([]);

  const proof = isClean ? proofOf(state, reading) : undefined;
  const witnesses = [...(state.candidate === undefined ? [] : kindsOf(state.candidate.statement))];
  if (proof === OTHER_READERS) return { ...taken([proof, ...against], true), witnesses };
  if (proof !== undefined && unsure.length === 0) return taken([proof, ...against]);
  return waits(statement, [...against, isClean ? WAITS : PART_REFUSED]);
}

function waits(candidate: Statement, reasons: string[]): Judgement {
  return { outcome: 'contradicted', candidate, isDisputed: true, reasons };
}

/** New evidence for the same prices as those that wait, or for the same departures from the record. */
function proofOf({ statement: known, candidate }: SourceState, reading: JudgedReading): Proof | undefined {
  if (candidate === undefined) return undefined;
  const { statement, doubts: raised } = reading;
  // Vendors answer by country, so another variant of the page has to stand for weeks.
  const isOtherVariant = known !== undefined && variantDoubts(known, statement).length > 0;
  const proof = newEvidence(candidate, reading, isOtherVariant ? TRUST.variantDays : 1);
  if (pricesKey(candidate.statement) === pricesKey(statement)) return proof;
  const before = known === undefined ? [] : doubts(known, candidate.statement);
  const isSameDeparture = raised.length > 0 && raised.every((doubt) => before.includes(doubt));
  return proof !== OTHER_READERS && isSameDeparture ? proof : undefined;
}

/** The bytes of the reading that waits again: no new evidence. */
export function judgeSameBytes(reason: string): Judgement {
  return { outcome: 'contradicted', isDisputed: true, reasons: [WAITS, reason] };
}

export const WAITS = 'waiting for more evidence or a decision';
const FOR_PERSON = 'waiting for a decision';
const REST_WAITS = 'part of the reading has too little confidence and is waiting for a decision';
const PART_REFUSED = 'waiting: part of the reading was refused';
/** Reasons that no longer hold once a person has decided. */
export const UNTIL_DECIDED: readonly string[] = [WAITS, FOR_PERSON, REST_WAITS, PART_REFUSED];
const OTHER_PAGE = 'a page of a later day states the same';
const OTHER_PATH = 'Chromium and plain HTTP get the same page';
const OTHER_READERS = 'independent readers read the same';
type Proof = typeof OTHER_PAGE | typeof OTHER_PATH | typeof OTHER_READERS;

const DAY_MS = 86_400_000;
/** What a reading that states the same adds to the one that waits, if it adds anything. Days are those of UTC. */
export function newEvidence(
  waiting: WaitingReading,
  { statement, pageSha256, via, observedAt }: Pick<JudgedReading, 'statement' | 'pageSha256' | 'via' | 'observedAt'>,
  leastDays = 1,
): Proof | undefined {
  const [before, now] = [kindsOf(waiting.statement), kindsOf(statement)];
  if (before.size > 0 && now.size > 0 && before.isDisjointFrom(now)) return OTHER_READERS;
  if (pageSha256 === waiting.pageSha256) return undefined;
  if (dayOf(observedAt) - dayOf(waiting.firstSeenAt) >= leastDays) return OTHER_PAGE;
  // Vendors answer by country, and both paths ask from the same one.
  if (leastDays > 1) return undefined;
  return waiting.via !== undefined && via !== undefined && via !== waiting.via ? OTHER_PATH : undefined;
}

function kindsOf({ tiers, rates, evidence }: Statement): Set<Witness> {
  const cited = new Set<string | undefined>([
    ...tiers.flatMap((tier) => [tier.evidence, ...tier.prices.map((price) => price.evidence)]),
    ...rates.flatMap((rate) => rate.evidence),
  ]);
  const methods = evidence.filter(({ id }) => cited.has(id)).map(({ method }) => method);
  // What a model states waits until other readers are sure of it themselves.
  return new Set(methods.filter((method) => method !== 'model').map((method) => KIND[method]));
}

/** The day, UTC, as a number. */
export function dayOf(instant: string): number {
  return Math.floor(Date.parse(instant) / DAY_MS);
}

/** Prices that a person ruled out do not wait again while the page keeps stating them. */
export function judgeRejected(reason: string): Judgement {
  return { outcome: 'contradicted', isDisputed: false, reasons: [reason] };
}
