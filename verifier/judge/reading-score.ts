/** How sure a reading is: as its headline facts (verifier/record/headline.ts), and no surer than `verified` where it is odd. Pure. */
import { TRUST } from '../../config/trust.ts';
import type { Backing, Statement } from '../../data/pipeline/verdict.ts';
import { headlineConfidence, headlineOf, isRated } from '../record/headline.ts';
import { type AgreedFact, factsOf } from './reader-agreement.ts';
import type { Supported } from './recut.ts';
import { sanityFindings } from './sanity-checks.ts';

export type Score = {
  score: number;
  /** Confidence of each headline fact. */
  signals: Record<string, number>;
  reasons: string[];
};

/** @param backing of the statement, where it has any */
export function scoreOf(supported: Supported, statement: Statement, backing: Partial<Backing> = {}): Score {
  const facts = factsOf(supported);
  const odd = oddities(supported, facts, backing);
  const sure = headlineConfidence(statement);
  return {
    score: odd.length > 0 ? Math.min(sure, TRUST.cappedConfidence) : sure,
    signals: headlineOf(statement),
    reasons: facts.length === 0 ? odd : [...support(supported, facts, backing), ...unrated(statement), ...odd],
  };
}

/** What keeps a reading from being verified by itself. */
function oddities({ tiers, facts: counted }: Supported, facts: AgreedFact[], { against }: Partial<Backing>): string[] {
  const refused = counted.read - counted.supported;
  const disputed = facts.filter(({ isDisputed }) => isDisputed).length;
  return [
    disputed > 0 ? `readers differ on ${disputed} of ${facts.length} prices` : undefined,
    refused > 0 ? `${refused} of ${counted.read} prices refused because the page does not support them` : undefined,
    ...sanityFindings(tiers),
    against === undefined ? undefined : 'the previous design of the page gave other prices',
  ].filter((words) => words !== undefined);
}

function support({ facts: counted, silentTiers }: Supported, facts: AgreedFact[], { designs = 1 }: Partial<Backing>) {
  const readers = Math.min(...facts.map((fact) => fact.readers.length));
  const spans = counted.supported === 1 ? '1 quote' : `${counted.supported} quotes`;
  const assumed = [...new Set(facts.flatMap((fact) => fact.assumed))];
  return [
    readers > 1 ? `${readers} readings agree` : 'read by one reader only',
    counted.supported > 0 ? `${spans} verified in the archived page` : undefined,
    assumed.length > 0 ? `${assumed.join(', ')} assumed by rule, not stated on the page` : undefined,
    silentTiers > 0 ? `tiers without a price: ${silentTiers}` : undefined,
    designs > 1 ? `${designs} designs of the page gave the same prices` : undefined,
  ].filter((words) => words !== undefined);
}

function unrated(statement: Statement): string[] {
  return isRated(statement) ? [] : ['read without a confidence for each fact'];
}
