/**
 * The record of a product that none of our readings supports yet, from dated facts of public datasets.
 *
 * It says what the facts say and no more: a price whose currency or period the dataset does not state is left out,
 * and of facts that differ the newest is kept and the difference is named. Pure.
 */
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { Amount, compareAmounts, isZero, minusAmount, sameAmount, toAmount } from '../../data/money.ts';
import type { CatalogueProduct, ImportedFact } from '../../data/product.ts';
import { datasetName, type HiddenCost, type PricingRecord, type Rate, type Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { amountText } from '../../data/text/price-text.ts';
import { importedFrom } from './imported-from.ts';
import { importedRates } from './imported-rates.ts';
import { mainCurrency } from './plausibility.ts';
import { tierSlug } from './reconcile.ts';

/** Nothing is known, so nothing decays; an instant is needed all the same. */
const NEVER = '1970-01-01T00:00:00.000Z';

export interface Imported {
  tiers: Tier[];
  rates: Rate[];
  hiddenCosts: HiddenCost[];
  reasons: string[];
}

/** How far a dataset is to be trusted: P(a fact was right on its day). */
export type ReliabilityOf = (dataset: string) => number;

/** So many differences between datasets are named; the answer about the whole dataset has all of them. */
const MOST_REASONS = 10;

export function importedFacts(stated: readonly ImportedFact[]): Imported {
  const facts = stated.filter(isUsable);
  const { tiers, reasons } = tiersOf(facts);
  const { rates, reasons: rateReasons } = importedRates(facts);
  const all = [...reasons, ...rateReasons].map((reason) => reason.slice(0, 160));
  const more = all.length - MOST_REASONS;
  return {
    tiers,
    rates,
    hiddenCosts: signOnCosts(facts, tiers),
    reasons: more > 0 ? [...all.slice(0, MOST_REASONS), `${more} more differences between datasets`] : all,
  };
}

/** A money fact whose value is no amount says nothing that can be stated. */
function isUsable({ kind, value }: ImportedFact): boolean {
  if (value === undefined || kind === 'free_tier' || kind === 'startup_program') return true;
  return Amount.safeParse(value).success;
}

/** As sure as the least of the datasets that its prices come from, and as old as the oldest of those prices. */
export function importedRecord(
  product: CatalogueProduct,
  facts: readonly ImportedFact[],
  reliabilityOf: ReliabilityOf,
): PricingRecord {
  const { tiers, rates, hiddenCosts, reasons } = importedFacts(facts);
  const currency = mainCurrency({ tiers, rates });
  const prices = [...tiers, ...rates];
  const from = (prices.length > 0 ? prices : hiddenCosts).flatMap(({ imported }) => imported ?? []);
  const datasets = [...new Set(from.map(({ dataset }) => datasetName(dataset)))];
  const oldest = from.map(({ asOf }) => asOf).toSorted()[0];
  return {
    slug: product.slug,
    name: product.name,
    category: product.category,
    vendor: product.vendor,
    ...(currency === undefined ? {} : { currency }),
    tiers,
    rates,
    hiddenCosts,
    verification: {
      disputed: false,
      score: datasets.length === 0 ? 0 : Math.min(...datasets.map(reliabilityOf)),
      hazard: hazardOf(product),
      decaysFrom: oldest === undefined ? NEVER : `${oldest}T00:00:00.000Z`,
      reasons: [
        datasets.length === 0 ? 'nothing is known yet' : `stated by ${datasets.join(', ')}`.slice(0, 160),
        "not yet read on the vendor's page",
        ...reasons,
      ],
    },
    evidence: [],
  };
}

function tiersOf(facts: readonly ImportedFact[]): { tiers: Tier[]; reasons: string[] } {
  const reasons: string[] = [];
  const named = facts.filter(({ kind, subject }) => kind === 'tier' && subject !== undefined);
  const tiers: Tier[] = [];
  for (const group of grouped(named, ({ subject }) => nameKey(subject ?? ''))) {
    const { kept, differing } = newestOf(group);
    const tier = tierOf(kept);
    if (tier === undefined) continue;
    tiers.push(tier);
    for (const fact of differing)
      reasons.push(
        `${fact.dataset.split(':')[0]} said ${fact.value} ${fact.currency} for ${tier.name} on ${fact.asOf}; the newer fact is kept`,
      );
  }
  if (tiers.length === 0) {
    const base = tierOf(newestOf(facts.filter(({ kind }) => kind === 'base_price')).kept);
    if (base !== undefined) tiers.push(base);
  } else if (facts.some(({ kind }) => kind === 'base_price'))
    reasons.push('a base price without a tier is left out: the tiers are known');
  // "Free" is the dataset's word for having one; where a tier is known to be free, it is that one.
  const free = facts
    .filter((fact) => fact.kind === 'free_tier' && fact.value === 'true' && !isProgramme(fact))
    .sort(byDay)
    .at(-1);
  if (free !== undefined && !tiers.some(({ isFree }) => isFree)) tiers.unshift(freeTier(free));
  return { tiers: withUniqueIds(tiers), reasons };
}

/** Free for some: a dataset's list of what is free has them among tiers that are free for all. */
const PROGRAMMES = /\b(?:start-?ups?|students?|education|teachers?|oss|open[ -]source|non-?profits?)\b/i;

export function isProgramme({ kind, subject = '' }: ImportedFact): boolean {
  return kind === 'startup_program' || (kind === 'free_tier' && PROGRAMMES.test(subject));
}

export function withUniqueIds(tiers: Tier[]): Tier[] {
  const seen = new Map<string, number>();
  return tiers.map((tier) => {
    const n = (seen.get(tier.id) ?? 0) + 1;
    seen.set(tier.id, n);
    return n === 1 ? tier : { ...tier, id: `${tier.id}-${n}` };
  });
}

export function tierOf(facts: ImportedFact[]): Tier | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const name = tierName(first.subject ?? 'Base');
  const prices = facts.flatMap(({ value, currency, per, unit }) => {
    if (value === undefined || currency === undefined || per === undefined) return [];
    return [{ amount: toAmount(value), currency, per, ...(unit === undefined ? {} : { unit }), kind: 'list' as const }];
  });
  const isCustom = facts.some(({ contactSales }) => contactSales === true);
  if (prices.length === 0 && !isCustom) return undefined;
  const isFree = prices.length > 0 && prices.every(({ amount }) => isZero(amount));
  return {
    id: tierSlug(name),
    name,
    isFree,
    isCustom,
    prices,
    features: [],
    origin: 'imported',
    imported: importedFrom(first),
  };
}

