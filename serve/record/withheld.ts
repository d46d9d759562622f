/**
 * What is kept from consumers who say how sure and how fresh a field must be: it is named with the reason, never
 * answered with in silence. Prices, free and contact-us tiers and rates are judged one by one by how sure they are. Pure.
 */
import { defined } from '../../data/defined.ts';
import { daysFrom } from '../../data/prices/year-change.ts';
import type { MarketView, RecordData, TierView, VerificationView, Withheld } from './shape.ts';

export interface Demands {
  minConfidence?: number | undefined;
  maxAgeDays?: number | undefined;
}

interface Trust {
  verification: Pick<VerificationView, 'confidence' | 'verifiedAt'>;
  /** The day that the answer speaks of: ages are counted up to it. */
  day: string;
  /** The whole record, of which only some fields may be asked for. */
  record?: Pick<Partial<RecordData>, 'hiddenCosts' | 'sentences'>;
}

/** `withheld` is undefined where nothing is demanded, which is not the same as nothing withheld. */
export function heldTo<Data extends Partial<RecordData>>(
  { minConfidence, maxAgeDays }: Demands,
  data: Data,
  trust: Trust,
): { data: Partial<Data>; withheld?: Withheld[] } {
  if (minConfidence === undefined && maxAgeDays === undefined) return { data };
  const kept: Partial<Data> = {};
  const withheld: Withheld[] = [];
  for (const field of Object.keys(data) as (keyof Data & string)[]) {
    const value = data[field];
    if (value === undefined) continue;
    if (field === 'markets') {
      const held = (data.markets ?? []).map((market) => heldMarket({ minConfidence, maxAgeDays }, market, trust.day));
      kept[field] = held.map(({ market }) => market) as Data[typeof field];
      withheld.push(...held.flatMap((each) => each.withheld));
      continue;
    }
    const confirmed = confirmedOn(field, trust.record ?? data, trust.verification);
    const sure = minConfidence === undefined ? undefined : sureFacts(field, data, minConfidence);
    const { confidence } = sure ?? trust.verification;
    const missed = missedBy({ minConfidence, maxAgeDays }, { confidence, day: trust.day }, confirmed);
    if (missed !== undefined) {
      withheld.push({ field, ...missed });
      continue;
    }
    kept[field] = (sure?.value ?? value) as Data[typeof field];
    withheld.push(...(sure?.withheld ?? []));
  }
  return { data: kept, withheld };
}

/** A market's prices are as sure and as old as its own pages. */
function heldMarket(demands: Demands, { market, currency, verification, ...data }: MarketView, day: string) {
  const held = heldTo(demands, defined(data), { verification, day });
  return {
    market: { market, currency, ...held.data, verification },
    withheld: (held.withheld ?? []).map((each) => ({ ...each, field: `markets.${market}.${each.field}` })),
  };
}

interface SureFacts {
  value: unknown;
  withheld: Withheld[];
  /** Of the surest of them. */
  confidence: number;
}

/** The facts of a field of facts that are sure enough; undefined for another field, and one without rated facts. */
function sureFacts(field: string, { tiers, rateCard }: Partial<RecordData>, line: number): SureFacts | undefined {
  if (field === 'rateCard' && rateCard !== undefined) {
    const { models } = rateCard;
    const parts = models.map((model) =>
      isSure(model, line) ? { kept: model } : { lost: lost(model.model, model, line) },
    );
    const kept = parts.flatMap(({ kept }) => kept ?? []);
    return sureOf(models, { value: { ...rateCard, models: kept }, withheld: lostOf(field, parts) });
  }
  if (field !== 'tiers' || tiers === undefined) return undefined;
  const facts = tiers.flatMap((tier) => [...(tier.isFree || tier.isCustom ? [tier] : []), ...tier.prices]);
  const parts = tiers.map((tier) => sureTier(tier, line));
  return sureOf(facts, { value: parts.flatMap(({ kept }) => kept ?? []), withheld: lostOf(field, parts) });
}

