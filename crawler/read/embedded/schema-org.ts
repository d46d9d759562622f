/**
 * Reads the offers of schema.org that a page states for search engines, in JSON-LD, microdata or RDFa. They are often
 * stale, so they count as a second opinion.
 *
 * An offer without a period is no subscription price: most state one amount for a whole product.
 */
import * as z from 'zod';
import { Amount, Currency, isZero, toAmount } from '../../../data/money.ts';
import type { Billing, Per, Reading, ReadPrice, ReadTier, Rejected } from '../../../data/reading.ts';
import { tierKey } from '../compose.ts';
import { findMoney } from '../money/money.ts';
import { toUnit } from '../money/term.ts';
import type { Document } from '../page/document.ts';
import { label } from '../page/label.ts';
import type { AmountSignal } from '../tiers/amounts.ts';
import type { Signals } from '../tiers/signals.ts';
import { nameIn } from '../tiers/words.ts';
import { jsonLdItems } from './json-ld.ts';
import { microdataItems } from './microdata.ts';
import { itemsOf, propertyOf, type SchemaItem, stated } from './schema-item.ts';

const MAX_OFFERS = 60;
/** What an item is only mentioned by, or sold beside. */
const ASIDE =
  /^(?:reviews?|aggregateRating|itemReviewed|isRelatedTo|isSimilarTo|isAccessoryOrSparePartFor|isConsumableFor|mentions|author|publisher|video|image|addOn|subjectOf|workExample|citation)$/;
/** Things that are sold otherwise than software is. */
const OTHER_WARES =
  /^(?:Review|.*Event|Course|JobPosting|Book|Movie|Recipe|Hotel.*|.*Vehicle|Car|FAQPage|Question|HowTo|TouristTrip|Accommodation)$/;
const NOT_SOLD = /(?:Discontinued|OutOfStock|SoldOut)$/;
/** An offer must have a price: tiers of these names, of which none is published, are given as 0. */
const FOR_THE_ASKING = /\b(?:enterprise|custom|bespoke|dedicated|white[- ]?label)\b/i;
const LIST_PRICE = /(?:ListPrice|SRP|StrikethroughPrice)$/;

const DURATIONS: Record<string, Per> = {
  P1M: 'month',
  P30D: 'month',
  P1Y: 'year',
  P12M: 'year',
  MON: 'month',
  ANN: 'year',
  P1W: 'week',
  P1D: 'day',
  WEE: 'week',
  DAY: 'day',
};

interface Offer {
  item: SchemaItem;
  /** The product that the offer is of. */
  owner: string | undefined;
}

export function readSchemaOrg(document: Document, { amounts, names }: Signals): Reading {
  const rejected: Rejected[] = [];
  const offers = offersIn([...jsonLdItems(document), ...microdataItems(document)], rejected);
  const shown = offers.length === 0 ? new Set<string>() : new Set(names.map(({ words }) => tierKey(words)));
  const tiers = new Map<string, ReadTier>();
  for (const offer of offers) readOffer(offer, { tiers, rejected, amounts, shown, lang: document.lang });
  return {
    reader: 'json-ld',
    tiers: [...tiers.values()].flatMap((tier) => settled(billedAsShown(tier, amounts), rejected)),
    models: [],
    rejected: rejected.slice(0, 50),
  };
}

/** Every offer of the page's own wares, walked without recursion. */
function offersIn(items: readonly SchemaItem[], rejected: Rejected[]): Offer[] {
  const offers: Offer[] = [];
  const open: Offer[] = items.map((item) => ({ item, owner: undefined })).reverse();
  for (let next = open.pop(); next !== undefined && offers.length < MAX_OFFERS; next = open.pop()) {
    const { item, owner } = next;
    if (item.types.some((type) => OTHER_WARES.test(type))) continue;
    if (item.types.includes('Offer')) {
      offers.push(next);
      continue;
    }
    const range = propertyOf(item, 'lowPrice')?.cite();
    if (range !== undefined) reject(rejected, range.quote, 'a range over several offers');
    const name = stated(item, 'name') ?? owner;
    const inner = item.properties.flatMap((property) =>
      property.item === undefined || ASIDE.test(property.name) ? [] : [{ item: property.item, owner: name }],
    );
    open.push(...inner.reverse());
  }
  return offers;
}