/** "BUSINESS_PLUS" is how a dataset spells an identifier, not how the vendor spells a name. */
function tierName(subject: string): string {
  if (!/^[A-Z][A-Z\d_ +.-]{3,}$/.test(subject)) return subject.slice(0, 80);
  const words = subject
    .split(/[_ ]+/)
    .map((word) => (/[AEIOUY]/.test(word) ? word[0] + word.slice(1).toLowerCase() : word));
  return words.join(' ').slice(0, 80);
}

export function freeTier(fact: ImportedFact): Tier {
  const name = tierName(fact.subject ?? 'Free');
  return {
    id: tierSlug(name),
    name,
    isFree: true,
    isCustom: false,
    prices: [],
    features: [],
    origin: 'imported',
    imported: importedFrom(fact),
  };
}

/** What single sign-on costs beyond the base price, where a dataset states both under the same terms. */
function signOnCosts(facts: readonly ImportedFact[], tiers: Tier[]): HiddenCost[] {
  const newest = (kind: ImportedFact['kind']) =>
    facts
      .filter((fact) => fact.kind === kind)
      .sort(byDay)
      .at(-1);
  const [price, base, increase] = [newest('sso_price'), newest('base_price'), newest('sso_percent_increase')];
  if (price?.contactSales === true)
    return [signOnCost(price, 'Single sign-on only for a price on request', 'contact sales')];
  if (price?.value !== undefined && price.currency !== undefined && price.per !== undefined) {
    const terms = {
      currency: price.currency,
      per: price.per,
      ...(price.unit === undefined ? {} : { unit: price.unit }),
    };
    const stated = amountText(price.value, terms);
    const tier = tiers.find(({ prices }) =>
      prices.some(
        ({ amount, currency, per }) =>
          sameAmount(amount, price.value ?? '0') && currency === price.currency && per === price.per,
      ),
    );
    const label = `Single sign-on only from ${tier?.name ?? `the tier at ${stated}`}`;
    const isComparable =
      base?.value !== undefined &&
      base.dataset === price.dataset &&
      base.currency === price.currency &&
      base.per === price.per &&
      base.unit === price.unit;
    if (!isComparable || base?.value === undefined)
      return [{ ...signOnCost(price, label, stated), amount: toAmount(price.value), ...terms }];
    if (compareAmounts(price.value, base.value) <= 0) return [];
    const amount = minusAmount(price.value, base.value);
    return [{ ...signOnCost(price, label, `+${amountText(amount, terms)} over the base price`), amount, ...terms }];
  }
  if (increase?.value !== undefined && !isZero(toAmount(increase.value))) {
    return [signOnCost(increase, 'Single sign-on only at a higher price', `+${increase.value} % over the base price`)];
  }
  return [];
}

function signOnCost(fact: ImportedFact, label: string, cost: string): HiddenCost {
  return {
    label,
    cost,
    kind: 'sso',
    origin: 'imported',
    ...(fact.sourceUrl === undefined ? {} : { source: fact.sourceUrl }),
    imported: importedFrom(fact),
  };
}

/** The newest fact with its companions of the same dataset and day, and older or other ones that say otherwise. */
function newestOf(facts: ImportedFact[]): { kept: ImportedFact[]; differing: ImportedFact[] } {
  const newest = facts.toSorted(byDay).at(-1);
  const isCompanion = ({ dataset, asOf }: ImportedFact) => dataset === newest?.dataset && asOf === newest.asOf;
  const kept = distinctTerms(facts.filter(isCompanion));
  const differing = facts.filter((fact) => {
    if (isCompanion(fact)) return !kept.includes(fact);
    return kept.some(
      (other) => termsKey(other) === termsKey(fact) && other.value !== fact.value && fact.value !== undefined,
    );
  });
  return { kept, differing };
}

function termsKey({ currency, per, unit, metric }: ImportedFact): string {
  return `${currency ?? ''}|${per ?? ''}|${unit ?? ''}|${metric ?? ''}`;
}

function distinctTerms(facts: ImportedFact[]): ImportedFact[] {
  return [...new Map(facts.map((fact) => [termsKey(fact), fact])).values()];
}

function grouped<T>(facts: T[], key: (fact: T) => string): T[][] {
  return [...Map.groupBy(facts, key).values()];
}

function byDay(a: ImportedFact, b: ImportedFact): number {
  return a.asOf < b.asOf ? -1 : a.asOf > b.asOf ? 1 : 0;
}
