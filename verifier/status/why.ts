/**
 * Why a product's published prices are as they are, in a sentence for a person: what the last visits came to, what waits for
 * review, and when the next visit is. Pure.
 */
import { TRUST } from '../../config/trust.ts';
import { confidenceNow, type Status, statusNow } from '../../data/confidence/decay.ts';
import { isAnyPlanKnown, priceStateOf } from '../../data/prices/price-state.ts';
import { type CatalogueProduct, type Source, statesPrices } from '../../data/product.ts';
import type { PricingRecord } from '../../data/record.ts';
import type { SourceFacts } from '../../data/source-facts.ts';
import type { Standing, Waiting } from '../../data/store/ledger/review.ts';
import type { LastAnswer } from '../../data/store/ledger-queries/captures.ts';
import { span } from '../../data/text/figures.ts';

/** A sentence, and where the console shows more. */
export interface Told {
  says: string;
  path?: string;
}

/** A source with what the ledger knows of it; undefined facts: never visited. */
export interface KnownSource {
  source: Pick<Source, 'id' | 'kind'>;
  facts: Pick<SourceFacts, 'checkedAt' | 'outcome' | 'failure' | 'failuresInARow'> | undefined;
  answer: Pick<LastAnswer, 'id' | 'detail' | 'since' | 'recipe'> | undefined;
  waiting: Pick<Waiting, 'on' | 'kind' | 'isRest' | 'firstSeenAt' | 'statement'> | undefined;
  standing: Pick<Standing, 'statement'> | undefined;
  /** When it is visited next; due where that is past. */
  nextAt: Date;
}

export type ProductState = Status | 'retired' | 'not_published' | 'not_known';

export interface KnownProduct {
  product: Pick<CatalogueProduct, 'retired'>;
  /** As published; undefined where the published generation has none. */
  record: PricingRecord | undefined;
  sources: readonly KnownSource[];
}

/** The state of what is served, with its reason. */
export function whyServed({ product, record, sources }: KnownProduct, now: Date): Told & { state: ProductState } {
  if (product.retired !== undefined) return { state: 'retired', says: `Retired: ${product.retired.reason}.` };
  const stating = sources.filter(({ source }) => statesPrices(source));
  const told = stating.map((known) => whyOf(known, now));
  const of = told.find(({ next }) => next === undefined) ?? told[0];
  const reason = of === undefined ? 'the product file has no source with prices' : of.says;
  const more = { ...(of?.path !== undefined && { path: of.path }) };
  if (record === undefined) return { state: 'not_published', says: `Not published yet: ${reason}.`, ...more };
  if (priceStateOf(record) === 'not_known')
    return { state: 'not_known', says: `No price is known: ${reason}.`, ...more };
  const state = statusNow(record.verification, now, TRUST);
  const says = `${stateWords(record, state, now)}; ${of?.next ?? reason}.`;
  return { state, says, ...more };
}

function stateWords({ verification }: PricingRecord, state: Status, now: Date): string {
  const { confirmedAt, score } = verification;
  const confidence = confidenceNow(verification, now).toFixed(2);
  const confirmed = confirmedAt === undefined ? 'never confirmed' : `last confirmed ${ago(confirmedAt, now)}`;
  if (state === 'verified') return `Verified, ${confirmed}`;
  if (state === 'disputed') return `Disputed, ${confirmed}`;
  if (state === 'unverified')
    return confirmedAt === undefined
      ? 'Unverified: from a public dataset, not confirmed by a visit'
      : `Unverified: confidence ${score.toFixed(2)} when ${confirmed.replace('last ', '')}, below ${TRUST.verifiedFrom}, without a second witness`;
  const line = state === 'stale' ? TRUST.staleBelow : TRUST.agingBelow;
  return `${state === 'stale' ? 'Stale' : 'Aging'}: ${confirmed}; confidence fell to ${confidence}, below ${line.toFixed(2)}`;
}

/** What the source's last visits came to. */
export function whySource(known: KnownSource, now: Date): Told {
  const { says, path } = whyOf(known, now);
  return { says: `${says.charAt(0).toUpperCase()}${says.slice(1)}.`, ...(path !== undefined && { path }) };
}

/** A clause; `next`, where nothing is wrong, is its part about the next visit. */
function whyOf(known: KnownSource, now: Date): Told & { next?: string } {
  const { source, facts, answer, waiting, nextAt } = known;
  const next =
    nextAt.getTime() <= now.getTime()
      ? 'the next visit is due'
      : `next visit in ${span(nextAt.getTime() - now.getTime())}`;
  if (!statesPrices(source)) return { says: 'the source is an API description without prices', next };
  if (facts === undefined) return { says: `not visited yet; ${next.replace('next', 'first')}` };
  if (waiting !== undefined) return { says: waitsFor(waiting), path: `/review/${waiting.on}` };
  const path = answer === undefined ? {} : { path: `/checks/${answer.id}` };
  if (facts.failuresInARow > 0) return { says: `${failed(known)}; ${next}`, ...path };
  const lost = withoutPrices(known);
  if (lost !== undefined) return { says: `${lost}; ${next}`, ...path };
  return { says: `the last visit confirmed the prices ${ago(facts.checkedAt, now)}; ${next}`, next };
}

function waitsFor({ isRest, kind, statement, firstSeenAt }: NonNullable<KnownSource['waiting']>): string {
  if (isRest) return 'part of the last reading has too little confidence and is waiting for review';
  if (kind === 'rereading') return 'a new reading of the archived page is waiting for review';
  if (statement === undefined) return 'the first reading has too little confidence and is waiting for review';
  return `a reading of ${firstSeenAt.slice(0, 10)} contradicts the record and is waiting for review`;
}

function failed({ facts, answer }: KnownSource): string {
  const { failure, failuresInARow: count = 0 } = facts ?? {};
  const since = answer === undefined || count < 2 ? '' : ` since ${answer.since.slice(0, 10)}`;
  if (failure === 'disallowed') return `robots.txt forbids the visit${since}`;
  const visits = count === 1 ? 'the last visit' : `the last ${count} visits`;
  const detail = oneLine(answer?.detail ?? '');
  const why = `${detail.charAt(0).toLowerCase()}${detail.slice(1)}`;
  if (failure === undefined) return `${visits} found an unreadable page${since} (${why || 'no reason recorded'})`;
  return `${visits} failed${since} (${why || failure.replaceAll('_', ' ')})`;
}

/** Undefined where the last visit found the prices confirmed. */
function withoutPrices({ facts, answer, standing }: KnownSource): string | undefined {
  if (facts?.outcome === 'confirmed' || facts?.outcome === 'changed') return undefined;
  if (answer?.recipe === 'abstained')
    return 'the last page no longer matches the recipe, and the other readers have too little confidence';
  if (facts?.outcome === 'unsupported')
    return `the last page has no price with a verified quote (${oneLine(answer?.detail ?? '')})`;
  if (standing === undefined || !isAnyPlanKnown(standing.statement))
    return 'a person withdrew the prices; no new reading was accepted since';
  return 'a person rejected the last reading; the record is unchanged';
}

/** The end of a detail closes the sentence otherwise than with its own full stop. */
function oneLine(detail: string): string {
  return detail
    .replaceAll(/\s+/g, ' ')
    .replace(/[.;:,\s]{1,9}$/, '')
    .slice(0, 160);
}

function ago(instant: string, now: Date): string {
  return `${span(Math.max(0, now.getTime() - Date.parse(instant)))} ago`;
}