/** An offer says what it costs a month and never how that is billed; where the page shows the same amount, it may. */
function billedAsShown(tier: ReadTier, amounts: readonly AmountSignal[]): ReadTier {
  const prices = tier.prices.map((price) => {
    if (price.assumed?.includes('billing') !== true) return price;
    const shown = amounts.filter(
      ({ money, terms }) =>
        money.amount === price.amount && money.currency === price.currency && terms.billing !== undefined,
    );
    const isAnnual =
      price.per === 'month' && shown.length > 0 && shown.every(({ terms }) => terms.billing === 'annual');
    return isAnnual ? { ...price, billing: 'annual' as const } : price;
  });
  return { ...tier, prices };
}

/** Offers of one name that differ and say no more leave no price: which is billed how can't be told. */
function settled(tier: ReadTier, rejected: Rejected[]): ReadTier[] {
  const distinct = tier.prices.filter(
    (price, at) =>
      !tier.prices.some((other, before) => before < at && isSameSlot(other, price) && other.amount === price.amount),
  );
  const prices = distinct.filter((price) => {
    const isAlone = distinct.every((other) => other === price || !isSameSlot(other, price));
    if (!isAlone) reject(rejected, `${tier.name}: ${price.evidence.quote}`, 'two amounts for one period');
    return isAlone;
  });
  return prices.length === 0 && !tier.isFree ? [] : [{ ...tier, prices }];
}

/** Billing is left out where it is assumed: of two amounts a month, nobody knows which is billed how. */
function isSameSlot(a: ReadPrice, b: ReadPrice): boolean {
  const isBillingKnown = a.assumed?.includes('billing') !== true && b.assumed?.includes('billing') !== true;
  return (
    a.kind === b.kind &&
    a.per === b.per &&
    a.currency === b.currency &&
    a.unit === b.unit &&
    (!isBillingKnown || a.billing === b.billing)
  );
}

interface Reader {
  tiers: Map<string, ReadTier>;
  rejected: Rejected[];
  amounts: readonly AmountSignal[];
  shown: ReadonlySet<string>;
  lang: string;
}

function readOffer({ item, owner }: Offer, { tiers, rejected, amounts, shown, lang }: Reader): void {
  const name = nameOf(item, owner, shown);
  const specifications = itemsOf(item, 'priceSpecification').filter((part) => propertyOf(part, 'price') !== undefined);
  const parts = (specifications.length === 0 ? [item] : specifications).slice(0, 6);
  const priced = parts.flatMap((part) => {
    const price = propertyOf(part, 'price');
    const amount = amountOf(price?.value, lang);
    return price === undefined || amount === undefined ? [] : [{ part, price, amount }];
  });
  const lists = priced.filter(({ part }) => LIST_PRICE.test(stated(part, 'priceType') ?? ''));
  for (const { part, price, amount } of priced) {
    const evidence = price.cite();
    if (evidence === undefined) continue;
    const refusal = name === undefined ? 'an offer of nothing that the page names' : refusalOf(item, part);
    if (name === undefined || refusal !== undefined) {
      reject(rejected, evidence.quote, refusal ?? '');
      continue;
    }
    const tier = tiers.get(name) ?? { name, isFree: false, isCustom: false, prices: [], features: [] };
    if (isZero(amount)) {
      if (FOR_THE_ASKING.test(name)) reject(rejected, `${name}: ${evidence.quote}`, 'no price stated');
      else if (tier.prices.length === 0) tiers.set(name, { ...tier, isFree: true, evidence });
      continue;
    }
    const terms = termsOf(item, part) ?? shownTerms(item, amount, amounts);
    const currency = Currency.safeParse(stated(part, 'priceCurrency') ?? stated(item, 'priceCurrency'));
    if (terms === undefined || !currency.success) {
      reject(rejected, `${name}: ${evidence.quote}`, 'no period or currency stated');
    } else if (tier.prices.length < 24) {
      const sale = saleOf(item, part, lists.length > 0 && lists.length < priced.length);
      const read: ReadPrice = { amount, currency: currency.data, ...terms, ...unitOf(part), ...sale, evidence };
      tiers.set(name, { ...tier, isFree: false, prices: [...tier.prices, read] });
    }
  }
}

/** Its own name; that of the product only where the page shows it as a name: else it is of the whole product. */
function nameOf(item: SchemaItem, owner: string | undefined, shown: ReadonlySet<string>): string | undefined {
  const own = stated(item, 'name') ?? itemsOf(item, 'itemOffered').map((offered) => stated(offered, 'name'))[0];
  const name = nameIn(label(own ?? owner ?? '', 80), true);
  return own !== undefined || (name !== undefined && shown.has(tierKey(name))) ? name : undefined;
}

function refusalOf(item: SchemaItem, part: SchemaItem): string | undefined {
  if (NOT_SOLD.test(stated(item, 'availability') ?? '')) return 'no longer sold';
  const component = stated(part, 'priceComponentType');
  if (component !== undefined && !/Subscription$/.test(component)) return 'a fee beside the price';
  if (propertyOf(item, 'validForMemberTier') !== undefined || propertyOf(part, 'validForMemberTier') !== undefined)
    return 'a price for members';
  return undefined;
}

