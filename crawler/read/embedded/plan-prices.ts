/** The prices of one plan in data for scripts: amounts in fields whose names, or whose neighbours, say what they are for. */
import { Decimal } from 'decimal.js';
import { type Amount, toAmount } from '../../../data/money.ts';
import { findMoney } from '../money/money.ts';
import { readTerms } from '../money/term.ts';
import { isCustomLine, isFreeLine } from '../tiers/words.ts';
import type { JsonEntry, JsonObject } from './json-positions.ts';
import {
  type FieldTerms,
  isSaleField,
  type Period,
  periodOf,
  priceField,
  termsBeside,
  wordsOf,
} from './price-field.ts';

const MAX_LEAVES = 60;
const MAX_DEPTH = 5;

export interface PlanPrice {
  /** As written; minor units are not yet undone. */
  amount: Amount;
  currency?: string;
  isCurrencyAssumed?: true;
  period: Period;
  unit?: string;
  isFloor: boolean;
  isMinor: boolean;
  entry: JsonEntry;
}

/** What the fields of an object say of the prices among them. */
export function besideIn({ entries }: JsonObject): FieldTerms {
  let terms: FieldTerms = {};
  for (const { key, value } of entries.slice(0, 60))
    if (value.kind === 'string')
      terms = {
        ...terms,
        ...(termsBeside(key, value.value) ?? writtenBeside(key, value.value) ?? signBeside(key, value.value)),
      };
  return terms;
}

/** `currency: "€"`, `price_prefix: "€"`: the sign that a template writes before or behind the amount. */
function signBeside(key: string, value: string): FieldTerms | undefined {
  const sign = value.trim();
  if (sign.length > 3 || !SIGN.test(key)) return undefined;
  const [money] = findMoney(`${sign}10`, { lang: '' });
  if (money === undefined) return undefined;
  return { currency: money.currency, ...(money.currencyAssumed && { isCurrencyAssumed: true as const }) };
}

const SIGN = /^(?:price_?)?(?:currency(?:_?(?:sign|symbol))?|prefix|suffix)$/i;

/** `period: "per user / month"`, `suffix: "/mo, billed annually"`: what stands behind the amount, as people read it. */
function writtenBeside(key: string, value: string): FieldTerms | undefined {
  const words = value.trim();
  if (
    !/^(?:period|interval|per|unit|suffix|frequency|(?:price|billing)_?(?:unit|suffix|period|note|info|label))$/i.test(
      key,
    )
  )
    return undefined;
  if (words.length > 50 || !/^(?:\/|(?:per|a|an|each|every|pro|por|par|al|por) |billed)/i.test(words)) return undefined;
  const { per, billing, unit, refusal } = readTerms('', words.startsWith('/') ? words : ` ${words}`);
  if (refusal !== undefined || (per !== 'month' && per !== 'year')) return undefined;
  return {
    ...(per === 'month' ? { isPerMonth: true as const } : { isEachYear: true as const }),
    ...(billing === 'annual' && { isAnnual: true as const }),
    ...(billing === 'monthly' && { isMonthly: true as const }),
    ...(unit !== undefined && { unit }),
  };
}

export interface FoundPrices {
  prices: PlanPrice[];
  free?: JsonEntry;
  custom?: JsonEntry;
  isOnSale: boolean;
}

interface Level {
  node: JsonObject;
  terms: FieldTerms;
  /** A field above speaks of a price. */
  isPriced: boolean;
  depth: number;
}

/** The prices of one plan, in whatever fields and at whatever depth it states them. */
export function pricesOf(
  plan: JsonObject,
  terms: FieldTerms,
  { lang, shown }: { lang: string; shown?: ReadonlyMap<string, FieldTerms> },
): FoundPrices {
  const found: FoundPrices = { prices: [], isOnSale: false };
  const open: Level[] = [{ node: plan, terms, isPriced: false, depth: 0 }];
  let left = 200;
  for (let level = open.pop(); level !== undefined && left > 0; level = open.pop()) {
    left -= 1;
    const recurring = level.node.entries.find(({ key }) => key === 'recurring')?.value;
    if (hasOddCount(level.node) || (recurring?.kind === 'object' && hasOddCount(recurring))) continue;
    const beside = {
      ...level.terms,
      ...besideIn(level.node),
      ...(recurring?.kind === 'object' && besideIn(recurring)),
    };
    const deeper: Level[] = [];
    for (const entry of level.node.entries) {
      const field = priceField(entry.key);
      if (field === undefined) {
        const { kind } = entry.value;
        found.isOnSale ||=
          isSaleField(entry.key) && (kind === 'number' || kind === 'string') && entry.value.value !== '0';
        continue;
      }
      const { isPrice, ...said } = field;
      const isPriced = level.isPriced || isPrice;
      const inner = { ...shown?.get(entry.key), ...beside, ...said };
      const values = entry.value.kind === 'array' ? entry.value.items.slice(0, 24) : [entry.value];
      for (const value of values) {
        if (value.kind === 'object') {
          deeper.push({ node: value, terms: inner, isPriced, depth: level.depth + 1 });
        } else if (isPriced && entry.value.kind !== 'array' && found.prices.length < MAX_LEAVES) {
          const isNamed = isPrice || field.currency !== undefined || wordsOf(entry.key).includes('value');
          leaf(entry, inner, { isNamed, lang, found });
        }
      }
    }
    if (level.depth < MAX_DEPTH && open.length < 100) open.push(...deeper.slice(0, 60).reverse());
  }
  return found;
}

