/**
 * The head of a source: its state after each of its entries, for the scheduler and the verifier.
 *
 * Pure. The ledger stores the result as an index, in the transaction that adds the entry; a test compares the stored rows
 * with the fold over all entries.
 */
import { hash } from 'node:crypto';
import { type Dated, isLate, isMisdated } from '../../confidence/clock-skew.ts';
import type { FailureKind, Observation } from '../../observation.ts';
import type { Page } from '../../page.ts';
import type { Rereading } from '../../pipeline/rereading.ts';
import type { Decision } from '../../pipeline/review-decision.ts';
import type { LedgerEntry, Statement, Verdict } from '../../pipeline/verdict.ts';
import { RATE_FIELDS } from '../../reading.ts';
import type { Outcome } from '../../source-facts.ts';
import { canonicalJson } from '../files/canonical-json.ts';

/** A row of `sources`. Entries are named by their number. */
export interface SourceHead {
  checkedAt: string;
  outcome: Outcome;
  failure?: FailureKind | undefined;
  failuresInARow: number;
  refusalsInARow: number;
  unsupportedInARow: number;
  notBefore?: string | undefined;
  needsBrowser: 0 | 1;
  disputed: 0 | 1;
  pageSha256?: string | undefined;
  pageEtag?: string | undefined;
  pageLastModified?: string | undefined;
  statementEntry?: number | undefined;
  confirmingEntry?: number | undefined;
  supportingEntry?: number | undefined;
  statementAt?: string | undefined;
  supportingSha256?: string | undefined;
  confirmedAt?: string | undefined;
  candidateEntry?: number | undefined;
  candidatePageEntry?: number | undefined;
  candidatePageSha256?: string | undefined;
  candidateKey?: string | undefined;
  candidateSeen: number;
  candidateFirstSeenAt?: string | undefined;
  candidateLastSeenAt?: string | undefined;
  rejectedKey?: string | undefined;
  rejectionEntry?: number | undefined;
}

const NOTHING_WAITS = {
  candidateEntry: undefined,
  candidatePageEntry: undefined,
  candidatePageSha256: undefined,
  candidateKey: undefined,
  candidateSeen: 0,
  candidateFirstSeenAt: undefined,
  candidateLastSeenAt: undefined,
} satisfies Partial<SourceHead>;

const NOTHING_STATED = {
  statementEntry: undefined,
  statementAt: undefined,
  confirmingEntry: undefined,
  confirmedAt: undefined,
  supportingEntry: undefined,
  supportingSha256: undefined,
} satisfies Partial<SourceHead>;

const NOTHING_RULED_OUT = { rejectedKey: undefined, rejectionEntry: undefined } satisfies Partial<SourceHead>;

const UNSEEN = {
  ...NOTHING_WAITS,
  ...NOTHING_STATED,
  ...NOTHING_RULED_OUT,
  failuresInARow: 0,
  refusalsInARow: 0,
  unsupportedInARow: 0,
  needsBrowser: 0,
  ...{ pageSha256: undefined, pageEtag: undefined, pageLastModified: undefined },
} satisfies Partial<SourceHead>;
type Unseen = Pick<SourceHead, keyof typeof UNSEEN>;

const FIELDS = [
  'checkedAt',
  'outcome',
  'failure',
  'notBefore',
  'disputed',
  ...Object.keys(UNSEEN),
] as (keyof SourceHead)[];

/** Column of `sources` → field of SourceHead: `page_sha256` → `pageSha256`. */
export const HEAD_COLUMNS: Record<string, keyof SourceHead> = Object.fromEntries(
  FIELDS.map((field) => [field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), field]),
);
/** All columns of a head, named as its fields. */
export const HEAD_SELECTION = Object.entries(HEAD_COLUMNS)
  .map(([column, field]) => `${column} AS ${field}`)
  .join(', ');

/** Where an entry is in the ledger, and the clock by which it was written. */
export interface Recorded {
  seq: number;
  recordedAt: Date;
  /** Of an undo. */
  undone?: Undone | undefined;
  /** Of a revert: when a page last supported what holds again. */
  lastSupportedAt?: string | undefined;
}

/** A decision that is undone: its entry, and the head of its source just before and after it. */
export interface Undone {
  seq: number;
  before: SourceHead;
  after: SourceHead;
}

