/**
 * The ledger's state of a product, for its next observation. Bodies are unpacked when they are first read: most visits find
 * the page unchanged and need none.
 */
import type { Change } from '../../change.ts';
import { type Announced, openAnnouncements } from '../../pipeline/announcement.ts';
import type { ProductState, SourceState } from '../../pipeline/ledger-state.ts';
import type { Statement } from '../../pipeline/verdict.ts';
import { type LightObservation, lightOf, unpackStatement, verdictOf } from './entry.ts';
import { byDate } from './misdated.ts';
import { isWithdrawn, ruledOutKeys } from './source-state.ts';
import type { LedgerStatements, NamedHead } from './statements.ts';

export function announcementsOf(sql: LedgerStatements, slug: string): Announced[] {
  return sql.announcements(slug).map(({ change: body, entry }) => {
    const change: Change = JSON.parse(body);
    return {
      change,
      evidence() {
        const statement = sql.statement(entry);
        if (statement === undefined) return [];
        return unpackStatement(statement).evidence.filter(({ id }) => change.evidence.includes(id));
      },
    };
  });
}

/** Rows of the ledger never change, so a state stays true of its moment. */
export function productState(sql: LedgerStatements, slug: string): ProductState {
  const heads = sql.heads(slug);
  const state: ProductState = { sources: new Map(heads.map((head) => [head.source, sourceState(sql, head)])) };
  const announced = openAnnouncements(announcementsOf(sql, slug));
  if (announced.length > 0) state.announced = announced;
  const snapshotOf = ({ seq, validFrom }: { seq: number; validFrom: string }) => ({
    ...unpackStatement(required(sql.snapshotBody(seq))),
    validFrom,
  });
  const standing = standingOf(sql, slug, { heads });
  if (standing !== undefined) whenAsked(state, 'snapshot', () => snapshotOf(standing));
  const markets = sql.marketsOf(slug);
  if (markets.length > 0)
    whenAsked(state, 'markets', () => {
      const found = markets.map((market) => [market, standingOf(sql, slug, { heads, market })] as const);
      return new Map(found.flatMap(([market, last]) => (last === undefined ? [] : [[market, snapshotOf(last)]])));
    });
  return state;
}

/** The snapshot of a market that holds now. */
function standingOf(
  sql: LedgerStatements,
  slug: string,
  { heads, market }: { heads: readonly NamedHead[]; market?: string },
) {
  const last = sql.lastDated(slug, market ?? null);
  // Without a later statement, nothing shows that its clock was ahead.
  if (last === undefined || heads.every(({ statementEntry }) => (statementEntry ?? 0) <= last.entry)) return last;
  return sql.ownSnapshots(slug, market).toSorted(byDate).at(-1);
}

function sourceState(sql: LedgerStatements, head: NamedHead): SourceState {
  const { statementEntry, candidateEntry, candidateFirstSeenAt, candidatePageSha256 } = head;
  const confirming = head.confirmingEntry === null ? undefined : sql.verdict(head.confirmingEntry);
  const supporting = head.supportingEntry === null ? undefined : sql.lightObservation(head.supportingEntry);
  const rejection = head.rejectionEntry === null ? undefined : sql.verdict(head.rejectionEntry);
  const support = supporting === undefined ? undefined : lightOf(supporting);
  const verdict = confirming === undefined ? undefined : verdictOf(confirming);
  const isStanding = !isWithdrawn(head);
  const state: SourceState = {
    ...(isStanding && support !== undefined && 'page' in support && { page: support.page }),
    ...(head.statementAt !== null && { statedAt: head.statementAt }),
    ...(isStanding && head.confirmedAt !== null && { confirmedAt: head.confirmedAt }),
    ...(verdict !== undefined && { score: verdict.score, reasons: verdict.reasons }),
    checkedAt: head.checkedAt,
    outcome: head.outcome,
    ...(head.failure !== null && { failure: head.failure }),
    ...(rejection !== undefined &&
      head.rejectedKey !== null && {
        rejected: {
          keys: ruledOutKeys(head),
          reason: verdictOf(rejection).reasons[0] ?? '',
          ...(head.pageSha256 !== null && { pageSha256: head.pageSha256 }),
        },
      }),
    unsupportedInARow: head.unsupportedInARow,
  };
  const { supportingEntry } = head;
  if (supportingEntry !== null && isStanding)
    whenAsked(state, 'backing', () => verdictOf(required(sql.verdict(supportingEntry))).backing);
  if (statementEntry !== null) {
    whenAsked(state, 'isDecided', () => entryOf(sql, statementEntry).kind === 'decision');
    if (isStanding) whenAsked(state, 'statement', () => unpackStatement(required(sql.statement(statementEntry))));
    else whenAsked(state, 'withdrawn', () => withdrawnBy(sql, head));
  }
  if (candidateEntry !== null && candidateFirstSeenAt !== null && candidatePageSha256 !== null)
    whenAsked(state, 'candidate', () => ({
      statement: unpackStatement(required(sql.candidate(candidateEntry))),
      firstSeenAt: candidateFirstSeenAt,
      pageSha256: candidatePageSha256,
      via: viaOf(sql, head),
      isRest: head.disputed === 0,
    }));
  return state;
}

function entryOf(sql: LedgerStatements, entry: number | null): LightObservation {
  return lightOf(required(entry === null ? undefined : sql.lightObservation(entry)));
}

function viaOf(sql: LedgerStatements, { candidatePageEntry }: NamedHead) {
  const seen = entryOf(sql, candidatePageEntry);
  return 'page' in seen ? seen.page.via : undefined;
}

function withdrawnBy(sql: LedgerStatements, { slug, source, statementEntry }: NamedHead): Statement | undefined {
  const decision = entryOf(sql, statementEntry);
  const body = decision.kind === 'decision' ? sql.statementOf(slug, source, decision.on) : undefined;
  return body && unpackStatement(body);
}

/** Defines a property whose value is computed at its first reading. */
function whenAsked<T extends object, Name extends keyof T>(target: T, name: Name, make: () => T[Name]): void {
  const property = { enumerable: true, configurable: true };
  Object.defineProperty(target, name, {
    ...property,
    get() {
      const value = make();
      Object.defineProperty(target, name, { ...property, value });
      return value;
    },
  });
}

function required<T>(body: T | undefined): T {
  if (body === undefined) throw new Error('Cannot read what the ledger points to');
  return body;
}
