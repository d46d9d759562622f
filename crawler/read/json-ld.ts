/**
 * Reads schema.org offers in JSON-LD blocks. They are for search engines and often stale, so they count as a second
 * opinion; their evidence is cut from the page's source.
 *
 * An offer without a period is no subscription price: most blocks state one amount for a whole product.
 */
import { Amount, Currency, isZero, toAmount } from '../../data/money.ts';
import type { Billing, Evidence, Per, Reading, ReadPrice, ReadTier, Rejected } from '../../data/reading.ts';
import type { Document } from './document.ts';
import { entryOf, type JsonEntry, type JsonNode, parseJson, textOf } from './json-positions.ts';
import { label } from './label.ts';
import type { AmountSignal, Signals } from './signals.ts';
import { toUnit } from './term.ts';
import { nameIn } from './words.ts';

const MAX_BLOCK = 1_000_000;
const MAX_OFFERS = 60;
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
  node: JsonNode;
  /** Name of the product that the offer is of, where the offer has none. */
  owner: string | undefined;
}

export function readJsonLd(document: Document, { amounts }: Signals): Reading {
  const tiers = new Map<string, ReadTier>();
  const rejected: Rejected[] = [];
  let offers = 0;
  for (const script of document.scripts) {
    if (!/ld\+json/i.test(script.type) || script.end - script.start > MAX_BLOCK) continue;
    for (const offer of offersIn(parseJson(document.source, script.start, script.end))) {
      offers += 1;
      if (offers > MAX_OFFERS) break;
      readOffer(document, offer, tiers, rejected);
    }
  }
  return {
    reader: 'json-ld',
    tiers: [...tiers.values()].flatMap((tier) => settled(billedAsShown(tier, amounts), rejected)),
    models: [],
    rejected: rejected.slice(0, 50),
  };
}

/** Every Offer in the block, walked without recursion. */
function offersIn(root: JsonNode | undefined): Offer[] {
  const offers: Offer[] = [];
  const open: Offer[] = root === undefined ? [] : [{ node: root, owner: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, owner } = next;
    if (node.kind === 'array') {
      for (const item of node.items.toReversed()) open.push({ node: item, owner });
    } else if (node.kind === 'object') {
      if (typesOf(node).includes('Offer')) {
        offers.push({ node, owner });
        continue;
      }
      const name = textOf(entryOf(node, 'name')?.value) ?? owner;
      for (const { value } of node.entries.toReversed()) open.push({ node: value, owner: name });
    }
  }
  return offers;
}

/** An offer says what it costs a month and never how that is billed; where the page shows the same amount, it may. */
function billedAsShown(tier: ReadTier, amounts: readonly AmountSignal[]): ReadTier {
  const prices = tier.prices.map((price) => {
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
  const prices = tier.prices.filter((price) => {
    const isAlone = tier.prices.every(
      (other) =>
        other.per !== price.per ||
        other.currency !== price.currency ||
        other.unit !== price.unit ||
        other.amount === price.amount,
    );
    if (!isAlone) reject(rejected, `${tier.name}: ${price.evidence.quote}`, 'two amounts for one period');
    return isAlone;
  });
  return prices.length === 0 && !tier.isFree ? [] : [{ ...tier, prices }];
}

function typesOf(node: JsonNode): string[] {
  const type = entryOf(node, '@type')?.value;
  if (type?.kind === 'array') return type.items.flatMap((item) => textOf(item) ?? []);
  return textOf(type)?.split('/').slice(-1) ?? [];
}

function readOffer(
  document: Document,
  { node, owner }: Offer,
  tiers: Map<string, ReadTier>,
  rejected: Rejected[],
): void {
  const specifications = entryOf(node, 'priceSpecification')?.value;
  const parts =
    specifications === undefined ? [node] : specifications.kind === 'array' ? specifications.items : [specifications];
  const name = nameIn(label(textOf(entryOf(node, 'name')?.value) ?? owner ?? '', 80), true);
  for (const part of parts.slice(0, 6)) {
    const entry = priceEntry(part) ?? priceEntry(node);
    const amount = amountOf(textOf(entry?.value));
    if (entry === undefined || amount === undefined) continue;
    const quote = document.source.slice(entry.start, entry.value.end);
    if (name === undefined) {
      reject(rejected, quote, 'an offer without a name');
      continue;
    }
    const tier = tiers.get(name) ?? { name, isFree: false, isCustom: false, prices: [], features: [] };
    const evidence = evidenceOf(document, entry);
    if (isZero(amount)) {
      if (tier.prices.length === 0) tiers.set(name, { ...tier, isFree: true, evidence });
      continue;
    }
    const price = priceOf(node, part, amount, evidence);
    if (price === undefined) reject(rejected, `${name}: ${quote}`, 'no period or currency stated');
    else if (tier.prices.length < 24) tiers.set(name, { ...tier, prices: [...tier.prices, price] });
  }
}

function reject(rejected: Rejected[], quote: string, reason: string): void {
  if (rejected.length < 50) rejected.push({ quote: label(quote, 120), reason });
}

function priceEntry(node: JsonNode): JsonEntry | undefined {
  return entryOf(node, 'price');
}

function amountOf(value: string | undefined): Amount | undefined {
  if (value === undefined || !/^\d{1,12}(?:\.\d{1,9})?$/.test(value.trim())) return undefined;
  const parsed = Amount.safeParse(toAmount(value.trim()));
  return parsed.success ? parsed.data : undefined;
}

function priceOf(offer: JsonNode, part: JsonNode, amount: Amount, evidence: Evidence): ReadPrice | undefined {
  const currency = Currency.safeParse(
    textOf(entryOf(part, 'priceCurrency')?.value) ?? textOf(entryOf(offer, 'priceCurrency')?.value),
  );
  const per = periodOf(part) ?? periodOf(offer);
  if (!currency.success || per === undefined) return undefined;
  const billing: Billing | undefined = per === 'year' ? 'annual' : per === 'month' ? 'monthly' : undefined;
  const unit = toUnit(textOf(entryOf(part, 'unitText')?.value) ?? '');
  const isPeriod = unit === undefined || /^(?:month|year|week|day)/.test(unit);
  return {
    amount,
    currency: currency.data,
    ...(billing !== undefined && { billing }),
    per,
    ...(!isPeriod && { unit }),
    kind: 'list',
    ...(billing === 'monthly' && { assumed: ['billing'] }),
    evidence,
  };
}

function periodOf(node: JsonNode): Per | undefined {
  const quantity = entryOf(node, 'referenceQuantity')?.value;
  for (const key of ['billingDuration', 'unitCode', 'billingIncrement', 'unitText', 'duration']) {
    const value = textOf(entryOf(node, key)?.value) ?? textOf(entryOf(quantity, key)?.value);
    if (value === undefined) continue;
    const known = DURATIONS[value.toUpperCase()];
    if (known !== undefined) return known;
    if (/\bmonth/i.test(value)) return 'month';
    if (/\byear|\bannual/i.test(value)) return 'year';
  }
  return undefined;
}

function evidenceOf(document: Document, { start, value }: JsonEntry): Evidence {
  const end = Math.min(value.end, start + 400);
  return {
    quote: document.source.slice(start, end),
    scope: 'source',
    textStart: start,
    textEnd: end,
    path: 'script[type="application/ld+json"]',
    method: 'json-ld',
  };
}