/** The head of the entry's source once the entry is written. */
export function headAfter(head: SourceHead | undefined, entry: LedgerEntry, recorded: Recorded): SourceHead {
  const { seq, recordedAt, undone, lastSupportedAt } = recorded;
  const { observation, verdict, statement } = entry;
  if (observation.kind === 'rereading' || observation.kind === 'decision') {
    if (head === undefined) throw new Error(`Cannot write "${observation.id}": its source was never visited`);
    if (observation.kind === 'rereading')
      return afterRereading(head, { rereading: observation, verdict, statement, seq });
    return undone === undefined
      ? afterDecision(head, { decision: observation, statement, seq, lastSupportedAt })
      : afterUndo(head, undone);
  }
  const visit = { observedAt: observation.observedAt, recordedAt };
  // Delivered after a later visit of the same source, it is history.
  if (head !== undefined && isLate(visit, head)) return head;
  return afterVisit(head === undefined ? UNSEEN : datedBy(head, visit), { ...entry, observation, seq });
}

type Visit = LedgerEntry & { observation: Observation; seq: number };

function afterVisit(before: Unseen, visit: Visit): SourceHead {
  const { observation, verdict, statement, seq } = visit;
  const { outcome } = verdict;
  const { observedAt } = observation;
  const isReadable = outcome !== 'unreadable';
  const failure = observation.kind === 'failure' ? observation : undefined;
  const page = observation.kind === 'page' ? observation.page : undefined;
  const unsupported = isReadable ? 0 : before.unsupportedInARow;
  return {
    ...before,
    checkedAt: observedAt,
    outcome,
    failure: failure?.failure,
    failuresInARow: isReadable ? 0 : before.failuresInARow + 1,
    refusalsInARow: failure?.failure === 'refused' ? before.refusalsInARow + 1 : 0,
    unsupportedInARow: outcome === 'unsupported' ? before.unsupportedInARow + 1 : unsupported,
    notBefore: failure?.notBefore,
    ...(isEmptyShell(observation) && { needsBrowser: 1 }),
    disputed: verdict.disputed ? 1 : 0,
    ...(page !== undefined && isReadable && pageOf(page)),
    ...((outcome === 'confirmed' || outcome === 'changed') && {
      confirmingEntry: seq,
      confirmedAt: observedAt,
      ...(page !== undefined && { supportingEntry: seq, supportingSha256: page.sha256 }),
    }),
    ...(statement !== undefined && { statementEntry: seq, statementAt: verdict.statedSince ?? observedAt }),
    ...candidateAfter(before, visit),
    ...(isRejectionOver(before, observation, verdict) && NOTHING_RULED_OUT),
  };
}

function pageOf({ sha256, etag, lastModified }: Page) {
  return { pageSha256: sha256, pageEtag: etag, pageLastModified: lastModified };
}

/** The time of a confirmation dated by a clock that was ahead is unknown, so the confirmation does not count. */
function datedBy(head: SourceHead, visit: Dated): SourceHead {
  const { confirmedAt, candidateFirstSeenAt } = head;
  const isOfWrongClock = (date: string | undefined) => date !== undefined && isMisdated(date, visit);
  return {
    ...head,
    confirmedAt: isOfWrongClock(confirmedAt) ? undefined : confirmedAt,
    candidateFirstSeenAt: isOfWrongClock(candidateFirstSeenAt) ? visit.observedAt : candidateFirstSeenAt,
  };
}

function isEmptyShell(observation: Observation): boolean {
  return (
    observation.kind === 'page' && observation.page.via === 'http' && observation.reading.verdict === 'empty_shell'
  );
}

function shaOf(observation: Observation): string | undefined {
  if (observation.kind === 'page') return observation.page.sha256;
  return observation.kind === 'unchanged' ? observation.sha256 : undefined;
}

/** A rejection holds until another page is taken to state something else. */
function isRejectionOver(
  { pageSha256, supportingSha256, statementEntry, rejectionEntry }: Unseen,
  observation: Observation,
  { outcome }: Verdict,
): boolean {
  if (observation.kind !== 'page' || (outcome !== 'confirmed' && outcome !== 'changed')) return false;
  const { sha256 } = observation.page;
  // The page of a corrected statement supports it only by the person's word.
  const isCorrected = statementEntry === rejectionEntry && sha256 === supportingSha256;
  return sha256 !== pageSha256 && !isCorrected;
}

type CandidateHead = Pick<SourceHead, keyof typeof NOTHING_WAITS> & { disputed?: SourceHead['disputed'] };

/**
 * A visit that saw no prices (a failure, a challenge) neither counts for a waiting candidate nor ends it. The page that waits
 * may also be the one that supports the statement: then a part of it was taken.
 */
