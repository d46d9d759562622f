/** The record of a product: as old as its oldest confirmed source, as certain as its least certain source. Pure. */
import { TRUST } from '../../config/trust.ts';
import { isSure } from '../../data/confidence/decay.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { defined } from '../../data/defined.ts';
import { watchedBetween } from '../../data/hazard.ts';
import { contextWindowOf } from '../../data/models/context-window.ts';
import { isDisputed, type ProductState, type SourceState } from '../../data/pipeline/ledger-state.ts';
import { priceStateOf } from '../../data/prices/price-state.ts';
import {
  type CatalogueProduct,
  type ImportedFact,
  type Market,
  marketsOf,
  type Slug,
  sourcesOf,
  statesPrices,
} from '../../data/product.ts';
import type { MarketRecord, PricingRecord, Rate, Verification } from '../../data/record.ts';
import type { Witness } from '../../data/witness.ts';
import { withAuthoredCosts } from './authored-research.ts';
import { isStatedByDataset } from './dataset-witness.ts';
import { isRated } from './headline.ts';
import { hiddenCostsOf } from './hidden-costs.ts';
import { importedFacts, importedRecord, type ReliabilityOf, UNREAD } from './imported.ts';
import { otherMarketsPage } from './markets.ts';
import { mergeSources } from './merge-sources.ts';
import { mainCurrency } from './plausibility.ts';

export interface Known {
  /** Facts of public datasets, with the reliability of each. */
  imported?: { facts: readonly ImportedFact[]; reliabilityOf: ReliabilityOf } | undefined;
  /** Since when it is watched, and on how many visits its prices had moved. */
  watched?: { since: string; changes: number } | undefined;
}

const NOTHING = { facts: [], reliabilityOf: () => 0 };

export function recordOf(product: CatalogueProduct, state: ProductState, known: Known): PricingRecord {
  const markets = marketsOf(product.sources).flatMap((market) => marketRecord(product, state, { market, ...known }));
  const record = defaultRecord(product, state, known);
  const rates = record.rates.map((rate) => withContextWindow(product.slug, rate));
  return { ...record, rates, ...(markets.length > 0 && { markets }) };
}

/** A property of the model, whoever states its rates. */
function withContextWindow(slug: Slug, rate: Rate): Rate {
  const contextWindow = contextWindowOf(slug, [rate.model, ...rate.aliases]);
  return { ...rate, ...defined({ contextWindow }) };
}

/** Empty where no page of the market has prices. Datasets speak of the default market. */
function marketRecord(
  product: CatalogueProduct,
  state: ProductState,
  { market, watched }: { market: Market } & Pick<Known, 'watched'>,
): MarketRecord[] {
  const visited = visitedSources(product, state, market).filter(({ id: source, state: { page } }) => {
    // It may have been judged before the page that it is the same as.
    return page === undefined || otherMarketsPage({ page, source, product, sources: state.sources }) === undefined;
  });
  const { statement, reasons, contributors } = mergeSources(visited, (id) => state.sources.get(id)?.statement);
  if (contributors.length === 0) return [];
  const { tiers, rates, facts, absent, evidence } = statement;
  const isStatedElsewhere = () => false;
  return [
    {
      market,
      ...defined({ currency: mainCurrency(statement) }),
      ...{ tiers, rates, ...defined({ facts, absent }) },
      verification: verificationOf(product, visited, { contributors, reasons, isStatedElsewhere, watched }),
      evidence,
    },
  ];
}

function defaultRecord(
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
  const imported = importedFacts(facts, statement);
  // A dataset's cost of a kind that the vendor's own page states is outdated, and so is its base price.
  const older = imported.hiddenCosts.filter(({ kind }) => !observed.some((cost) => cost.kind === kind));
  const referencePrices = priceStateOf(statement) === 'known' ? [] : imported.referencePrices;
  return {
    slug: product.slug,
    name: product.name,
    category: product.category,
    vendor: product.vendor,
    ...defined({ currency }),
    tiers: statement.tiers,
    rates: statement.rates,
    ...(referencePrices.length > 0 && { referencePrices }),
    hiddenCosts: withAuthoredCosts([...observed, ...older], product.research),
    ...defined({ facts: statement.facts, absent: statement.absent }),
    verification: verificationOf(product, visited, {
      contributors,
      reasons: [...reasons, ...imported.withheld],
      isStatedElsewhere: (confirmedAt) => isStatedByDataset(facts, statement, confirmedAt),
      watched,
    }),
    evidence: statement.evidence,
  };
}

type Visited = { id: Slug; url: string; state: SourceState };

/** In the catalogue's order, without sources that left the catalogue. */
function visitedSources({ sources }: CatalogueProduct, state: ProductState, market?: Market): Visited[] {
  return sourcesOf(sources, market)
    .filter(statesPrices)
    .flatMap(({ id, url }) => {
      const found = state.sources.get(id);
      return found === undefined ? [] : [{ id, url, state: found }];
    });
}

/** Adds a failed visit to an imported record, which has no source, since its prices were read from no page. */
function attempted(verification: Verification, visited: Visited[]): Verification {
  const last = lastVisited(visited);
  const withdrawals = visited.flatMap(({ state }) => withdrawalOf(state));
  const known =
    withdrawals.length > 0 ? verification.reasons.filter((each) => !UNREAD.includes(each)) : verification.reasons;
  return {
    ...verification,
    ...attemptOf(last),
    disputed: visited.some(({ state }) => isDisputed(state)),
    reasons: [...withdrawals, ...known, ...shortfallOf(last)],
  };
}

