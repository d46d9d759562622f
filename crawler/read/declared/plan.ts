/** One plan of a list in a page's data: an object with a name and prices, in whatever fields and at whatever depth. */
import { defined } from '../../../data/defined.ts';
import { type Amount, isZero } from '../../../data/money.ts';
import { onlyOf } from '../../../data/text/only.ts';
import {
  billedBy,
  isFormerPrice,
  isOfOtherTerms,
  isWord,
  NAME_FIELDS,
  priceField,
  termsBeside,
  wordsOf,
} from './field.ts';
import { type DataEntry, type DataObject, fieldOf } from './literal.ts';
import { isCustomWord, isFreeWord, type PlanName, periodBeside, planName, type Terms, writtenPrice } from './terms.ts';

/** Minor units are not yet undone; the period is absent where it may be the month's or the year's. */
export interface PlanPrice extends Terms {
  amount: Amount;
  entry: DataEntry;
}

export interface Plan {
  /** Everything that it is called, the likeliest first. */
  names: string[];
  prices: PlanPrice[];
  free?: DataEntry;
  custom?: DataEntry;
  /** Its name is the key that holds it, not words for people. */
  isNamedByKey: boolean;
  /** Of its prices, old and new, which is asked can't be told. */
  isOnSale: boolean;
}

/** What else is known of a plan: what its holder says, and what it is called where it has no name of its own. */
interface About {
  terms: Terms;
  lang: string;
  fallback?: string | undefined;
}

const MAX_PRICES = 60;
const MAX_ENTRIES = 200;
const MAX_DEPTH = 5;

export function planOf(node: DataObject, { terms, lang, fallback }: About): Plan | undefined {
  const { entries } = node;
  const said = namesIn(node, fallback);
  if (said.length === 0 || entries.length > MAX_ENTRIES || entries.some(isWithdrawn)) return undefined;
  const found: FoundPrices = { prices: [], isOnSale: false, left: MAX_ENTRIES, lang };
  addPrices(found, node, { terms: { ...terms, ...defined({ billing: said[0]?.billing }) }, isPriced: false, depth: 0 });
  const isTrue = (use: 'free' | 'contact') =>
    entries.find(({ key, value }) => isWord(use, key) && value.kind === 'word' && value.value === 'true');
  const paid = found.prices.filter(({ amount }) => !isZero(amount));
  const custom = paid.length > 0 ? undefined : (found.custom ?? isTrue('contact'));
  const zero = found.free ?? found.prices.find(({ amount }) => isZero(amount))?.entry;
  const names = [...new Set(said.map(({ name }) => name))];
  // A zero may stand for "contact sales", and a trial is not free.
  const isDoubtful =
    found.isOnSale || custom !== undefined || names.some((name) => /enterprise|custom|trial/i.test(name));
  const free = paid.length > 0 ? undefined : (isTrue('free') ?? (isDoubtful ? undefined : zero));
  if (paid.length === 0 && free === undefined && custom === undefined) return undefined;
  return {
    names,
    prices: found.isOnSale ? [] : settled(paid),
    isOnSale: found.isOnSale,
    isNamedByKey: names[0] === fallback,
    ...defined({ free, custom: free === undefined ? custom : undefined }),
  };
}

/** `archived: true`, `active: false`, `status: "draft"`, `availability: "https://schema.org/Discontinued"`. */
function isWithdrawn({ key, value }: DataEntry): boolean {
  if (value.kind !== 'word' && value.kind !== 'string') return false;
  const said = value.value.toLowerCase();
  const isKind = value.kind === 'string' && /^(?:type|kind|status|state|availability)$/.test(key);
  if (isKind) return said.split(/[^a-z]+/).some((word) => isWord('withdrawn', word));
  const name = wordsOf(key).join('').replace(/^is/, '');
  return (said === 'true' && isWord('withdrawn', name)) || (said === 'false' && isWord('offered', name));
}

function namesIn(node: DataObject, fallback: string | undefined): PlanName[] {
  const stated = [...NAME_FIELDS.map((field) => fieldOf(node, field)), fieldOf(fieldOf(node, 'itemOffered'), 'name')];
  const names = stated.flatMap((value) => (value?.kind === 'string' ? (planName(value.value) ?? []) : []));
  return names.length > 0 ? names : [planName(fallback ?? '') ?? []].flat();
}

