/**
 * Where a source stands after each of its entries: what the scheduler and the verifier ask, at the price of one row.
 *
 * Pure: the ledger stores the result as an index over its entries, in the transaction that adds the entry, and a test
 * holds the stored rows to the fold over all entries.
 */
import { hash } from 'node:crypto';
import type { FailureKind } from '../observation.ts';
import type { Outcome } from '../source-facts.ts';
import type { LedgerEntry, Statement } from '../verdict.ts';
import { canonicalJson } from './canonical-json.ts';

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
  candidateEntry: number | null;
  candidateKey: string | null;
  candidateSeen: number;
  candidateFirstSeenAt: string | null;
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
  candidate_entry: 'candidateEntry',
  candidate_key: 'candidateKey',
  candidate_seen: 'candidateSeen',
  candidate_first_seen_at: 'candidateFirstSeenAt',
};
/** All columns of a head, named as its fields. */
export const HEAD_SELECTION = Object.entries(HEAD_COLUMNS)
  .map(([column, field]) => `${column} AS ${field}`)
  .join(', ');

const UNSEEN = {
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
  candidateEntry: null,
  candidateKey: null,
  candidateSeen: 0,
  candidateFirstSeenAt: null,
} satisfies Partial<SourceHead>;

/** The head of the entry's source once entry number `seq` is written. */
export function headAfter(
  head: SourceHead | undefined,
  { observation, verdict, statement, candidate }: LedgerEntry,
  seq: number,
): SourceHead {
  // Delivered after a later visit of the same source: it is history, and says nothing of where the source stands.
  if (head !== undefined && Date.parse(observation.observedAt) < Date.parse(head.checkedAt)) return head;
  const before = head ?? UNSEEN;
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
    supportingEntry: isSupported && page !== undefined ? seq : before.supportingEntry,
    ...candidateAfter(before, { candidate, isWaiting: verdict.disputed, observedAt: observation.observedAt, seq }),
  };
}

function isEmptyShell(observation: LedgerEntry['observation']): boolean {
  return (
    observation.kind === 'page' && observation.page.via === 'http' && observation.reading.verdict === 'empty_shell'
  );
}

type CandidateHead = Pick<SourceHead, 'candidateEntry' | 'candidateKey' | 'candidateSeen' | 'candidateFirstSeenAt'>;

/** A visit that saw no prices at all (a failure, a challenge) neither counts for a waiting candidate nor ends it. */
function candidateAfter(
  before: CandidateHead,
  {
    candidate,
    isWaiting,
    observedAt,
    seq,
  }: { candidate: Statement | undefined; isWaiting: boolean; observedAt: string; seq: number },
): CandidateHead {
  if (candidate === undefined) {
    const { candidateEntry, candidateKey, candidateSeen, candidateFirstSeenAt } = isWaiting ? before : UNSEEN;
    return { candidateEntry, candidateKey, candidateSeen, candidateFirstSeenAt };
  }
  const key = pricesKey(candidate);
  const isSame = before.candidateKey === key;
  return {
    candidateEntry: seq,
    candidateKey: key,
    candidateSeen: isSame ? before.candidateSeen + 1 : 1,
    candidateFirstSeenAt: isSame ? before.candidateFirstSeenAt : observedAt,
  };
}

/**
 * Equal for two readings that state the same prices. Evidence, features and wording are left out: they may differ
 * from visit to visit while the prices stand.
 */
export function pricesKey({ tiers, rates }: Statement): string {
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
