/** What undoing a decision needs: what its source stated, and what waited and was ruled out, before the decision. */
import type Database from 'better-sqlite3';
import { defined } from '../../defined.ts';
import type { Decision } from '../../pipeline/review-decision.ts';
import type { LedgerEntry, Statement } from '../../pipeline/verdict.ts';
import { joinReading, unpackStatement, verdictOf } from './entry.ts';
import { headAfter, isStatedBy, ruledOutKeys, type SourceHead, type Undone } from './source-state.ts';
import { type LedgerStatements, prepareLedger, type StoredDecision, type StoredEntry } from './statements.ts';

export interface UndoBasis {
  decision: Decision;
  /** Why it can't be undone; absent where it can. */
  against?: string;
  /** What the source states again; absent where the decision left that as it was. */
  former?: Statement;
}

export const NOTHING_STATED: Statement = { tiers: [], rates: [], evidence: [] };

/** Undefined where the ledger has no such decision. */
export function undoBasis(sql: LedgerStatements, id: string): UndoBasis | undefined {
  const found = decisionAt(sql, id);
  if (found === undefined) return undefined;
  const { decision, states, against } = found;
  if (against !== undefined || states === 0) return { decision, ...defined({ against }) };
  return { decision, former: sql.statement(undoneDecision(sql, id)?.before.statementEntry) ?? NOTHING_STATED };
}

/** Why decisions can't be undone, by their ids; those that can be are left out. */
export function undoObjections(ledger: Database.Database, ids: readonly string[]): Map<string, string> {
  const sql = prepareLedger(ledger);
  const objections = ids.map((id) => [id, decisionAt(sql, id)?.against] as const);
  return new Map(objections.filter((each): each is [string, string] => each[1] !== undefined));
}

function decisionAt(sql: LedgerStatements, id: string) {
  const found = sql.decision(id);
  if (found === undefined) return undefined;
  const decision: Decision = JSON.parse(found.observation);
  return {
    decision,
    states: found.states,
    against: objection(decision, found, sql.head(decision.slug, decision.source)),
  };
}

const FINAL = 'an undo is final: decide again instead';
const UNDONE_BEFORE = 'it was undone before';
const STATES_OTHERWISE = 'the source has come to state something else since then';
const NOTHING_TO_DECIDE = 'the page has come to state something else since then, so nothing would wait';

function objection(
  { action, key }: Decision,
  { seq, states, onKind, undoneBy }: StoredDecision,
  head: SourceHead | undefined,
): string | undefined {
  if (action === 'undo') return FINAL;
  if (undoneBy !== undefined) return UNDONE_BEFORE;
  if (head === undefined) return STATES_OTHERWISE;
  if (states === 1) return isStatedBy(head, seq) ? undefined : STATES_OTHERWISE;
  const isStill = onKind === 'rereading' ? (head.statementEntry ?? 0) < seq : ruledOutKeys(head).includes(key);
  return isStill ? undefined : NOTHING_TO_DECIDE;
}

/** Folds the entries of the source up to the decision: heads are kept for the present alone. */
export function undoneDecision(sql: LedgerStatements, id: string): Undone | undefined {
  const found = sql.decision(id);
  if (found === undefined) return undefined;
  const { slug, source }: Decision = JSON.parse(found.observation);
  const decisions = new Map<string, Undone>();
  let head: SourceHead | undefined;
  for (const row of sql.entriesUntil(slug, source, found.seq)) {
    const entry = entryOf(row);
    const { observation } = entry;
    const { seq, recordedAt } = row;
    const isUndo = observation.kind === 'decision' && observation.action === 'undo';
    const undone = isUndo ? decisions.get(observation.on) : undefined;
    const lastSupportedAt = lastSupported(sql, observation);
    const after = headAfter(head, entry, { seq, recordedAt: new Date(recordedAt), undone, lastSupportedAt });
    if (observation.kind === 'decision' && head !== undefined)
      decisions.set(observation.id, { seq, before: head, after });
    head = after;
  }
  return decisions.get(id);
}

/** Of a revert: when a page last supported the prices that hold again. */
export function lastSupported(sql: LedgerStatements, observation: LedgerEntry['observation']): string | undefined {
  if (observation.kind !== 'decision' || observation.to === undefined) return undefined;
  return sql.lastSupported(observation.slug, observation.source, observation.to);
}

function entryOf({ observation, reading, verdict, statement, candidate }: StoredEntry) {
  return {
    observation: joinReading(observation, reading),
    verdict: verdictOf(verdict),
    ...(statement && { statement: unpackStatement(statement) }),
    ...(candidate && { candidate: unpackStatement(candidate) }),
    changes: [],
  };
}
