/**
 * A product's record from all that is known of it: what its sources state, else what public datasets state.
 *
 * Both clocks are the slowest honest ones: the record was confirmed when the last of the sources that it is made of
 * was, and is as sure as the least sure of them. Pure.
 */

import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { type Watched, watchedBetween } from '../../data/hazard.ts';
import type { ProductState, SourceState } from '../../data/pipeline/ledger-state.ts';
import { type CatalogueProduct, type ImportedFact, type Slug, statesPrices } from '../../data/product.ts';
import type { PricingRecord, Verification } from '../../data/record.ts';
import { withAuthoredCosts } from './authored-research.ts';
import { hiddenCostsOf } from './hidden-costs.ts';
import { importedFacts, importedRecord, type ReliabilityOf } from './imported.ts';
import { mergeSources } from './merge-sources.ts';
import { mainCurrency } from './plausibility.ts';

/** What else is known of the product than what its sources state. */
export interface Known {
  /** What public datasets state, and how far each of them is to be trusted. */
  imported?: { facts: readonly ImportedFact[]; reliabilityOf: ReliabilityOf } | undefined;
  /** Since when it is watched, and on how many visits its prices had moved. */
  watched?: { since: string; changes: number } | undefined;
}

const NOTHING = { facts: [], reliabilityOf: () => 0 };

export function recordOf(
  product: CatalogueProduct,
  state: ProductState,
  { imported: { facts, reliabilityOf } = NOTHING, watched }: Known,
): PricingRecord {
  const visited = visitedSources(product, state);
  const { statement, reasons, contributors } = mergeSources(visited, (id) => state.sources.get(id)?.statement);
  if (contributors.length === 0) {
    const imported = importedRecord(product, facts, reliabilityOf);
    const hiddenCosts = withAuthoredCosts(imported.hiddenCosts, product.research);
    return { ...imported, hiddenCosts, verification: attempted(imported.verification, visited) };
  }
  const currency = mainCurrency(statement);
  const observed = hiddenCostsOf(statement);
  // What a dataset says of a cost that the vendor's own page states is older news.
  const older = importedFacts(facts).hiddenCosts.filter(({ kind }) => !observed.some((cost) => cost.kind === kind));
  return {
    slug: product.slug,
    name: product.name,
    category: product.category,
    vendor: product.vendor,
    ...(currency === undefined ? {} : { currency }),
    tiers: statement.tiers,
    rates: statement.rates,
    hiddenCosts: withAuthoredCosts([...observed, ...older], product.research),
    ...(statement.facts !== undefined && { facts: statement.facts }),
    verification: verificationOf(product, visited, { contributors, reasons, watched }),
    evidence: statement.evidence,
  };
}

interface Visited {
  id: Slug;
  url: string;
  state: SourceState;
}

/** In the catalogue's order; a source that left the catalogue states nothing any more. */
function visitedSources({ sources }: CatalogueProduct, state: ProductState): Visited[] {
  return sources.filter(statesPrices).flatMap(({ id, url }) => {
    const found = state.sources.get(id);
    return found === undefined ? [] : [{ id, url, state: found }];
  });
}

/**
 * An imported record is as unverified after a failed visit as before it, and the visit shows. It has no source: its
 * prices were read from no page.
 */
function attempted(verification: Verification, visited: Visited[]): Verification {
  const last = lastVisited(visited);
  return {
    ...verification,
    ...attemptOf(last),
    disputed: visited.some(({ state }) => state.candidate !== undefined),
    reasons: [...verification.reasons, ...shortfallOf(last)],
  };
}

function verificationOf(
  product: CatalogueProduct,
  visited: Visited[],
  { contributors, reasons, watched }: { contributors: Slug[]; reasons: string[] } & Pick<Known, 'watched'>,
): Verification {
  const sources = visited.filter(({ id }) => contributors.includes(id));
  const confirmed = sources.flatMap(({ state }) => (state.confirmedAt === undefined ? [] : [state.confirmedAt]));
  // Of a page that was confirmed, and nobody can say when, nobody can say how old the record is.
  const isUndated = sources.some(({ state }) => state.page !== undefined && state.confirmedAt === undefined);
  const confirmedAt = isUndated ? undefined : earliest(confirmed);
  const leastSure = sources.reduce<SourceState | undefined>(
    (least, { state }) => (least === undefined || (state.score ?? 0) < (least.score ?? 0) ? state : least),
    undefined,
  );
  const source = sources[0]?.url;
  return {
    ...attemptOf(lastVisited(visited)),
    ...(confirmedAt === undefined ? {} : { confirmedAt }),
    disputed: sources.some(({ state }) => state.candidate !== undefined),
    score: leastSure?.score ?? 0,
    hazard: hazardOf(product, watchedUntil(confirmedAt, watched)),
    decaysFrom: confirmedAt ?? '1970-01-01T00:00:00.000Z',
    ...(source === undefined ? {} : { source }),
    reasons: [...new Set([...(leastSure?.reasons ?? []), ...reasons, ...shortfallOf(lastVisited(visited))])],
  };
}

function watchedUntil(confirmedAt: string | undefined, watched: Known['watched']): Watched | undefined {
  if (confirmedAt === undefined || watched === undefined) return undefined;
  return watchedBetween(watched.since, confirmedAt, watched.changes);
}

function attemptOf(last: Visited | undefined): Pick<Verification, 'checkedAt' | 'outcome'> {
  const { checkedAt, outcome } = last?.state ?? {};
  return { ...(checkedAt === undefined ? {} : { checkedAt }), ...(outcome === undefined ? {} : { outcome }) };
}

/** What the last check fell short of, in words; none where it supported the record. */
function shortfallOf(last: Visited | undefined): string[] {
  const { outcome, failure } = last?.state ?? {};
  if (failure !== undefined) return [`the last check ended ${failure}`];
  if (outcome === 'unreadable') return ['the last check met no readable pricing page'];
  if (outcome === 'unsupported') return ['the page of the last check states no prices'];
  if (outcome !== 'contradicted') return [];
  const { rejected } = last?.state ?? {};
  return [
    rejected === undefined
      ? 'the last check contradicts this and waits for another look'
      : `the last check contradicts this, ${rejected.reason}`.slice(0, 160),
  ];
}

function lastVisited(visited: Visited[]): Visited | undefined {
  return visited.reduce<Visited | undefined>(
    (last, each) =>
      last === undefined || Date.parse(each.state.checkedAt ?? '') > Date.parse(last.state.checkedAt ?? '')
        ? each
        : last,
    undefined,
  );
}

function earliest(instants: string[]): string | undefined {
  return instants.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
}