function candidateAfter(before: CandidateHead, { candidate, verdict, observation, seq }: Visit) {
  const { observedAt } = observation;
  if (candidate === undefined) {
    const { outcome, disputed } = verdict;
    const isRestOfIt = outcome === 'confirmed' && before.disputed === 0;
    const isSameBytes =
      shaOf(observation) === before.candidatePageSha256 &&
      (isRestOfIt || (observation.kind === 'unchanged' && outcome === 'contradicted'));
    if (isSameBytes) return { candidateSeen: before.candidateSeen + 1, candidateLastSeenAt: observedAt };
    return disputed || outcome === 'unreadable' || outcome === 'unsupported' ? {} : NOTHING_WAITS;
  }
  const key = pricesKey(candidate);
  const isSame = before.candidateKey === key;
  return {
    candidateEntry: seq,
    ...(observation.kind === 'page' && { candidatePageEntry: seq, candidatePageSha256: observation.page.sha256 }),
    candidateKey: key,
    candidateSeen: isSame ? before.candidateSeen + 1 : 1,
    candidateFirstSeenAt: isSame ? before.candidateFirstSeenAt : observedAt,
    candidateLastSeenAt: observedAt,
  };
}

/** A page read again is no visit: a reading that concerns only the past leaves the head unchanged. */
interface ReadAgain {
  rereading: Omit<Rereading, 'reading'>;
  verdict: Verdict;
  statement: Statement | undefined;
  seq: number;
}

function afterRereading(head: SourceHead, { rereading, verdict, statement, seq }: ReadAgain): SourceHead {
  const { page, observedAt } = rereading;
  const isSupported = verdict.outcome === 'confirmed' || verdict.outcome === 'changed';
  const isPast = Date.parse(observedAt) < Date.parse(head.statementAt ?? '');
  if (!isSupported || isPast) return head;
  const isSupporting = page.sha256 === head.supportingSha256;
  // A page older than the supporting one adds no confirmation.
  const isOlder = Date.parse(observedAt) < Date.parse(head.confirmedAt ?? '');
  if (statement === undefined && isOlder && !isSupporting) return head;
  const isLastAttempt = observedAt === head.checkedAt;
  return {
    ...head,
    ...(statement !== undefined && { statementEntry: seq, statementAt: observedAt }),
    confirmingEntry: seq,
    supportingEntry: seq,
    supportingSha256: page.sha256,
    confirmedAt: confirmedAt(head, { page, observedAt, isSupporting }),
    ...(isLastAttempt && {
      outcome: verdict.outcome,
      failuresInARow: 0,
      unsupportedInARow: 0,
      ...pageOf(page),
    }),
  };
}

/** Later visits that met the same bytes confirm what is read from them now. */
function confirmedAt(
  { confirmedAt, outcome, pageSha256, checkedAt }: SourceHead,
  { page, observedAt, isSupporting }: Pick<Rereading, 'page' | 'observedAt'> & { isSupporting: boolean },
): string {
  if (isSupporting && confirmedAt !== undefined && Date.parse(confirmedAt) > Date.parse(observedAt)) return confirmedAt;
  const isConfirmedSince = (outcome === 'confirmed' || outcome === 'changed') && pageSha256 === page.sha256;
  return isConfirmedSince ? checkedAt : observedAt;
}

interface Decided extends Pick<Recorded, 'seq' | 'lastSupportedAt'> {
  decision: Decision;
  statement: Statement | undefined;
}

function afterDecision(head: SourceHead, { decision, statement, seq, lastSupportedAt }: Decided): SourceHead {
  const { key, action, observedAt, decidedAt } = decision;
  const isWaiting = key === head.candidateKey;
  return {
    ...head,
    ...(isWaiting && { ...NOTHING_WAITS, disputed: 0 as const }),
    ...ruledOutAfter(head, { decision, statement, seq }),
    ...(statement !== undefined && {
      statementEntry: seq,
      statementAt: observedAt,
      confirmingEntry: seq,
      confirmedAt: lastSupportedAt ?? head.confirmedAt ?? decidedAt,
      ...(isWithdrawn(head) && head.outcome === 'contradicted' && { outcome: 'changed' as const }),
    }),
    // The supporting page stays, for a decision that states something again.
    ...(action === 'withdraw' && { confirmingEntry: undefined, outcome: 'contradicted' as const }),
    ...(statement !== undefined &&
      isWaiting && {
        ...(head.outcome === 'contradicted' && { outcome: 'changed' as const }),
        supportingEntry: head.candidatePageEntry,
        supportingSha256: head.candidatePageSha256,
        confirmedAt: head.candidateLastSeenAt,
      }),
  };
}

