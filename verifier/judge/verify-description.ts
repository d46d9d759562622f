/**
 * Judges one visit to the description of a product's API against what its source stated before. Pure.
 *
 * A plausible description is accepted at once. One that lost most of its operations, or describes another API, waits,
 * disputed, until the same comes on `TRUST.repeatsToOverrule` visits. One without operations is never accepted.
 */
import { TRUST } from '../../config/trust.ts';
import type { ApiFacts } from '../../data/api-facts.ts';
import { isLate } from '../../data/confidence/clock-skew.ts';
import type { Observation } from '../../data/observation.ts';
import type { SourceState } from '../../data/pipeline/ledger-state.ts';
import type { LedgerEntry, Statement } from '../../data/pipeline/verdict.ts';
import type { Outcome } from '../../data/source-facts.ts';
import { pricesKey } from '../../data/store/ledger/source-state.ts';

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
      const { sha256 } = observation.page;
      return read(source, { tiers: [], rates: [], evidence: [], api: { facts: api, pageSha256: sha256 } });
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
  const waiting = source.candidate?.statement;
  if (waiting?.api?.pageSha256 === sha256) return read(source, waiting);
  return nothingSaid(source, 'unreadable', 'the page has not changed since a visit that could not be judged');
}

function read(source: SourceState, next: Statement): Judged {
  const [before, facts] = [source.statement?.api?.facts, next.api?.facts];
  if (facts === undefined) return nothingSaid(source, 'unreadable', 'the page has no description');
  if (source.statement !== undefined && pricesKey(source.statement) === pricesKey(next))
    return { outcome: 'confirmed', reasons: ['the description states the same'], disputed: false };
  const isEmpty = facts.operations.total === 0;
  if (before === undefined && isEmpty) return nothingSaid(source, 'unsupported', NO_OPERATION);
  const against = before === undefined ? [] : doubtsOf(before, facts);
  if (against.length === 0) return { outcome: 'changed', reasons: [], disputed: false, statement: next };
  const { candidate } = source;
  const seen = candidate !== undefined && pricesKey(candidate.statement) === pricesKey(next) ? candidate.seen + 1 : 1;
  if (!isEmpty && seen >= TRUST.repeatsToOverrule) {
    const reasons = [`published after the same reading on ${seen} visits`, ...against];
    return { outcome: 'changed', reasons, disputed: false, statement: next };
  }
  return { outcome: 'contradicted', reasons: [...against, 'waits for another look'], disputed: true, candidate: next };
}

const NO_OPERATION = 'the description names no operation';

function doubtsOf(before: ApiFacts, next: ApiFacts): string[] {
  const [was, is] = [before.operations.total, next.operations.total];
  if (is === 0) return [NO_OPERATION];
  return [
    ...(is < was * TRUST.collapseShare ? [`the description names ${is} operations instead of ${was}`] : []),
    ...(isOfAnother(before, next) ? [`the description is of another API, "${next.title}"`] : []),
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