type Rated = { confidence?: number | undefined };
type Part<Fact> = { kept?: Fact; lost?: Withheld };

function sureOf(facts: readonly Rated[], sure: Omit<SureFacts, 'confidence'>): SureFacts | undefined {
  const confidences = facts.flatMap(({ confidence }) => confidence ?? []);
  return confidences.length === 0 ? undefined : { ...sure, confidence: Math.max(...confidences) };
}

function lostOf(field: string, parts: readonly Part<unknown>[]): Withheld[] {
  return parts.flatMap(({ lost }) => (lost === undefined ? [] : [{ ...lost, field: `${field}.${lost.field}` }]));
}

function isSure({ confidence = 1 }: Rated, line: number): boolean {
  return confidence >= line;
}

/** A tier of which one price is withheld has no price that stands for it. */
function sureTier(tier: TierView, line: number): Part<TierView> {
  if (!isSure(tier, line)) return { lost: lost(tier.id, tier, line) };
  const unsure = tier.prices.filter((price) => !isSure(price, line));
  const [first] = unsure;
  if (first === undefined) return { kept: tier };
  const least = unsure.reduce((a, b) => ((a.confidence ?? 1) <= (b.confidence ?? 1) ? a : b), first);
  if (unsure.length === tier.prices.length) return { lost: lost(tier.id, least, line) };
  const { price: _, period: __, billing: ___, unit: ____, ...rest } = tier;
  const kept = { ...rest, prices: tier.prices.filter((price) => isSure(price, line)) };
  return { kept, lost: lost(`${tier.id}.prices`, least, line) };
}

function lost(field: string, { confidence }: Rated, line: number): Withheld {
  return { field, missed: ['minConfidence'], reason: `confidence ${confidence} is below ${line}`, confidence };
}

/**
 * The day that a field was last confirmed on; undefined where part of it never was on a page that we read. What a dataset
 * says of a hidden cost is not confirmed by the prices that were read since, nor is a sentence that repeats it.
 */
export function confirmedOn(
  field: string,
  { hiddenCosts = [], sentences = [] }: Pick<Partial<RecordData>, 'hiddenCosts' | 'sentences'>,
  { verifiedAt }: Pick<VerificationView, 'verifiedAt'>,
): string | undefined {
  const imported = hiddenCosts.flatMap(({ origin }, at) => (origin === 'imported' ? [`hiddenCosts.${at}`] : []));
  if (imported.length === 0) return verifiedAt;
  const repeats = sentences.some(
    ({ field: of, basis = [] }) =>
      (of === field || field === 'sentences') && basis.some((each) => imported.includes(each)),
  );
  return field === 'hiddenCosts' || repeats ? undefined : verifiedAt;
}

function missedBy(
  { minConfidence, maxAgeDays }: Demands,
  { confidence, day }: Pick<Trust, 'day'> & Rated,
  confirmed: string | undefined,
): Omit<Withheld, 'field'> | undefined {
  const ageDays = confirmed === undefined ? undefined : ageInDays(confirmed, day);
  const missed: Withheld['missed'] = [];
  const reasons: string[] = [];
  if (minConfidence !== undefined && !(confidence !== undefined && confidence >= minConfidence)) {
    missed.push('minConfidence');
    reasons.push(
      confidence === undefined
        ? 'past records have no confidence'
        : `confidence ${confidence} is below ${minConfidence}`,
    );
  }
  if (maxAgeDays !== undefined && !(ageDays !== undefined && ageDays <= maxAgeDays)) {
    missed.push('maxAgeDays');
    reasons.push(
      ageDays === undefined
        ? 'never confirmed on the vendor’s page'
        : `last confirmed ${ageDays} days ago, more than ${maxAgeDays}`,
    );
  }
  return missed.length === 0 ? undefined : { missed, reason: reasons.join('; '), confidence, ageDays };
}

/** Whole days from one day to a later one; what was confirmed in the course of the later one is of age 0. */
export function ageInDays(from: string, to: string): number {
  return Math.max(0, Math.round(daysFrom(from, to)));
}