/** What the decision changed is as before it; what has changed since then stays. */
function afterUndo(head: SourceHead, { seq, before, after }: Undone): SourceHead {
  const isWaiting = ({ candidateEntry }: SourceHead) => candidateEntry !== undefined;
  const waitsAgain = isWaiting(before) && !isWaiting(after) && !isWaiting(head);
  const isOfVisit = head.outcome === 'unreadable' || head.outcome === 'unsupported';
  return {
    ...head,
    ...(waitsAgain && { ...picked(before, NOTHING_WAITS), disputed: before.disputed }),
    ...(isStatedBy(after, seq) && picked(before, NOTHING_STATED)),
    ...ruledOutBefore(head, { seq, before, after }),
    ...(!isOfVisit && { outcome: before.outcome }),
  };
}

/** Whether what the source states was set by the entry. */
export function isStatedBy({ statementEntry }: SourceHead, seq: number): boolean {
  return statementEntry === seq;
}

/** The fields that `of` has. */
function picked<Part extends Partial<SourceHead>>(
  head: SourceHead,
  of: Part,
): Pick<SourceHead, keyof Part & keyof SourceHead> {
  const fields = Object.keys(of) as (keyof Part & keyof SourceHead)[];
  return Object.fromEntries(fields.map((field) => [field, head[field]])) as Pick<SourceHead, (typeof fields)[number]>;
}

function ruledOutBefore(head: SourceHead, { seq, before, after }: Undone) {
  if (head.rejectedKey === after.rejectedKey && head.rejectionEntry === after.rejectionEntry)
    return picked(before, NOTHING_RULED_OUT);
  const [had, has] = [ruledOutKeys(before), ruledOutKeys(after)];
  const keys = [
    ...ruledOutKeys(head).filter((key) => had.includes(key) || !has.includes(key)),
    ...had.filter((key) => !has.includes(key)),
  ];
  if (keys.length === 0) return NOTHING_RULED_OUT;
  const rejectionEntry = head.rejectionEntry === seq ? before.rejectionEntry : head.rejectionEntry;
  return { rejectedKey: [...new Set(keys)].join(' '), rejectionEntry: rejectionEntry ?? before.rejectionEntry };
}

/** More keys than anyone rules out before another reading is taken. */
const MOST_RULED_OUT = 20;

/** The prices that are ruled out, without those that the decision states. */
function ruledOutAfter(
  head: SourceHead,
  { decision: { action, key }, statement, seq }: Decided,
): Partial<Pick<SourceHead, 'rejectedKey' | 'rejectionEntry'>> {
  const isRuledOut = action === 'reject' ? key === head.candidateKey : action !== 'accept';
  const stated = statement && pricesKey(statement);
  const keys = [...ruledOutKeys(head), ...(isRuledOut ? [key] : [])].filter((each) => each !== stated);
  if (keys.length === 0) return NOTHING_RULED_OUT;
  const rejectedKey = [...new Set(keys)].slice(-MOST_RULED_OUT).join(' ');
  return { rejectedKey, ...(isRuledOut && { rejectionEntry: seq }) };
}

export function ruledOutKeys({ rejectedKey }: Pick<SourceHead, 'rejectedKey'>): string[] {
  return rejectedKey?.split(' ') ?? [];
}

/** Whether a person withdrew what the source stated, and no other reading was taken since. */
export function isWithdrawn({ statementEntry, confirmingEntry }: SourceHead): boolean {
  return statementEntry !== undefined && confirmingEntry === undefined;
}

/** A key that is equal for readings of the same prices, or of the same API. Evidence, features and wording may differ. */
export function pricesKey({ tiers, rates, api }: Statement): string {
  if (api !== undefined) return hash('sha256', canonicalJson(api.facts));
  const prices = tiers.map(({ id, isFree, isCustom, prices }) => ({
    ...{ id, isFree, isCustom },
    prices: prices
      .map(({ amount, currency, billing, per, unit, kind }) =>
        canonicalJson({ amount, currency, billing, per, unit, kind }),
      )
      .sort(),
  }));
  const amounts = rates.map((rate) => ({
    ...{ model: rate.model, currency: rate.currency, band: rate.band },
    ...Object.fromEntries(RATE_FIELDS.map(([field]) => [field, rate[field]])),
  }));
  return hash('sha256', canonicalJson([prices.map(canonicalJson).sort(), amounts.map(canonicalJson).sort()]));
}
