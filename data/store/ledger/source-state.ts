/**
 * Where a source stands after each of its entries: what the scheduler and the verifier ask, at the price of one row.
 *
 * Pure: the ledger stores the result as an index over its entries, in the transaction that adds the entry, and a test
 * holds the stored rows to the fold over all entries.
 */
import { hash } from 'node:crypto';
import { type Dated, isLate, isMisdated } from '../../confidence/clock-skew.ts';
import type { FailureKind, Observation } from '../../observation.ts';
import type { Page } from '../../page.ts';
import type { Rereading } from '../../pipeline/rereading.ts';
import type { Decision } from '../../pipeline/review-decision.ts';
import type { LedgerEntry, Statement, Verdict } from '../../pipeline/verdict.ts';
import type { Outcome } from '../../source-facts.ts';
import { canonicalJson } from '../files/canonical-json.ts';

/** A row of `sources`; null is SQL's absence. Entries are named by their number. */
export interface SourceHead {
  checkedAt: string;
  outcome: Outcome;
  failure: FailureKind | null;
  failuresInARow: number;
  refusalsInARow: number;
  unsupportedInARow: number;
  notBefore: string | null;
  needsBrowser: 0 | 1;
  disputed: 0 | 1;
  pageSha256: string | null;
  pageEtag: string | null;
  pageLastModified: string | null;
  statementEntry: number | null;
  confirmingEntry: number | null;
  supportingEntry: number | null;
  statementAt: string | null;
  supportingSha256: string | null;
  confirmedAt: string | null;
  candidateEntry: number | null;
  candidatePageEntry: number | null;
  candidatePageSha256: string | null;
  candidateKey: string | null;
  candidateSeen: number;
  candidateFirstSeenAt: string | null;
  candidateLastSeenAt: string | null;
  rejectedKey: string | null;
  rejectionEntry: number | null;
}

/** Column of `sources` → field of SourceHead. */
export const HEAD_COLUMNS: Record<string, keyof SourceHead> = {
  checked_at: 'checkedAt',
  outcome: 'outcome',
  failure: 'failure',
  failures_in_a_row: 'failuresInARow',
  refusals_in_a_row: 'refusalsInARow',
  unsupported_in_a_row: 'unsupportedInARow',
  not_before: 'notBefore',
  needs_browser: 'needsBrowser',
  disputed: 'disputed',
  page_sha256: 'pageSha256',
  page_etag: 'pageEtag',
  page_last_modified: 'pageLastModified',
  statement_entry: 'statementEntry',
  confirming_entry: 'confirmingEntry',
  supporting_entry: 'supportingEntry',
  statement_at: 'statementAt',
  supporting_sha256: 'supportingSha256',
  confirmed_at: 'confirmedAt',
  candidate_entry: 'candidateEntry',
  candidate_page_entry: 'candidatePageEntry',
  candidate_page_sha256: 'candidatePageSha256',
  candidate_key: 'candidateKey',
  candidate_seen: 'candidateSeen',
  candidate_first_seen_at: 'candidateFirstSeenAt',
  candidate_last_seen_at: 'candidateLastSeenAt',
  rejected_key: 'rejectedKey',
  rejection_entry: 'rejectionEntry',
};
/** All columns of a head, named as its fields. */
export const HEAD_SELECTION = Object.entries(HEAD_COLUMNS)
  .map(([column, field]) => `${column} AS ${field}`)
  .join(', ');

const NOTHING_WAITS = {
  candidateEntry: null,
  candidatePageEntry: null,
  candidatePageSha256: null,
  candidateKey: null,
  candidateSeen: 0,
  candidateFirstSeenAt: null,
  candidateLastSeenAt: null,
} satisfies Partial<SourceHead>;

const UNSEEN = {
  ...NOTHING_WAITS,
  failuresInARow: 0,
  refusalsInARow: 0,
  unsupportedInARow: 0,
  needsBrowser: 0,
  pageSha256: null,
  pageEtag: null,
  pageLastModified: null,
  statementEntry: null,
  confirmingEntry: null,
  supportingEntry: null,
  statementAt: null,
  supportingSha256: null,
  confirmedAt: null,
  rejectedKey: null,
  rejectionEntry: null,
} satisfies Partial<SourceHead>;

/** Where an entry is in the ledger, and the clock by which it was written. */
export interface Recorded {
  seq: number;
  recordedAt: Date;
}

