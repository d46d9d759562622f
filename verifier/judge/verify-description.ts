/**
 * Judges one visit to the description of a product's API against what its source stated before. Pure.
 *
 * A plausible description is accepted at once. One that lost most of its operations, or describes another API, waits,
 * disputed, until other bytes on a later day state the same, or a person decides. One without operations is never accepted.
 */
import { TRUST } from '../../config/trust.ts';
import type { ApiFacts } from '../../data/api-facts.ts';
import { isLate } from '../../data/confidence/clock-skew.ts';
import type { Observation } from '../../data/observation.ts';
import type { SourceState } from '../../data/pipeline/ledger-state.ts';
import type { LedgerEntry, Statement } from '../../data/pipeline/verdict.ts';
import type { Outcome } from '../../data/source-facts.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';
import { type JudgedReading, newEvidence, WAITS } from './outcome.ts';

interface Judged {
  outcome: Outcome;
  reasons: string[];
  /** Another description waits after this visit. */
  disputed: boolean;
  statement?: Statement;
  candidate?: Statement;
}

export const LATE = 'arrived after a later visit was judged';

export function verifyDescription(observation: Observation, source: SourceState, recordedAt: Date): LedgerEntry {
  const { outcome, reasons, disputed, ...stated } = isLate({ observedAt: observation.observedAt, recordedAt }, source)
    ? nothingSaid(source, 'unreadable', LATE)
    : judged(observation, source);
  const isRead = outcome !== 'unreadable' && outcome !== 'unsupported';
  const score = isRead ? 1 : 0;
  const told = reasons.map((reason) => reason.slice(0, 160));
  const verdict = { about: 'api' as const, outcome, score, reasons: told, disputed, refused: [] };
  return { observation, verdict, ...stated, changes: [] };
}

function judged(observation: Observation, source: SourceState): Judged {
  switch (observation.kind) {
    case 'failure':
      return nothingSaid(source, 'unreadable', `${observation.failure}: ${observation.detail}`);
    case 'unchanged':
      return unchanged(source, observation.sha256);
    case 'page': {
      const { verdict, reason, api } = observation.reading;
      if (api === undefined) return nothingSaid(source, 'unreadable', `${verdict}: ${reason}`);
      return read(source, api, { pageSha256: observation.page.sha256, observedAt: observation.observedAt });
    }
    default:
      return observation satisfies never;
  }
}

function nothingSaid(source: SourceState, outcome: 'unreadable' | 'unsupported', reason: string): Judged {
  return { outcome, reasons: [reason], disputed: source.candidate !== undefined };
}

const UNCHANGED = 'the description has not changed';

function unchanged(source: SourceState, sha256: string): Judged {
  if (source.page?.sha256 === sha256 && source.statement?.api !== undefined)
    return { outcome: 'confirmed', reasons: [UNCHANGED], disputed: false };
  if (source.candidate?.pageSha256 === sha256)
    return { outcome: 'contradicted', reasons: [WAITS, UNCHANGED], disputed: true };
  if (source.rejected?.pageSha256 === sha256) return rejected(source.rejected);
  return nothingSaid(source, 'unreadable', 'the page has not changed since a visit that could not be judged');
}

function read(source: SourceState, facts: ApiFacts, seen: Pick<JudgedReading, 'pageSha256' | 'observedAt'>): Judged {
  const before = source.statement?.api?.facts;
  const statement = { tiers: [], rates: [], evidence: [], api: { facts, pageSha256: seen.pageSha256 } };
  if (source.statement !== undefined && pricesKey(source.statement) === pricesKey(statement))
    return { outcome: 'confirmed', reasons: ['the description has the same content'], disputed: false };
  if (source.rejected?.keys.includes(pricesKey(statement))) return rejected(source.rejected);
  const isEmpty = facts.operations.total === 0;
  if (before === undefined && isEmpty) return nothingSaid(source, 'unsupported', NO_OPERATION);
  const against = before === undefined ? [] : doubtsOf(before, facts);
  if (against.length === 0) return { outcome: 'changed', reasons: [], disputed: false, statement };
  const { candidate } = source;
  const isSame = candidate !== undefined && pricesKey(candidate.statement) === pricesKey(statement);
  const proof = isSame ? newEvidence(candidate, { ...seen, statement }) : undefined;
  if (!isEmpty && proof !== undefined)
    return { outcome: 'changed', reasons: [proof, ...against], disputed: false, statement };
  return { outcome: 'contradicted', reasons: [...against, WAITS], disputed: true, candidate: statement };
}

function rejected({ reason }: NonNullable<SourceState['rejected']>): Judged {
  return { outcome: 'contradicted', reasons: [reason], disputed: false };
}

const NO_OPERATION = 'the description has no operations';

function doubtsOf(before: ApiFacts, next: ApiFacts): string[] {
  const [was, is] = [before.operations.total, next.operations.total];
  if (is === 0) return [NO_OPERATION];
  return [
    ...(is < was * TRUST.collapseShare ? [`the description has ${is} operations instead of ${was}`] : []),
    ...(isOfAnother(before, next) ? [`the description belongs to another API, "${next.title}"`] : []),
  ];
}

/** Neither its title nor any of its hosts is the same. */
function isOfAnother(before: ApiFacts, next: ApiFacts): boolean {
  const hosts = new Set(hostsOf(before));
  if (before.title.toLowerCase() === next.title.toLowerCase() || hosts.size === 0) return false;
  return !hostsOf(next).some((host) => hosts.has(host));
}

function hostsOf({ servers }: ApiFacts): string[] {
  return servers.map(({ url }) => /^https?:\/\/([^/]{1,253})/.exec(url)?.[1] ?? url);
}