/** "Every three months" is neither a month nor a year. */
function hasOddCount({ entries }: JsonObject): boolean {
  return entries.some(
    ({ key, value }) =>
      /^interval_?count$/i.test(key) && (value.kind === 'number' || value.kind === 'string') && value.value !== '1',
  );
}

/** "Custom" where other plans have their amounts; on a page such a word alone may be a name. */
const CUSTOM_MADE = /^(?:personali[zs]ad[oa]|personalizzat[oa]|personnalisée?|individuell|maatwerk|indywidualn[ay])$/i;

function leaf(
  entry: JsonEntry,
  terms: FieldTerms,
  { isNamed, lang, found }: { isNamed: boolean; lang: string; found: FoundPrices },
): void {
  const { value } = entry;
  if (value.kind !== 'number' && value.kind !== 'string') return;
  const words = value.value.trim();
  const base = { unit: terms.unit, isMinor: terms.isMinor === true, isFloor: false, entry };
  if (/^\d{1,9}(?:\.\d{1,4})?$/.test(words)) {
    if (!isNamed) return;
    const { currency, isCurrencyAssumed } = terms;
    const period = periodOf(terms);
    const price = {
      ...base,
      amount: toAmount(words),
      currency,
      period,
      ...(isCurrencyAssumed && { isCurrencyAssumed }),
    };
    found.prices.push(withoutAbsent(price));
  } else if (value.kind === 'string' && words.length <= 60) {
    if (isFreeLine(words)) found.free ??= entry;
    else if (isCustomLine(words) || CUSTOM_MADE.test(words)) found.custom ??= entry;
    else {
      const price = writtenPrice(words, terms, lang);
      if (price !== undefined) found.prices.push(withoutAbsent({ ...base, ...price, isMinor: false }));
    }
  }
}

/** "$12/mo", "From 12 € per seat": one amount, and nothing but its terms. */
function writtenPrice(words: string, terms: FieldTerms, lang: string) {
  const stated = terms.currency;
  const [money, ...more] = findMoney(words, { lang, ...(stated !== undefined && { stated }) });
  if (money === undefined || more.length > 0) return undefined;
  const [head, tail] = [words.slice(0, money.start), words.slice(money.end)];
  const read = readTerms(head, tail);
  if (read.refusal !== undefined || read.isStruck || read.isPromo) return undefined;
  if (head.trim() !== '' && !read.isFloor) return undefined;
  if (tail.trim() !== '' && read.per === undefined && read.billing === undefined && read.unit === undefined)
    return undefined;
  const said: FieldTerms = {
    ...terms,
    ...(read.billing === 'annual' && { isAnnual: true }),
    ...(read.billing === 'monthly' && { isMonthly: true }),
    ...(read.per === 'month' && { isPerMonth: true }),
    ...(read.per === 'year' && { isPerYear: true }),
  };
  if (read.per !== undefined && read.per !== 'month' && read.per !== 'year') return undefined;
  return {
    amount: money.amount,
    currency: money.currency,
    ...(money.currencyAssumed && { isCurrencyAssumed: true as const }),
    period: periodOf(said),
    unit: read.unit ?? terms.unit,
    isFloor: money.isFloor || read.isFloor,
  };
}

function withoutAbsent(
  price: Omit<PlanPrice, 'currency' | 'unit'> & { currency?: string | undefined; unit?: string | undefined },
): PlanPrice {
  const { currency, unit, ...rest } = price;
  return { ...rest, ...(currency !== undefined && { currency }), ...(unit !== undefined && { unit }) };
}

/** The same amount said twice is one price; what is open about a year's is told by the month's beside it. */
export function settled(prices: readonly PlanPrice[]): PlanPrice[] {
  const currencies = new Set(prices.flatMap(({ currency }) => currency ?? []));
  const [only] = currencies;
  const filled = prices.map((price) =>
    price.currency === undefined && currencies.size === 1 && only !== undefined ? { ...price, currency: only } : price,
  );
  const monthly = filled.find(({ period }) => period.billing === 'monthly' && period.per === 'month');
  const dated = filled.map((price) => (price.period.isOpen ? { ...price, period: closed(price, monthly) } : price));
  return dated.filter((price, at) => {
    const isSaid = price.period.billing !== undefined;
    return !dated.some(
      (other, before) =>
        other !== price &&
        other.amount === price.amount &&
        other.isMinor === price.isMinor &&
        other.currency === price.currency &&
        (isSaid
          ? isSamePeriod(other.period, price.period) && before < at
          : other.period.billing !== undefined || before < at),
    );
  });
}

function isSamePeriod(a: Period, b: Period): boolean {
  return a.billing === b.billing && a.per === b.per;
}

function closed(price: PlanPrice, monthly: PlanPrice | undefined): Period {
  const { billing } = price.period;
  const base: Period = billing === undefined ? {} : { billing };
  if (monthly === undefined || monthly.currency !== price.currency || monthly.isMinor !== price.isMinor)
    return price.period.else === undefined ? { ...base, isOpen: true } : { ...base, per: price.period.else };
  const ratio = new Decimal(price.amount).dividedBy(monthly.amount).toNumber();
  if (ratio >= 0.4 && ratio <= 1) return { ...base, per: 'month' };
  return ratio >= 5 && ratio <= 12.01 ? { ...base, per: 'year' } : { ...base, isOpen: true };
}
