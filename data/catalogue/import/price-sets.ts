/**
 * Prices of products from sets of tiers (prices.jsonl), each of one source and day. Pure. An amount is taken only where the
 * source's own words state it; what is no plan's list price is left out with a reason.
 */
import * as z from 'zod';
import { Currency, sameAmount, toAmount } from '../../money.ts';
import { ImportedFact, Product, Slug } from '../../product.ts';
import judged from './judged-prices.json' with { type: 'json' };
import { type Origin, originOf } from './origin.ts';
import type { Row } from './products.ts';

const Money = z.number().nullish();

const PriceTier = z.object({
  name: z.string().min(1),
  /** Billed monthly, unless `billingStated` is false. */
  monthly: Money,
  annualPerMonth: Money,
  annualTotal: Money,
  unit: z.string().nullable(),
  free: z.boolean(),
  contactSales: z.boolean(),
  quote: z.string().min(1),
  billingStated: z.literal(false).optional(),
  /** The price of a first term. */
  intro: z.boolean().optional(),
  addOn: z.boolean().optional(),
  usageBased: z.boolean().optional(),
  oneOff: z.number().optional(),
  /** Of each transaction. */
  percent: z.number().optional(),
});
type PriceTier = z.infer<typeof PriceTier>;

/** A row of prices.jsonl: the tiers of one product as one source states them. */
export const PriceSet = z.object({
  slug: Slug,
  name: Product.shape.name,
  asOf: z.iso.date(),
  asOfBasis: z.string(),
  /** When the vendor's repository was last seen to hold it. */
  seenUntil: z.iso.date().optional(),
  repo: z.string(),
  path: z.string(),
  commit: z.string(),
  license: z.string(),
  sourceUrl: z.string().nullable(),
  currency: Currency,
  tiers: z.array(PriceTier),
  confidence: z.enum(['high', 'medium', 'low']),
  /** Too unreliable to be published alone, by its collectors. */
  crossCheckOnly: z.literal(true).optional(),
  /** Present with `homepage` and `category` where no other dataset has the product. */
  new: z.literal(true).optional(),
  homepage: z.string().optional(),
  category: Slug.optional(),
});
export type PriceSet = z.infer<typeof PriceSet>;

/** Prices that a person judged: of a whole dataset, of one product in it, or of some of its tiers. */
const JUDGED = z
  .array(
    z.strictObject({
      dataset: z.string(),
      slug: Slug.optional(),
      tiers: z.array(z.string()).min(1).optional(),
      /** `compare`: right, but not the vendor's list; `none`: no plan's price. */
      use: z.enum(['compare', 'none']),
      reason: z.string().min(1).max(120),
    }),
  )
  .parse(judged);

export interface ImportedPrices {
  facts: Map<Slug, ImportedFact[]>;
  leftOut: { slug: Slug; dataset: string; tier: string; reason: string }[];
}

export function pricesOf(sets: readonly PriceSet[]): ImportedPrices {
  const leftOut: ImportedPrices['leftOut'] = [];
  const pages = Map.groupBy(sets, ({ repo, sourceUrl }) => `${repo} ${sourceUrl}`);
  const facts = sets.flatMap((set) => {
    // A page that several products share is the dataset's, not a vendor's.
    const isShared = (pages.get(`${set.repo} ${set.sourceUrl}`)?.length ?? 0) > 1;
    const origin = originOfSet(set, isShared);
    return set.tiers.flatMap((tier) => {
      const stated = factsOf(tier, set, origin);
      if (Array.isArray(stated)) return stated.map((fact) => ({ slug: set.slug, fact }));
      leftOut.push({ slug: set.slug, dataset: set.repo, tier: tier.name, reason: stated.reason });
      return [];
    });
  });
  const bySlug = Map.groupBy(facts, ({ slug }) => slug);
  return { facts: new Map([...bySlug].map(([slug, own]) => [slug, own.map(({ fact }) => fact)])), leftOut };
}

/** Products that only sets of prices name. */
export function newProducts(sets: readonly PriceSet[]): Row[] {
  return sets.flatMap(({ slug, name, homepage, category, sourceUrl, new: isNew }) =>
    isNew === undefined || category === undefined
      ? []
      : [
          {
            ...{ slug, name, category, vendor: name, homepage, pricingUrl: sourceUrl },
            ...{ urlSeen: true, tokenPriced: false, facts: [] },
          },
        ],
  );
}