interface FoundPrices {
  prices: PlanPrice[];
  free?: DataEntry;
  custom?: DataEntry;
  isOnSale: boolean;
  /** How many more objects are looked into. */
  left: number;
  lang: string;
}

interface Level {
  terms: Terms;
  /** A field above speaks of a price. */
  isPriced: boolean;
  depth: number;
}

function addPrices(found: FoundPrices, node: DataObject, { terms, isPriced, depth }: Level): void {
  found.left -= 1;
  if (isOfOtherTerms(node) || depth > MAX_DEPTH || found.left < 0) return;
  const beside = { ...terms, ...termsBeside(node) };
  for (const entry of node.entries) {
    const field = priceField(entry.key);
    found.isOnSale ||= isFormerPrice(entry);
    if (field === undefined || found.prices.length >= MAX_PRICES) continue;
    const { isPrice, ...own } = field;
    const isBoth = beside.billing === 'annual' && own.billing === 'monthly';
    // "annualPrice" beside "period: month": the period may be that of the price beside it.
    const isOpen = own.billing !== undefined && own.per === undefined && !isBoth;
    const said = { ...beside, ...own, ...(isBoth && billedBy(false, beside)) };
    const { per, perElse = per, ...others } = said;
    const inner: Terms = isOpen ? { ...others, ...defined({ perElse }) } : said;
    const deeper = { terms: inner, isPriced: isPriced || isPrice, depth: depth + 1 };
    for (const value of entry.value.kind === 'array' ? entry.value.items.slice(0, 24) : [entry.value])
      if (value.kind === 'object') addPrices(found, value, deeper);
    // A number is an amount only where its own name speaks of one.
    const isNamed = isPrice || own.currency !== undefined || /value/i.test(entry.key);
    if (isPrice || isPriced) addPrice(found, entry, { terms: inner, isNamed });
  }
}

function addPrice(found: FoundPrices, entry: DataEntry, { terms, isNamed }: { terms: Terms; isNamed: boolean }): void {
  const { value } = entry;
  if (value.kind !== 'number' && value.kind !== 'string') return;
  const words = value.value.trim();
  if (isFreeWord(words)) found.free ??= entry;
  else if (isCustomWord(words) || isWord('personal', words.toLowerCase())) found.custom ??= entry;
  const { isMinor, ...said } = terms;
  const price = writtenPrice(words, found.lang, terms.currency);
  if (price === undefined || (price.currency === undefined && !isNamed)) return;
  const read = { ...said, ...price };
  const isAnnual = read.per === 'year' && read.billing === undefined;
  const isMonthly = read.billing === 'monthly' && read.per === undefined;
  found.prices.push({
    ...read,
    ...(isAnnual && { billing: 'annual' }),
    ...(isMonthly && { per: 'month' }),
    ...(price.currency === undefined && defined({ isMinor })),
    entry,
  });
}

/** The same amount said twice is one price; what is open about a year's is told by the month's beside it. */
export function settled(prices: readonly PlanPrice[]): PlanPrice[] {
  const currency = onlyOf(new Set(prices.flatMap((price) => price.currency ?? [])));
  const monthly = prices.find(({ billing, per }) => billing === 'monthly' && per === 'month');
  const dated = prices.map((price): PlanPrice => {
    const isAlike = monthly !== undefined && monthly.currency === price.currency && monthly.isMinor === price.isMinor;
    const beside = isAlike && price.billing === 'annual' ? periodBeside(price.amount, monthly.amount) : price.perElse;
    return { ...price, ...defined({ per: price.per ?? beside, currency: price.currency ?? currency }) };
  });
  const repeats = (a: PlanPrice, b: PlanPrice) => {
    const isAlike = a.amount === b.amount && a.isMinor === b.isMinor && a.currency === b.currency;
    return isAlike && (a.billing ?? b.billing) === b.billing && (a.per ?? b.per) === b.per;
  };
  const isSaid = (price: PlanPrice, at: number) =>
    dated.some((other, before) => repeats(price, other) && (before < at || !repeats(other, price)));
  return dated.filter((price, at) => !isSaid(price, at));
}
