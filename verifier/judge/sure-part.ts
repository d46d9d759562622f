/**
 * The part of a reading that is sure enough to be published by itself. What the source already states, restated, is part of
 * it whatever its confidence now, and so is a new price in the place of one as sure as a person's decision. Pure.
 *
 * Nothing is published of a reading whose rest would make the part say something false: a cheaper price, a free tier, or
 * another value of what is known.
 */
import { TRUST } from '../../config/trust.ts';
import { defined } from '../../data/defined.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { Price, Rate, Tier } from '../../data/record.ts';
import { citedEvidence, factsOnTiers, isEmpty, priceFact, rateFacts } from '../record/facts.ts';
import { confidenceOf, isSameStart, negativeOf, startOf } from '../record/headline.ts';
import { termsOf } from '../record/statement.ts';
import { marksOfQuote } from './layout-fingerprint.ts';

export interface SurePart {
  /** What may be published; the whole reading where all of it is sure. */
  part: Statement;
  isWhole: boolean;
  /** Why not even the part may be. */
  against: string[];
}

type Rated = { confidence?: number | undefined };

export function surePart(known: Statement | undefined, next: Statement): SurePart {
  const before = (id: string) => known?.tiers.find((tier) => tier.id === id);
  const succeeds = successionOf(known, next);
  const tiers = next.tiers.flatMap((tier) => sureTier(tier, before(tier.id), succeeds));
  const rates = next.rates.flatMap((rate) => sureRate(rate, known?.rates.find(isSameRate(rate))));
  const isWhole =
    tiers.length === next.tiers.length &&
    rates.length === next.rates.length &&
    tiers.every(({ prices }, at) => prices.length === next.tiers[at]?.prices.length);
  const negatives = negativesOf(known, next, succeeds);
  const { absent: _, ...stated } = next;
  const whole = { ...stated, tiers, rates, ...defined({ absent: sureAbsences(known, next), negatives }) };
  const part = isWhole ? whole : withoutRest(whole);
  return { part, isWhole, against: [...notCheapest(known, part), ...(isWhole ? [] : falsified(known, next, part))] };
}

const isSure = (fact: Rated) => confidenceOf(fact) >= TRUST.publishFrom;

/** The later statement of a fact, as sure as the surer of both. */
function surer<Fact extends Rated>(now: Fact, was: Rated): Fact {
  const confidence = [now.confidence, was.confidence].filter((each) => each !== undefined);
  return confidence.length === 0 ? now : { ...now, confidence: Math.max(...confidence) };
}

type Succeeds = (now: Price, was: Price) => boolean;

/**
 * Whether a price stands where one stood that was as sure as a person's decision, in the same form and under the same terms.
 * The reader that was right there is right again, however sure it is itself.
 */
function successionOf(known: Statement | undefined, next: Statement): Succeeds {
  const marks = ({ evidence }: Statement) => new Map(evidence.map((each) => [each.id, marksOfQuote(each).join()]));
  const [before, after] = [known && marks(known), marks(next)];
  const asked = (price: Price) => `${price.kind} ${termsOf(price)}`;
  return (now, was) => {
    const place = before?.get(was.evidence ?? '');
    const isDecided = (was.confidence ?? 0) >= TRUST.decidedConfidence;
    return isDecided && place !== undefined && place === after.get(now.evidence ?? '') && asked(now) === asked(was);
  };
}

function sureTier(tier: Tier, before: Tier | undefined, succeeds: Succeeds): Tier[] {
  const prices = tier.prices.flatMap((price): Price[] => {
    const was = before?.prices.find((each) => priceFact(each) === priceFact(price));
    if (was !== undefined) return [surer(price, was)];
    const former = before?.prices.find((each) => succeeds(price, each));
    const rated = former === undefined ? price : surer(price, former);
    return isSure(rated) ? [rated] : [];
  });
  if (!tier.isFree && !tier.isCustom) return prices.length === 0 ? [] : [{ ...tier, prices }];
  if (before?.isFree === tier.isFree && before.isCustom === tier.isCustom) return [{ ...surer(tier, before), prices }];
  return isSure(tier) ? [{ ...tier, prices }] : [];
}

function sureRate(rate: Rate, was: Rate | undefined): Rate[] {
  if (was !== undefined) return [surer(rate, was)];
  return isSure(rate) ? [rate] : [];
}

const isSameRate = (rate: Rate) => (other: Rate) => rateFacts(other) === rateFacts(rate);