/** The head of the entry's source once the entry is written. */
export function headAfter(head: SourceHead | undefined, entry: LedgerEntry, { seq, recordedAt }: Recorded): SourceHead {
  const { observation, verdict, statement, candidate } = entry;
  if (observation.kind === 'rereading' || observation.kind === 'decision') {
    if (head === undefined) throw new Error(`Cannot write "${observation.id}": its source was never visited`);
    return observation.kind === 'rereading'
      ? afterRereading(head, { rereading: observation, verdict, statement, seq })
      : afterDecision(head, { decision: observation, statement, seq });
  }
  const visit = { observedAt: observation.observedAt, recordedAt };
  // Delivered after a later visit of the same source: it is history, and says nothing of where the source stands.
  if (head !== undefined && isLate(visit, head)) return head;
  const before = head === undefined ? UNSEEN : datedBy(head, visit);
  const { outcome } = verdict;
  const isReadable = outcome !== 'unreadable';
  const isSupported = outcome === 'confirmed' || outcome === 'changed';
  const failure = observation.kind === 'failure' ? observation : undefined;
  const page = observation.kind === 'page' ? observation.page : undefined;
  return {
    checkedAt: observation.observedAt,
    outcome,
    failure: failure?.failure ?? null,
    failuresInARow: isReadable ? 0 : before.failuresInARow + 1,
    refusalsInARow: failure?.failure === 'refused' ? before.refusalsInARow + 1 : 0,
    unsupportedInARow:
      outcome === 'unsupported' ? before.unsupportedInARow + 1 : isReadable ? 0 : before.unsupportedInARow,
    notBefore: failure?.notBefore ?? null,
    needsBrowser: isEmptyShell(observation) ? 1 : before.needsBrowser,
    disputed: verdict.disputed ? 1 : 0,
    ...(page !== undefined && isReadable
      ? { pageSha256: page.sha256, pageEtag: page.etag ?? null, pageLastModified: page.lastModified ?? null }
      : { pageSha256: before.pageSha256, pageEtag: before.pageEtag, pageLastModified: before.pageLastModified }),
    statementEntry: statement !== undefined ? seq : before.statementEntry,
    confirmingEntry: isSupported ? seq : before.confirmingEntry,
    ...(isSupported ? supportAfter(before, { observation, isTaken: statement !== undefined, seq }) : supportOf(before)),
    statementAt: statement !== undefined ? observation.observedAt : before.statementAt,
    confirmedAt: isSupported ? observation.observedAt : before.confirmedAt,
    ...candidateAfter(before, {
      candidate,
      isWaiting: verdict.disputed,
      page,
      observedAt: observation.observedAt,
      seq,
    }),
    ...rejectionAfter(before, observation, verdict),
  };
}

/** A confirmation that was dated by a clock that was ahead is of nobody knows when, and counts for none. */
function datedBy(head: SourceHead, visit: Dated): SourceHead {
  const { confirmedAt, candidateFirstSeenAt } = head;
  const isOfWrongClock = (date: string | null) => date !== null && isMisdated(date, visit);
  return {
    ...head,
    confirmedAt: isOfWrongClock(confirmedAt) ? null : confirmedAt,
    candidateFirstSeenAt: isOfWrongClock(candidateFirstSeenAt) ? visit.observedAt : candidateFirstSeenAt,
  };
}

function isEmptyShell(observation: Observation): boolean {
  return (
    observation.kind === 'page' && observation.page.via === 'http' && observation.reading.verdict === 'empty_shell'
  );
}

type Support = Pick<SourceHead, 'supportingEntry' | 'supportingSha256'>;

function supportOf({ supportingEntry, supportingSha256 }: Support): Support {
  return { supportingEntry, supportingSha256 };
}

function supportAfter(
  before: Support & Pick<SourceHead, 'candidatePageEntry'>,
  { observation, isTaken, seq }: { observation: Observation; isTaken: boolean; seq: number },
): Support {
  if (observation.kind === 'page') return { supportingEntry: seq, supportingSha256: observation.page.sha256 };
  // What waited is taken because its page has not changed: from now on that page is the one that supports.
  if (observation.kind === 'unchanged' && isTaken)
    return { supportingEntry: before.candidatePageEntry, supportingSha256: observation.sha256 };
  return supportOf(before);
}

/** It holds for as long as each visit shows what was ruled out; a visit that saw nothing, or nothing new, does not end it. */
function rejectionAfter(
  { rejectedKey, rejectionEntry, pageSha256 }: Pick<SourceHead, 'rejectedKey' | 'rejectionEntry' | 'pageSha256'>,
  observation: Observation,
  { outcome, disputed }: Verdict,
): Pick<SourceHead, 'rejectedKey' | 'rejectionEntry'> {
  const isShownAgain = outcome === 'contradicted' && !disputed;
  const isSamePage = observation.kind !== 'page' || observation.page.sha256 === pageSha256;
  return isShownAgain || isSamePage || outcome === 'unreadable'
    ? { rejectedKey, rejectionEntry }
    : { rejectedKey: null, rejectionEntry: null };
}

type CandidateHead = Pick<
  SourceHead,
  | 'candidateEntry'
  | 'candidatePageEntry'
  | 'candidatePageSha256'
  | 'candidateKey'
  | 'candidateSeen'
  | 'candidateFirstSeenAt'
  | 'candidateLastSeenAt'
>;