interface Supporting extends Pick<Known, 'watched'> {
  contributors: Slug[];
  reasons: string[];
  /** Whether a dataset says the same of about that day. */
  isStatedElsewhere: (confirmedAt: string | undefined) => boolean;
}

function verificationOf(
  product: CatalogueProduct,
  visited: Visited[],
  { contributors, reasons, isStatedElsewhere, watched }: Supporting,
): Verification {
  const sources = visited.filter(({ id }) => contributors.includes(id));
  const confirmed = sources.flatMap(({ state }) => (state.confirmedAt === undefined ? [] : [state.confirmedAt]));
  // A page confirmed at an unknown instant makes the record's age unknown.
  const isUndated = sources.some(({ state }) => state.page !== undefined && state.confirmedAt === undefined);
  const confirmedAt = isUndated ? undefined : earliest(confirmed);
  const [leastSure] = sources.map(({ state }) => trustOf(state)).sort((a, b) => a.score - b.score);
  const dataset: Witness[] = isStatedElsewhere(confirmedAt) ? ['dataset'] : [];
  const witnesses = [...(leastSure?.witnesses ?? []), ...dataset];
  const source = sources[0]?.url;
  return {
    ...attemptOf(lastVisited(visited)),
    ...defined({ confirmedAt }),
    disputed: sources.some(({ state }) => isDisputed(state)),
    score: leastSure?.score ?? 0,
    ...(witnesses.length > 0 && { witnesses }),
    hazard: hazardOf(
      product,
      confirmedAt && watched ? watchedBetween(watched.since, confirmedAt, watched.changes) : undefined,
    ),
    decaysFrom: confirmedAt ?? '1970-01-01T00:00:00.000Z',
    ...defined({ source }),
    reasons: [
      ...new Set([
        ...unsureness({ score: leastSure?.score ?? 0, witnesses }),
        ...(leastSure?.reasons ?? []),
        ...reasons,
        ...shortfallOf(lastVisited(visited)),
      ]),
    ],
  };
}

type Trust = { score: number; witnesses: Witness[]; reasons: string[] };

/** A score of the time before facts had a confidence verifies nothing by itself, unless a person gave it. */
function trustOf({ score = 0, reasons = [], statement, backing, isDecided = false }: SourceState): Trust {
  const isOlder = !isDecided && statement !== undefined && !isRated(statement);
  return {
    score: isOlder ? Math.min(score, TRUST.cappedConfidence) : score,
    witnesses: [...new Set([...(backing?.witnesses ?? []), ...(isDecided ? (['person'] as const) : [])])],
    reasons,
  };
}

const WITNESS_WORDS: Record<Witness, string> = {
  structure: 'from the page’s structure',
  declared: 'from the page’s data',
  prose: 'from the page’s text',
  recipe: 'by a recipe',
  model: 'by a language model',
  design: 'from another design of the page',
  page: 'from the page on a later day',
  person: 'by a person',
  dataset: 'from a dataset',
};

/** Why a record that was confirmed is not `verified`; empty where it is. */
function unsureness(trust: Pick<Trust, 'score' | 'witnesses'>): string[] {
  if (isSure(trust, TRUST)) return [];
  const [only] = trust.witnesses;
  const by = only === undefined ? 'no single reader found all headline prices' : `read only ${WITNESS_WORDS[only]}`;
  return [`${by}, confidence ${Math.floor(100 * trust.score)} % when confirmed`];
}

function attemptOf(last: Visited | undefined): Pick<Verification, 'checkedAt' | 'outcome'> {
  const { checkedAt, outcome } = last?.state ?? {};
  return defined({ checkedAt, outcome });
}

function withdrawalOf(state: SourceState): string[] {
  return 'withdrawn' in state && state.rejected !== undefined ? [state.rejected.reason] : [];
}

/** What the last check failed at; empty where it supported the record. */
function shortfallOf(last: Visited | undefined): string[] {
  const { outcome, failure } = last?.state ?? {};
  if (failure !== undefined) return [`the last check failed: ${failure}`];
  if (outcome === 'unreadable') return ['the last check found no readable pricing page'];
  if (outcome === 'unsupported') return ['the last check found no prices'];
  if (outcome !== 'contradicted') return [];
  if (last !== undefined && 'withdrawn' in last.state) return [];
  const { rejected, statement } = last?.state ?? {};
  if (rejected === undefined && statement === undefined) return ['the last reading is waiting for review'];
  if (rejected === undefined) return ['the last reading contradicts the record and is waiting for review'];
  return [`the last reading contradicts the record, ${rejected.reason}`.slice(0, 160)];
}

function lastVisited(visited: Visited[]): Visited | undefined {
  const checkedAt = ({ state }: Visited) => Date.parse(state.checkedAt ?? '');
  const [first] = visited;
  return first && visited.reduce((last, each) => (checkedAt(each) > checkedAt(last) ? each : last), first);
}

function earliest(instants: string[]): string | undefined {
  return instants.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
}