/** As sure as before, where the starting price is the same or succeeds the known one in its place. */
function negativesOf(known: Statement | undefined, next: Statement, succeeds: Succeeds): Statement['negatives'] {
  if (known === undefined) return next.negatives;
  const [was, now] = [startOf(known), startOf(next)];
  const isSuccessor = was !== undefined && now !== undefined && succeeds(now.price, was.price);
  if (!isSuccessor && !isSameStart(known, next)) return next.negatives;
  return next.negatives?.map((each) => surer(each, { confidence: negativeOf(known, each.kind) }));
}

/** That there is no free plan is said where it is known, or sure enough. */
function sureAbsences(known: Statement | undefined, next: Statement): Statement['absent'] {
  const sure = next.negatives === undefined ? 1 : (negativeOf(next, 'no_free_tier') ?? 0);
  if (sure >= TRUST.publishFrom || known?.absent?.includes('free_plan')) return next.absent;
  const others = next.absent?.filter((each) => each !== 'free_plan');
  return others?.length ? others : undefined;
}

/** A reading that was taken in part is not complete, so it shows no absence. */
function withoutRest({ absent: _, facts, ...statement }: Statement): Statement {
  const kept = factsOnTiers(facts, statement.tiers);
  const part = { ...statement, ...defined({ facts: kept }) };
  return { ...part, evidence: citedEvidence(part) };
}

const UNSURE = 'not enough confidence to publish';

function notCheapest(known: Statement | undefined, part: Statement): string[] {
  const cheapest = negativeOf(part, 'cheapest') ?? 1;
  const isKnown = known !== undefined && isSameStart(known, part);
  if (cheapest >= TRUST.publishFrom || isKnown || startOf(part) === undefined) return [];
  return [`${UNSURE}: a cheaper plan may be missing`];
}

/** What the part would say wrongly for want of the rest. */
function falsified(known: Statement | undefined, next: Statement, part: Statement): string[] {
  if (isEmpty(part)) return [UNSURE];
  const isFreeLeft = next.tiers.some(({ id, isFree }) => isFree && !part.tiers.some((tier) => tier.id === id));
  return [
    ...(isFreeLeft ? [`${UNSURE}: a free tier`] : []),
    ...(isSameStart(next, part) ? [] : [`${UNSURE}: the starting price`]),
    ...(known === undefined ? [] : replaced(known, next, part)),
  ].slice(0, 3);
}

/** Known facts in whose place the reading states unsure ones. */
function replaced(known: Statement, next: Statement, part: Statement): string[] {
  const kept = new Map(part.tiers.map((tier) => [tier.id, tier]));
  const isNew = ({ id }: Tier) => !known.tiers.some((tier) => tier.id === id);
  const isNewLeft = next.tiers.some((tier) => isNew(tier) && !kept.has(tier.id));
  const tiers = known.tiers.filter((was) => {
    const now = next.tiers.find(({ id }) => id === was.id);
    if (now === undefined) return isNewLeft;
    const isLeft = now.prices.length !== (kept.get(was.id)?.prices.length ?? -1);
    return isLeft && !states(now, was);
  });
  const rates = known.rates.filter((was) => {
    const isOf = ({ model, band }: Rate) => model === was.model && band === was.band;
    return next.rates.some(isOf) && !part.rates.some(isOf);
  });
  return [...tiers.map(({ name }) => name), ...rates.map(({ model }) => model)].map((name) =>
    `${UNSURE}: new values of ${name}`.slice(0, 160),
  );
}

function states(now: Tier, was: Tier): boolean {
  const facts = new Set(now.prices.map(priceFact));
  return (
    now.isFree === was.isFree && now.isCustom === was.isCustom && was.prices.every((each) => facts.has(priceFact(each)))
  );
}

/** What is known, as sure as a reading of the same facts says where nothing was said before. */
export function ratedBy(known: Statement, next: Statement): Statement {
  const rated = <Fact extends Rated>(fact: Fact, same: Rated | undefined): Fact => ({
    ...fact,
    ...defined({ confidence: same?.confidence }),
  });
  const tiers = known.tiers.map((tier) => {
    const now = next.tiers.find(({ id }) => id === tier.id);
    const prices = tier.prices.map((price) =>
      rated(
        price,
        now?.prices.find((each) => priceFact(each) === priceFact(price)),
      ),
    );
    return { ...rated(tier, now), prices };
  });
  const rates = known.rates.map((rate) => rated(rate, next.rates.find(isSameRate(rate))));
  return { ...known, tiers, rates, ...defined({ negatives: next.negatives }) };
}
