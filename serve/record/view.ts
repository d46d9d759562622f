/**
 * From the facts of a record to the JSON that consumers read.
 *
 * Pure: what is not in the record is not in the view. A product of which nothing is known has no price range and no
 * tiers; nothing becomes zero on the way. Plain numbers are made here, at the edge, from exact decimals.
 */
import type { Site } from '../../config/site.ts';
import { TRUST } from '../../config/trust.ts';
import type { LoggedChange } from '../../data/change.ts';
import { confidenceNow, confirmedBy, statusNow } from '../../data/confidence/decay.ts';
import { type Currency, compareAmounts, plainNumber } from '../../data/money.ts';
import { annualSaving } from '../../data/prices/annual-saving.ts';
import { freeTierOf, priceStateOf } from '../../data/prices/price-state.ts';
import { type MonthlyPrice, monthlyPrice, startingPrice } from '../../data/prices/starting-price.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import {
  datasetName,
  type Fact,
  type HiddenCost,
  type ImportedFrom,
  type MarketRecord,
  type Price,
  type PricingRecord,
  type Rate,
  type RecordEvidence,
  type ReferencePrice,
  type Research,
  type Snapshot,
  type Tier,
  type Verification,
} from '../../data/record.ts';
import { rangeText } from '../../data/text/price-text.ts';
import { evidenceUrl } from './envelope.ts';
import { type Place, positioningOf } from './market.ts';
import type {
  Discounts,
  EvidenceView,
  MarketView,
  PriceRange,
  PriceView,
  RateCard,
  RateView,
  RecordData,
  TierView,
  VerificationView,
} from './shape.ts';
import { label, quoted } from './vendor-text.ts';

export type Depth = 'summary' | 'full';

/** What the data fields are made of: a record as it stands, or as it stood. */
export type Stated = Pick<
  PricingRecord,
  'category' | 'currency' | 'tiers' | 'rates' | 'referencePrices' | 'hiddenCosts' | 'facts' | 'absent' | 'evidence'
> &
  Partial<Pick<MarketRecord, 'market'>> &
  Pick<PricingRecord, 'markets'>;

/** How sure a fact is on the day of the answer; undefined on a record of the past. */
export type Rating = (fact: { confidence?: number | undefined }) => number | undefined;

const UNRATED: Rating = () => undefined;

interface Asked {
  site: Site;
  depth: Depth;
  /** Absent for a record of the past, of which today's category says nothing. */
  place?: Place | undefined;
  rating?: Rating;
}

/** All data fields. */
export function recordData(stated: Stated, { site, depth, place, rating }: Asked): RecordData {
  const { market, currency, tiers, rates, hiddenCosts } = stated;
  const isFull = depth === 'full';
  const start = startingPrice(tiers, currency);
  const discounts = currency === undefined ? undefined : discountsOf(tiers, currency);
  const positioning = start === undefined || place === undefined ? undefined : positioningOf(start, place);
  const priceRange = currency === undefined ? undefined : priceRangeOf(tiers, currency);
  return {
    priceRange,
    startingPrice: start === undefined ? null : plainNumber(start.amount),
    startingPriceBasis: start && basisOf(start),
    priceState: priceStateOf(stated),
    freeTier: freeTierOf(stated),
    tiers: tiers.map((tier) => tierView(tier, { market, currency, isFull, rating })),
    discounts,
    referencePrices: stated.referencePrices?.map(referencePriceView),
    hiddenCosts: hiddenCosts.map(hiddenCostView),
    positioning,
    evidence: isFull ? evidenceIn(stated).map(evidenceView(site)) : undefined,
    rateCard: rateCard(isFull ? rates : rates.map(withoutStatements), rating),
    capabilities: isFull ? capabilitiesOf(stated.facts ?? []) : undefined,
  };
}

/** Of the default market, then of the others. */
export function evidenceIn({ evidence, markets = [] }: Pick<Stated, 'evidence' | 'markets'>): RecordEvidence[] {
  return [...evidence, ...markets.flatMap((each) => each.evidence)];
}

/** The prices of another market on the day of `now`. Amounts are compared with no other market's. */
export function marketView(
  { verification, ...stated }: MarketRecord,
  { site, depth, category, now }: Pick<Asked, 'site' | 'depth'> & { category: string; now: Date },
): MarketView {
  const rating = ratingOf(verification, now);
  const data = recordData({ ...stated, category, hiddenCosts: [] }, { site, depth, rating });
  const fields = ['startingPrice', 'startingPriceBasis', 'priceState', 'freeTier', 'tiers', 'rateCard'] as const;
  const { market, currency } = stated;
  return { market, currency, ...pick(data, fields), verification: verificationView(verification, now) };
}

