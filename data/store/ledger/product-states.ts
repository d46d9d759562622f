/** The ledger's state of a product, for its next observation. */
import type { Change } from '../../change.ts';
import { defined } from '../../defined.ts';
import type { Page } from '../../page.ts';
import { type Announced, openAnnouncements } from '../../pipeline/announcement.ts';
import type { ProductState, SourceState, Standing, WaitingReading } from '../../pipeline/ledger-state.ts';
import type { Statement } from '../../pipeline/verdict.ts';
import type { Market } from '../../product.ts';
import { byDate } from './misdated.ts';
import { isWithdrawn, ruledOutKeys } from './source-state.ts';
import type { LedgerStatements, NamedHead } from './statements.ts';

export function announcementsOf(sql: LedgerStatements, slug: string): Announced[] {
  return sql.announcements(slug).map(({ change: body, entry }) => {
    const change: Change = JSON.parse(body);
    return {
      change,
      evidence: () => sql.statement(entry)?.evidence.filter(({ id }) => change.evidence.includes(id)) ?? [],
    };
  });
}

export function productState(sql: LedgerStatements, slug: string): ProductState {
  const heads = sql.heads(slug);
  const announced = openAnnouncements(announcementsOf(sql, slug));
  const markets = sql.marketsOf(slug).flatMap((market): [Market, Standing][] => {
    const standing = standingOf(sql, slug, { heads, market });
    return standing === undefined ? [] : [[market, standing]];
  });
  return {
    sources: new Map(heads.map((head) => [head.source, sourceState(sql, head)])),
    ...(announced.length > 0 && { announced }),
    ...defined({ snapshot: standingOf(sql, slug, { heads }) }),
    ...(markets.length > 0 && { markets: new Map(markets) }),
  };
}

/** The snapshot of a market that holds now. */
function standingOf(
  sql: LedgerStatements,
  slug: string,
  { heads, market }: { heads: readonly NamedHead[]; market?: Market },
): Standing | undefined {
  const last = sql.lastDated(slug, market);
  // Without a later statement, nothing shows that its clock was ahead.
  const isLast = heads.every(({ statementEntry = 0 }) => statementEntry <= (last?.entry ?? 0));
  const standing = last === undefined || isLast ? last : sql.ownSnapshots(slug, market).toSorted(byDate).at(-1);
  return standing && { ...required(sql.snapshot(standing.seq)), validFrom: standing.validFrom };
}

function sourceState(sql: LedgerStatements, head: NamedHead): SourceState {
  const { checkedAt, outcome, failure, unsupportedInARow, statementEntry, statementAt: statedAt, confirmedAt } = head;
  const { score, reasons } = sql.verdict(head.confirmingEntry) ?? {};
  const stated = defined({
    ...{ statedAt, score, reasons, failure },
    isDecided: statementEntry === undefined ? undefined : sql.observation(statementEntry)?.kind === 'decision',
    candidate: candidateOf(sql, head),
    rejected: rejectedIn(sql, head),
  });
  const attempt = { checkedAt, outcome, unsupportedInARow };
  if (isWithdrawn(head)) return { ...stated, ...attempt, withdrawn: withdrawnBy(sql, head) };
  const page = pageAt(sql, head.supportingEntry);
  const { backing } = sql.verdict(head.supportingEntry) ?? {};
  return {
    ...stated,
    ...attempt,
    ...defined({ page, confirmedAt, backing, statement: sql.statement(statementEntry) }),
  };
}

function candidateOf(sql: LedgerStatements, head: NamedHead): WaitingReading | undefined {
  const { candidateFirstSeenAt: firstSeenAt, candidatePageSha256: pageSha256, disputed } = head;
  const statement = sql.candidate(head.candidateEntry);
  if (statement === undefined || firstSeenAt === undefined || pageSha256 === undefined) return undefined;
  const via = pageAt(sql, head.candidatePageEntry)?.via;
  return { statement, firstSeenAt, pageSha256, via, isRest: disputed === 0 };
}

function pageAt(sql: LedgerStatements, entry: number | undefined): Page | undefined {
  const seen = sql.observation(entry);
  return seen && 'page' in seen ? seen.page : undefined;
}

function rejectedIn(sql: LedgerStatements, head: NamedHead): SourceState['rejected'] {
  const rejection = sql.verdict(head.rejectionEntry);
  if (head.rejectedKey === undefined || rejection === undefined) return undefined;
  const [reason = ''] = rejection.reasons;
  return { keys: ruledOutKeys(head), reason, ...defined({ pageSha256: head.pageSha256 }) };
}

/** What was stated before it; undefined where that was nothing. */
function withdrawnBy(sql: LedgerStatements, { slug, source, statementEntry }: NamedHead): Statement | undefined {
  const decision = sql.observation(statementEntry);
  return decision?.kind === 'decision' ? sql.statementOf(slug, source, decision.on) : undefined;
}

function required<T>(body: T | undefined): T {
  if (body === undefined) throw new Error('Cannot read what the ledger points to');
  return body;
}
