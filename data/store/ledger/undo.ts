/** What undoing a decision needs: what its source stated, and what waited and was ruled out, before the decision. */
import { defined } from '../../defined.ts';
import type { Decision } from '../../pipeline/review-decision.ts';
import type { Statement } from '../../pipeline/verdict.ts';
import { joinReading, unpackStatement, verdictOf } from './entry.ts';
import { headAfter, isStatedBy, ruledOutKeys, type SourceHead, type Undone } from './source-state.ts';
import type { LedgerStatements, StoredEntry } from './statements.ts';

export interface UndoBasis {
  decision: Decision;
  /** Why it can't be undone; absent where it can. */
  against?: string;
  /** What the source states again; absent where the decision left that as it was. */
  former?: Statement;
}

const NOTHING_STATED: Statement = { tiers: [], rates: [], evidence: [] };

/** Undefined where the ledger has no such decision. */
export function undoBasis(sql: LedgerStatements, id: string): UndoBasis | undefined {
  const found = sql.decision(id);
  if (found === undefined) return undefined;
  const decision: Decision = JSON.parse(found.observation);
  const head = sql.head(decision.slug, decision.source);
  const undone = undoneDecision(sql, id);
  if (head === undefined || undone === undefined) return undefined;
  const against = objection(decision, { ...undone, head, isUndone: found.undoneBy !== null });
  if (against !== undefined || !isStatedBy(undone.after, undone.seq)) return { decision, ...defined({ against }) };
  const body = undone.before.statementEntry === null ? undefined : sql.statement(undone.before.statementEntry);
  return { decision, former: body === undefined ? NOTHING_STATED : unpackStatement(body) };
}

export const UNDO_IS_FINAL = 'an undo is final: decide again instead';
export const UNDONE_BEFORE = 'it was undone before';
const STATES_OTHERWISE = 'the source has come to state something else since then: undo or correct that';
const NOTHING_TO_DECIDE = 'the page has come to state something else since then, so that nothing would wait';

function objection(
  { action, key }: Decision,
  { seq, before, after, head, isUndone }: Undone & { head: SourceHead; isUndone: boolean },
): string | undefined {
  if (action === 'undo') return UNDO_IS_FINAL;
  if (isUndone) return UNDONE_BEFORE;
  if (isStatedBy(after, seq)) return isStatedBy(head, seq) ? undefined : STATES_OTHERWISE;
  const isOfVisit = key === before.candidateKey;
  const isStill = isOfVisit ? ruledOutKeys(head).includes(key) : head.statementEntry === before.statementEntry;
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
    const after = headAfter(head, entry, { seq, recordedAt: new Date(recordedAt), undone });
    if (observation.kind === 'decision' && head !== undefined)
      decisions.set(observation.id, { seq, before: head, after });
    head = after;
  }
  return decisions.get(id);
}

function entryOf({ observation, reading, verdict, statement, candidate }: StoredEntry) {
  return {
    observation: joinReading(observation, reading),
    verdict: verdictOf(verdict),
    ...(statement !== null && { statement: unpackStatement(statement) }),
    ...(candidate !== null && { candidate: unpackStatement(candidate) }),
    changes: [],
  };
}