/** By capability: which tiers have it and which are said to lack it; absent where the vendor's pages say nothing of any. */
function capabilitiesOf(facts: readonly Fact[]): RecordData['capabilities'] {
  const known = facts.flatMap((fact) => {
    if (fact.kind !== 'capability') return [];
    const { capability, tiers, first, evidence } = fact;
    return [[capability, { tiers, ...(first !== undefined && { first }), evidence }] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Absent where the billing is not known. */
function basisOf({ billing }: MonthlyPrice): RecordData['startingPriceBasis'] {
  return billing && BASES[billing];
}

const BASES = { monthly: 'min_paid_monthly', annual: 'min_paid_annual' } as const;

function priceRangeOf(tiers: readonly Tier[], currency: Currency): PriceRange | undefined {
  const prices = tiers
    .flatMap((tier) => monthlyPrice(tier, currency) ?? [])
    .sort((a, b) => compareAmounts(a.amount, b.amount));
  const [min, max] = [prices[0], prices.at(-1)];
  if (min === undefined || max === undefined) return undefined;
  return { min: plainNumber(min.amount), max: plainNumber(max.amount), display: rangeText(min, max), currency };
}

export function tierView(
  tier: Tier,
  {
    market,
    currency,
    isFull,
    rating = UNRATED,
  }: { market?: string | undefined; currency: Currency | undefined; isFull: boolean; rating?: Rating | undefined },
): TierView {
  const monthly = currency === undefined ? undefined : monthlyPrice(tier, currency);
  return {
    id: tier.id,
    name: label(tier.name, 80),
    ...headline(tier, monthly),
    isFree: tier.isFree,
    isCustom: tier.isCustom,
    confidence: tier.isFree || tier.isCustom ? rating(tier) : undefined,
    billing: monthly?.billing,
    unit: monthly?.price.unit,
    minimumUnits: tier.minimumUnits,
    includedUnits: tier.includedUnits,
    featureCount: tier.features.length,
    prices: tier.prices.flatMap((price) => priceView(price, rating)).map((price) => ({ market, ...price })),
    features: isFull ? tier.features.map((feature) => label(feature)) : undefined,
    origin: tier.origin,
    imported: tier.imported && importedView(tier.imported),
    research: tier.research && researchView(tier.research),
    evidence: tier.evidence,
  };
}

/** Free is 0, "contact us" is null, and a price that is not known by the month is not there at all. */
function headline({ isFree, isCustom }: Tier, monthly: MonthlyPrice | undefined): Pick<TierView, 'price' | 'period'> {
  if (isFree) return { price: 0, period: 'month' };
  if (isCustom) return { price: null };
  return monthly === undefined ? {} : { price: plainNumber(monthly.amount), period: 'month' };
}

/** A struck-through amount is what the price was said to have been; nobody can buy at it. */
function priceView(price: Price, rating: Rating): PriceView[] {
  if (price.kind === 'struck') return [];
  const { kind, ...rest } = price;
  const view = pick(rest, ['amount', 'currency', 'billing', 'per', 'unit']);
  const confidence = rating(price);
  return [{ ...view, kind, ...pick(rest, ['until', 'isFloor', 'assumed']), confidence, ...pick(rest, ['evidence']) }];
}

export function hiddenCostView(cost: HiddenCost): HiddenCost {
  return {
    label: label(cost.label),
    cost: label(cost.cost),
    ...pick(cost, ['kind', 'amount', 'currency', 'per', 'unit', 'origin', 'source', 'evidence']),
    imported: cost.imported && importedView(cost.imported),
  };
}

function referencePriceView(reference: ReferencePrice): ReferencePrice {
  return {
    label: label(reference.label),
    ...pick(reference, ['amount', 'currency', 'per', 'unit']),
    imported: importedView(reference.imported),
  };
}

export function importedView(imported: ImportedFrom): ImportedFrom {
  const { dataset, license, asOf, asOfBasis, sourceUrl, publisher, quote } = imported;
  return { dataset, license, asOf, asOfBasis, sourceUrl, publisher, quote: quote && label(quote, 300) };
}

function researchView({ by, reason, asOf, sourceUrl }: Research): Research {
  return { by: label(by, 40), reason: label(reason, 300), asOf, sourceUrl };
}

/** What datasets state of windows is half of a long rate card. */
function withoutStatements({ contextWindow, ...rate }: Rate): Shown {
  return contextWindow?.tokens === undefined ? rate : { ...rate, contextWindow: { tokens: contextWindow.tokens } };
}

type Shown = Omit<Rate, 'contextWindow'> & Pick<RateView, 'contextWindow'>;

/** Absent for a product that is not sold by tokens. */
export function rateCard(rates: readonly Shown[], rating?: Rating): RateCard | undefined {
  return rates.length === 0 ? undefined : { per: '1M tokens', models: rates.map((rate) => rateView(rate, rating)) };
}

export function rateView(rate: Shown, rating = UNRATED): RateView {
  return {
    model: label(rate.model),
    aliases: rate.aliases.map((alias) => label(alias)),
    currency: rate.currency,
    ...plainRates(rate),
    band: rate.band && label(rate.band, 80),
    contextWindow: rate.contextWindow,
    confidence: rating(rate),
    origin: rate.origin,
    imported: rate.imported && importedView(rate.imported),
    research: rate.research && researchView(rate.research),
    evidence: rate.evidence,
  };
}

/** Those that are known, as plain numbers. */
function plainRates(rate: Shown): Pick<RateView, (typeof RATE_FIELDS)[number][0]> {
  const numbers: ReturnType<typeof plainRates> = {};
  for (const [field] of RATE_FIELDS) {
    const amount = rate[field];
    if (amount !== undefined) numbers[field] = plainNumber(amount);
  }
  return numbers;
}

export function evidenceView(site: Site): (evidence: RecordEvidence) => EvidenceView {
  return (evidence) => ({
    id: evidence.id,
    quote: quoted(evidence.quote),
    page: evidenceUrl(site, evidence.id),
    ...pick(evidence, ['url', 'capturedAt', 'pageSha256', 'textStart', 'textEnd']),
    path: label(evidence.path, 600),
    ...pick(evidence, ['method', 'scope', 'format', 'charset']),
  });
}

/** As it stands on the day of `now`. */
export function verificationView(verification: Verification, now: Date): VerificationView {
  const { checkedAt, outcome, source, reasons } = verification;
  const confirmedAt = confirmedBy(verification.confirmedAt, now);
  const { status, confidence } = trustNow(verification, now);
  return {
    verifiedAt: confirmedAt?.slice(0, 10),
    checkedAt,
    confirmedAt,
    status,
    outcome,
    confidence,
    source,
    reasons: reasons.map((reason) => label(reason, 160)),
  };
}

/** Of a snapshot, as of an instant: the last sighting that is not after it, or else the first. */
export function verificationThen(
  { origin, imported, validFrom, lastSeenAt, evidence }: Snapshot,
  end: string,
): VerificationView {
  if (origin === 'imported') {
    const named = imported && `${datasetName(imported.dataset)} (${imported.license}), as of ${imported.asOf}`;
    return { reasons: [`imported from ${named ?? 'a public dataset'}`.slice(0, 160)] };
  }
  const confirmedAt = lastSeenAt <= end ? lastSeenAt : validFrom;
  const source = evidence[0]?.url;
  return {
    verifiedAt: confirmedAt.slice(0, 10),
    confirmedAt,
    source,
    reasons: [lastSeenAt <= end ? 'last seen on or before this date' : 'unchanged before and after this date'],
  };
}

/** The two figures that fade. */
export function trustNow(verification: Verification, now: Date) {
  return { status: statusNow(verification, now, TRUST), confidence: thousandths(confidenceNow(verification, now)) };
}

/** Facts fade as their record does, and are as sure as it where they have no confidence of their own. */
export function ratingOf(verification: Verification, now: Date): Rating {
  return ({ confidence = verification.score }) =>
    thousandths(confidenceNow({ ...verification, score: confidence }, now));
}

/** More decimals would claim a precision that no calibration gives. */
function thousandths(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000;
}

export function changeView(change: LoggedChange): LoggedChange {
  const { subject, before, after, evidence, reason, imported } = change;
  return {
    ...pick(change, ['seq', 'type', 'slug', 'market']),
    subject: subject && label(subject),
    before: before && sideView(before),
    after: after && sideView(after),
    evidence,
    reason: reason && label(reason, 160),
    imported: imported && importedView(imported),
    ...pick(change, ['observedAt', 'recordedAt']),
  };
}

type Side = NonNullable<LoggedChange['before']>;

function sideView({ name, amount, currency, billing, per, unit, rate, isCustom, effectiveFrom }: Side): Side {
  return { name: name && label(name, 80), amount, currency, billing, per, unit, rate, isCustom, effectiveFrom };
}

/** The named fields, in this order: what is not named never leaves. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  const picked: Partial<From> = {};
  for (const name of names) picked[name] = from[name];
  return picked as Pick<From, Name>;
}

/** What a year paid at once saves over twelve months, by tier; `undefined` where no tier is known to be cheaper so. */
export function discountsOf(tiers: readonly Tier[], currency: Currency): Discounts | undefined {
  const perTier = tiers.flatMap((tier) => {
    const saving = annualSaving(tier, currency);
    if (saving === undefined) return [];
    return [{ tier: tier.id, annualSavings: plainNumber(saving.amount), annualSavingsPercent: saving.percent }];
  });
  const [first, ...others] = perTier;
  if (first === undefined) return undefined;
  const best = others.reduce((a, b) => (b.annualSavingsPercent > a.annualSavingsPercent ? b : a), first);
  return { perTier, best: { tier: best.tier, annualSavingsPercent: best.annualSavingsPercent } };
}