/** Where a list price is stated as such, what is asked beside it is the price of a sale. */
function saleOf(item: SchemaItem, part: SchemaItem, isOnSale: boolean): Pick<ReadPrice, 'kind' | 'until'> {
  const type = stated(part, 'priceType') ?? '';
  if (/StrikethroughPrice$/.test(type)) return { kind: isOnSale ? 'struck' : 'list' };
  if (!isOnSale || LIST_PRICE.test(type)) return { kind: 'list' };
  const last = [part, item].flatMap((each) => stated(each, 'priceValidUntil') ?? stated(each, 'validThrough') ?? [])[0];
  const until = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=T|$)/.exec(last ?? '')?.[0];
  const exists = until !== undefined && z.iso.date().safeParse(until).success;
  return { kind: 'promo', ...(exists && { until }) };
}

function reject(rejected: Rejected[], quote: string, reason: string): void {
  if (rejected.length < 50) rejected.push({ quote: label(quote, 120), reason });
}

function amountOf(value: string | undefined, lang: string): Amount | undefined {
  const words = value?.trim() ?? '';
  if (words.length > 40) return undefined;
  if (/^\d{1,12}(?:\.\d{1,9})?$/.test(words)) return Amount.safeParse(toAmount(words)).data;
  const [money, ...more] = findMoney(words, { lang });
  return money !== undefined && more.length === 0 && money.start === 0 && money.end === words.length
    ? money.amount
    : undefined;
}

type Terms = Pick<ReadPrice, 'per' | 'billing' | 'assumed'>;

function termsOf(item: SchemaItem, part: SchemaItem): Terms | undefined {
  const [reference] = itemsOf(part, 'referenceQuantity');
  const quantity = reference && periodIn(reference, ['unitCode', 'unitText']);
  const duration = durationOf(part) ?? durationOf(item);
  const per =
    quantity ??
    periodIn(part, ['unitCode']) ??
    duration ??
    periodIn(part, ['unitText']) ??
    periodIn(item, ['unitText']);
  if (per === undefined || (reference !== undefined && quantity === undefined)) return undefined;
  if (per === 'year') return { per, billing: 'annual' };
  // So much a month, for a year at a time.
  if (per === 'month' && duration === 'year') return { per, billing: 'annual' };
  if (per === 'month') return { per, billing: 'monthly', assumed: ['billing'] };
  return { per };
}

function durationOf(item: SchemaItem): Per | undefined {
  const [nested] = itemsOf(item, 'billingDuration');
  if (nested !== undefined) return periodIn(nested, ['unitCode', 'unitText', 'name']);
  if (stated(item, 'billingDuration') === '12' && stated(item, 'unitCode') === 'MON') return 'year';
  return periodIn(item, ['billingDuration', 'billingIncrement', 'duration']);
}

/** Of one unit: "12 months" are a year, "3 months" are nothing we know. */
function periodIn(item: SchemaItem, names: readonly string[]): Per | undefined {
  const count = stated(item, 'value') ?? '1';
  for (const name of names) {
    const value = stated(item, name);
    if (value === undefined) continue;
    const known =
      DURATIONS[value.toUpperCase()] ??
      (/\bmonth/i.test(value) ? 'month' : /\byear|\bannual/i.test(value) ? 'year' : undefined);
    if (known === undefined) continue;
    if (count === '1') return known;
    return count === '12' && known === 'month' ? 'year' : undefined;
  }
  return undefined;
}

/** Where the offer is markup around its words, these say what it leaves out. */
function shownTerms({ around }: SchemaItem, amount: Amount, amounts: readonly AmountSignal[]): Terms | undefined {
  if (around === undefined) return undefined;
  const [shown, ...more] = amounts.filter(
    ({ money, start, end }) => money.amount === amount && start >= around.start && end <= around.end,
  );
  const { per, billing } = shown?.terms ?? {};
  if (more.length > 0 || (per !== 'month' && per !== 'year')) return undefined;
  const known: Billing | undefined = billing ?? (per === 'year' ? 'annual' : undefined);
  return known === undefined ? { per, billing: 'monthly', assumed: ['billing'] } : { per, billing: known };
}

function unitOf(part: SchemaItem): Pick<ReadPrice, 'unit'> {
  const unit = toUnit(stated(part, 'unitText') ?? '');
  return unit === undefined || /^(?:month|year|week|day|annual)/.test(unit) ? {} : { unit };
}