/** A visit that saw no prices at all (a failure, a challenge) neither counts for a waiting candidate nor ends it. */
function candidateAfter(
  before: CandidateHead,
  {
    candidate,
    isWaiting,
    page,
    observedAt,
    seq,
  }: { candidate: Statement | undefined; isWaiting: boolean; page: Page | undefined; observedAt: string; seq: number },
): CandidateHead {
  if (candidate === undefined) {
    if (!isWaiting) return NOTHING_WAITS;
    const { candidateEntry, candidatePageEntry, candidatePageSha256, candidateKey, candidateSeen } = before;
    const { candidateFirstSeenAt, candidateLastSeenAt } = before;
    return {
      candidateEntry,
      candidatePageEntry,
      candidatePageSha256,
      candidateKey,
      candidateSeen,
      candidateFirstSeenAt,
      candidateLastSeenAt,
    };
  }
  const key = pricesKey(candidate);
  const isSame = before.candidateKey === key;
  return {
    candidateEntry: seq,
    candidatePageEntry: page === undefined ? before.candidatePageEntry : seq,
    candidatePageSha256: page?.sha256 ?? before.candidatePageSha256,
    candidateKey: key,
    candidateSeen: isSame ? before.candidateSeen + 1 : 1,
    candidateFirstSeenAt: isSame ? before.candidateFirstSeenAt : observedAt,
    candidateLastSeenAt: observedAt,
  };
}

/** A page read again is no visit: what is said of the past alone leaves the source where it stands. */
interface ReadAgain {
  rereading: Omit<Rereading, 'reading'>;
  verdict: Verdict;
  statement: Statement | undefined;
  seq: number;
}

/** @param head of a source that was visited: there is no page to read again otherwise */
function afterRereading(head: SourceHead, { rereading, verdict, statement, seq }: ReadAgain): SourceHead {
  const { page, observedAt } = rereading;
  const isSupported = verdict.outcome === 'confirmed' || verdict.outcome === 'changed';
  const isPast = head.statementAt !== null && Date.parse(observedAt) < Date.parse(head.statementAt);
  if (!isSupported || isPast) return head;
  const isSupporting = page.sha256 === head.supportingSha256;
  // A page of before the one that supports confirms the statement no more than that one does.
  const isOlder = head.confirmedAt !== null && Date.parse(observedAt) < Date.parse(head.confirmedAt);
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
      pageSha256: page.sha256,
      pageEtag: page.etag ?? null,
      pageLastModified: page.lastModified ?? null,
    }),
  };
}

/** Later visits that met the same bytes confirm what is read from them now. */
function confirmedAt(
  { confirmedAt, outcome, pageSha256, checkedAt }: SourceHead,
  { page, observedAt, isSupporting }: Pick<Rereading, 'page' | 'observedAt'> & { isSupporting: boolean },
): string {
  if (isSupporting && confirmedAt !== null && Date.parse(confirmedAt) > Date.parse(observedAt)) return confirmedAt;
  const isConfirmedSince = (outcome === 'confirmed' || outcome === 'changed') && pageSha256 === page.sha256;
  return isConfirmedSince ? checkedAt : observedAt;
}

interface Decided {
  decision: Decision;
  statement: Statement | undefined;
  seq: number;
}

function afterDecision(head: SourceHead, { decision, statement, seq }: Decided): SourceHead {
  const { key, action, observedAt } = decision;
  const isWaiting = key === head.candidateKey;
  const isRuledOut = action === 'correct' || (action === 'reject' && isWaiting);
  return {
    ...head,
    ...(isWaiting && { ...NOTHING_WAITS, disputed: 0 as const }),
    ...(isRuledOut && { rejectedKey: key, rejectionEntry: seq }),
    ...(statement !== undefined && { statementEntry: seq, statementAt: observedAt, confirmingEntry: seq }),
    ...(statement !== undefined &&
      isWaiting && {
        ...(head.outcome === 'contradicted' && { outcome: 'changed' as const }),
        supportingEntry: head.candidatePageEntry,
        supportingSha256: head.candidatePageSha256,
        confirmedAt: head.candidateLastSeenAt,
      }),
  };
}

/**
 * Equal for two readings that state the same prices, or the same of an API. Evidence, features and wording are left out: they may differ
 * from visit to visit while the prices stand.
 */
export function pricesKey({ tiers, rates, api }: Statement): string {
  if (api !== undefined) return hash('sha256', canonicalJson(api.facts));
  const prices = tiers.map(({ id, isFree, isCustom, prices }) => ({
    id,
    isFree,
    isCustom,
    prices: prices
      .map(({ amount, currency, billing, per, unit, kind }) =>
        canonicalJson({ amount, currency, billing, per, unit, kind }),
      )
      .sort(),
  }));
  const amounts = rates.map(
    ({
      model,
      currency,
      band,
      inputPerMTok,
      outputPerMTok,
      cachedInputPerMTok,
      batchInputPerMTok,
      batchOutputPerMTok,
    }) => ({
      model,
      currency,
      band,
      inputPerMTok,
      outputPerMTok,
      cachedInputPerMTok,
      batchInputPerMTok,
      batchOutputPerMTok,
    }),
  );
  return hash('sha256', canonicalJson([prices.map(canonicalJson).sort(), amounts.map(canonicalJson).sort()]));
}