/** A vendor's file still states what it last changed earlier; of a file that its collectors doubt, only the change counts. */
function originOfSet(set: PriceSet, isShared: boolean): Origin {
  const { repo, path, commit, license, confidence, seenUntil, sourceUrl } = set;
  const seen =
    seenUntil !== undefined && confidence === 'high'
      ? { asOf: seenUntil, asOfBasis: `last seen in the repository; last changed ${set.asOf}` }
      : { asOf: set.asOf, asOfBasis: set.asOfBasis.slice(0, 80) };
  const page = isShared ? {} : { sourceUrl };
  return originOf({ dataset: `${repo}:${path}@${commit}`, license, ...seen, ...page }, []);
}

function factsOf(tier: PriceTier, set: PriceSet, origin: Origin): ImportedFact[] | { reason: string } {
  const judgement = JUDGED.find(
    ({ dataset, slug = set.slug, tiers = [tier.name] }) =>
      dataset === set.repo && slug === set.slug && tiers.includes(tier.name),
  );
  if (judgement?.use === 'none') return judgement;
  const kind = notListed(tier);
  if (kind !== undefined) return { reason: kind };
  const compareOnly = set.crossCheckOnly ? 'its collectors call it outdated and of mixed billing' : judgement?.reason;
  const common = {
    ...{ kind: 'tier', subject: planName(tier.name), quote: tier.quote.slice(0, 300), ...origin },
    ...(compareOnly !== undefined && { compareOnly }),
  };
  if (tier.contactSales) return [ImportedFact.parse({ ...common, contactSales: true })];
  // "200,000 events a month" is what a plan holds, not what it is sold by.
  const isUnit = tier.unit !== null && !/\d/.test(tier.unit);
  const money = { currency: set.currency, ...(isUnit && { unit: tier.unit?.toLowerCase() }) };
  if (tier.free) return [ImportedFact.parse({ ...common, value: '0.00', currency: set.currency, per: 'month' })];
  const stated = quotedPrices(tier);
  if (stated.length === 0) return { reason: 'no amount that its quote states' };
  return stated.map(({ amount, ...terms }) =>
    ImportedFact.parse({ ...common, value: toAmount(String(amount)), ...money, ...terms }),
  );
}

function notListed(tier: PriceTier): string | undefined {
  if (tier.intro) return 'an offer for the first term';
  if (tier.addOn) return 'an add-on';
  if (tier.usageBased) return 'priced by usage';
  if (tier.oneOff !== undefined) return 'paid once';
  return tier.percent === undefined ? undefined : 'a share of each transaction';
}

type Quoted = Pick<ImportedFact, 'per' | 'billing' | 'isFloor'> & { amount: number };

/** Of an annual price its total where that is stated, since that is what is billed. */
function quotedPrices({ name, monthly, annualPerMonth, annualTotal, billingStated, quote }: PriceTier): Quoted[] {
  const isQuoted = (amount: number | null | undefined): amount is number =>
    amount !== null &&
    amount !== undefined &&
    amount > 0 &&
    amountsIn(quote).some((each) => sameAmount(each, `${amount}`));
  const annual: Quoted[] = [
    ...(isQuoted(annualTotal) ? [{ amount: annualTotal, per: 'year', billing: 'annual' } as const] : []),
    ...(isQuoted(annualPerMonth) ? [{ amount: annualPerMonth, per: 'month', billing: 'annual' } as const] : []),
  ].slice(0, 1);
  const isMonthly = billingStated !== false && (annual.length > 0 || /\bmonthly\b|month_price/i.test(quote));
  const all: Quoted[] = isQuoted(monthly)
    ? [{ amount: monthly, per: 'month', ...(isMonthly && { billing: 'monthly' as const }) }, ...annual]
    : annual;
  return all.map((price) => ({
    ...price,
    ...((FROM.test(name) || isFloorIn(quote, price.amount)) && { isFloor: true as const }),
  }));
}

function amountsIn(words: string): string[] {
  return (words.match(/\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g) ?? []).map((each) => each.replaceAll(',', ''));
}

const FROM = /[(,] ?(?:from|lowest)\)$/;

/** "Cloud (from)" → "Cloud", "License (Nano, from)" → "License (Nano)". */
function planName(name: string): string {
  return name
    .replace(/ \((?:from|lowest)\)$/, '')
    .replace(/, (?:from|lowest)\)$/, ')')
    .slice(0, 80);
}

/** "plans start at $30/month" */
function isFloorIn(quote: string, amount: number): boolean {
  const before = quote.split(String(amount)).slice(0, -1);
  return before.some((words) => /(?<!cut )(?:from|starting at|starts? at) ?[$€£]? ?$/i.test(words));
}
