/** The record of a product by public sources alone. Differences between them are reasons. Pure. */
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { defined } from '../../data/defined.ts';
import { Amount, isZero, toAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import type { CatalogueProduct, ImportedFact } from '../../data/product.ts';
import {
  datasetName,
  type HiddenCost,
  type PricingRecord,
  type Rate,
  type ReferencePrice,
  sourceName,
  type Tier,
} from '../../data/record.ts';
import { planListOf, tierName } from './imported-plans.ts';
import { importedFrom, importedRates, newestFact, termsKey } from './imported-rates.ts';
import { mainCurrency } from './plausibility.ts';
import { freshId, tierSlug } from './reconcile.ts';
import { signOnCosts } from './sign-on-costs.ts';

const NEVER = '1970-01-01T00:00:00.000Z';
const MOST_REASONS = 10;

export interface Imported {
  tiers: Tier[];
  rates: Rate[];
  referencePrices: ReferencePrice[];
  hiddenCosts: HiddenCost[];
  /** Why costs that contradict the record are not among them. */
  withheld: string[];
  reasons: string[];
}

/** P(a fact of the dataset was right on its day). */
export type ReliabilityOf = (dataset: string) => number;

/** Reasons of a record that rests on no reading of ours; false where one was withdrawn. */
const NOTHING_KNOWN = 'no price is known yet';
const NOT_READ = "not yet confirmed on the vendor's page";
export const UNREAD: readonly string[] = [NOTHING_KNOWN, NOT_READ];

/** @param own what the vendor's pages state, where they were read: else the imported tiers are the record's */
export function importedFacts(stated: readonly ImportedFact[], own?: Pick<Statement, 'tiers' | 'facts'>): Imported {
  const facts = stated.filter(isUsable);
  const { tiers, reasons } = tiersOf(facts);
  const signOn = signOnCosts(facts, own ?? { tiers });
  const { rates, reasons: rateReasons } = importedRates(facts);
  const all = [...reasons, ...rateReasons].map((reason) => reason.slice(0, 160));
  const more = all.length - MOST_REASONS;
  return {
    tiers,
    rates,
    referencePrices: referencePricesOf(facts),
    hiddenCosts: signOn.costs,
    withheld: signOn.withheld,
    reasons: more > 0 ? [...all.slice(0, MOST_REASONS), `${more} more differences between datasets`] : all,
  };
}

/** False for a money fact whose value is no amount. */
function isUsable({ kind, value }: ImportedFact): boolean {
  if (value === undefined || kind === 'free_tier' || kind === 'startup_program') return true;
  return Amount.safeParse(value).success;
}

/** The score is that of the least reliable dataset of its prices, and it decays from the oldest of these prices. */
export function importedRecord(
  { slug, name, vendor, category, tokenPriced }: CatalogueProduct,
  facts: readonly ImportedFact[],
  reliabilityOf: ReliabilityOf,
): PricingRecord {
  const { tiers, rates, referencePrices, hiddenCosts, withheld, reasons } = importedFacts(facts);
  const prices = [...tiers, ...rates];
  const from = (prices.length > 0 ? prices : [...referencePrices, ...hiddenCosts]).flatMap(
    ({ imported }) => imported ?? [],
  );
  const datasets = [...new Set(from.map(({ dataset }) => datasetName(dataset)))];
  const oldest = from.map(({ asOf }) => asOf).toSorted()[0];
  return {
    slug,
    name,
    category,
    vendor,
    ...defined({ currency: mainCurrency({ tiers, rates }) }),
    tiers,
    rates,
    ...(referencePrices.length > 0 && { referencePrices }),
    hiddenCosts,
    verification: {
      disputed: false,
      score: datasets.length === 0 ? 0 : Math.min(...datasets.map(reliabilityOf)),
      hazard: hazardOf({ tokenPriced, category }),
      decaysFrom: oldest === undefined ? NEVER : `${oldest}T00:00:00.000Z`,
      reasons: [
        from.length === 0 ? NOTHING_KNOWN : `stated by ${[...new Set(from.map(sourceName))].join(', ')}`.slice(0, 160),
        NOT_READ,
        ...withheld,
        ...reasons,
      ],
    },
    evidence: [],
  };
}

function tiersOf(facts: readonly ImportedFact[]): { tiers: Tier[]; reasons: string[] } {
  const named = facts.filter((fact) => fact.kind === 'tier' && fact.subject !== undefined && !isProgramme(fact));
  const { plans, reasons } = planListOf(named);
  const tiers = plans.flatMap((plan) => tierOf(plan) ?? []);
  // "Free" is the dataset's word for having a free tier; a tier that is known to be free is that one.
  const isFreeTier = (fact: ImportedFact) => fact.kind === 'free_tier' && fact.value === 'true' && !isProgramme(fact);
  const free = newestFact(facts.filter(isFreeTier));
  if (free !== undefined && !tiers.some(({ isFree }) => isFree)) tiers.unshift(freeTier(free));
  return { tiers: withUniqueIds(tiers), reasons };
}

/** Base prices: their dataset does not say which tier they are of. */
function referencePricesOf(facts: readonly ImportedFact[]): ReferencePrice[] {
  return newestOf(facts.filter(({ kind }) => kind === 'base_price')).flatMap((fact) => {
    const { value, currency, per, unit, asOf } = fact;
    if (value === undefined || currency === undefined || per === undefined) return [];
    const label = `Base price in the SSO comparison, ${asOf}`;
    return [{ label, amount: toAmount(value), currency, per, ...defined({ unit }), imported: importedFrom(fact) }];
  });
}

/** Datasets list programmes for some buyers among the tiers that are free for all. */
const PROGRAMMES = /\b(?:start-?ups?|students?|education|teachers?|oss|open[ -]source|non-?profits?)\b/i;

export function isProgramme({ kind, subject = '', value }: ImportedFact): boolean {
  const isFree = kind === 'free_tier' || (kind === 'tier' && value !== undefined && isZero(value));
  return kind === 'startup_program' || (isFree && PROGRAMMES.test(subject));
}

export function withUniqueIds(tiers: Tier[]): Tier[] {
  const taken = new Set<string>();
  return tiers.map((tier) => {
    const id = freshId(tier.name, (each) => taken.has(each));
    taken.add(id);
    return { ...tier, id };
  });
}

export function tierOf(facts: ImportedFact[]): Tier | undefined {
  const [first] = facts;
  if (first === undefined) return undefined;
  const prices = facts.flatMap(({ value, currency, per, unit, billing, isFloor }) => {
    if (value === undefined || currency === undefined || per === undefined) return [];
    return [{ amount: toAmount(value), currency, per, ...defined({ unit, billing, isFloor }), kind: 'list' as const }];
  });
  const isCustom = facts.some(({ contactSales }) => contactSales === true);
  if (prices.length === 0 && !isCustom) return undefined;
  const isFree = prices.length > 0 && prices.every(({ amount }) => isZero(amount));
  return tierNamed(first.subject ?? 'Base', first, { isFree, isCustom, prices: isFree ? [] : prices });
}

export function freeTier(fact: ImportedFact): Tier {
  return tierNamed(fact.subject ?? 'Free', fact, { isFree: true, isCustom: false, prices: [] });
}

type Offer = Pick<Tier, 'isFree' | 'isCustom' | 'prices'>;

function tierNamed(subject: string, fact: ImportedFact, { isFree, isCustom, prices }: Offer): Tier {
  const name = tierName(subject);
  const imported = importedFrom(fact);
  return { id: tierSlug(name), name, isFree, isCustom, prices, features: [], origin: 'imported', imported };
}

/** The newest fact with those of the same dataset and day. */
function newestOf(facts: ImportedFact[]): ImportedFact[] {
  const newest = newestFact(facts);
  const same = facts.filter(({ dataset, asOf }) => dataset === newest?.dataset && asOf === newest.asOf);
  return [...new Map(same.map((fact) => [termsKey(fact), fact])).values()];
}
