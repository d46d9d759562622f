/**
 * Reads plans from the data that a page carries for its own scripts, and from JSON that a vendor publishes.
 *
 * Nobody sees that data: it can be old, of another product, one arm of an experiment. So a list of plans is read only
 * where the page shows its names, or where the page shows no amount at all and the list leaves nothing open; and
 * compose.ts publishes of it what agrees with the page. Evidence is cut from the source.
 */
import { Decimal } from 'decimal.js';
import { Amount, fromMinorUnits, minorDigits, overAmount } from '../../../data/money.ts';
import type { Evidence, Reading, ReadPrice, ReadTier, Rejected } from '../../../data/reading.ts';
import { tierKey } from '../compose.ts';
import type { Document, Span } from '../page/document.ts';
import { isPlain, label } from '../page/label.ts';
import type { AmountSignal } from '../tiers/amounts.ts';
import type { Signals } from '../tiers/signals.ts';
import { type Cite, citeSource } from './cite.ts';
import { termsOfHoles } from './code-data.ts';
import { parseJson } from './json-positions.ts';
import { modelsOf } from './model-state.ts';
import { pageDataOf } from './page-data.ts';
import type { PageData } from './part.ts';
import type { PlanPrice } from './plan-prices.ts';
import { type PlanList, plansIn } from './plans.ts';
import { wordsOf } from './price-field.ts';

/** A list of plans with the data that it was found in. */
interface Found {
  list: PlanList;
  data: PageData;
}

/** What of a page is in sight, for what is not to be held against. */
interface Sight {
  names: ReadonlySet<string>;
  amounts: readonly AmountSignal[];
}

/** What a script reads and a person does not: no list of plans, whatever its shape. */
const UNLIKELY =
  /^(?:legacy|old|archived?|deprecated|previous|test|tests|mock|mocks|fixture|fixtures|sample|demo|draft|experiments?|variants?|add|addon|addons|extras?|credits?|topups?|related|other)$/;
const LIKELY = /^(?:plans?|tiers?|pricing|prices?|packages?|subscriptions?|editions?)$/;
/** Where ISO 4217 and the payment services that write minor units differ. */
const DISPUTED_MINOR = new Set(['ISK', 'UGX', 'MGA', 'HUF', 'TWD']);

export function readState(document: Document, signals: Signals): Reading {
  const { amounts, names } = signals;
  const parts = pageDataOf(document);
  const cite = citeSource(document.source);
  const models = parts.length === 0 ? [] : modelsOf(document, signals, parts, cite);
  const shown = parts.some(({ isOfTemplate }) => isOfTemplate) ? termsOfHoles(document) : undefined;
  const said = { lang: document.lang, ...(shown && { shown }) };
  const found = parts.flatMap((data) => plansIn(data.root, said).map((list): Found => ({ list, data })));
  if (found.length === 0) return { reader: 'state', tiers: [], models, rejected: [] };
  const sight = { names: new Set(names.map(({ words }) => tierKey(words))), amounts };
  return { ...readingOf(found, sight, cite), models };
}

/** A page that is JSON: its text is its source, and its name the last of its address. */
export function readJsonPage(source: string, url: string): Reading {
  const root = parseJson(source, 0, source.length);
  const name = /([\w.-]{1,60})\/?(?:[?#].{0,2000})?$/s.exec(url.slice(-3000))?.[1] ?? '';
  const data = root && { root, text: source, place: (span: Span) => span, name, path: '' };
  const found = data === undefined ? [] : plansIn(data.root, { lang: '' }).map((list): Found => ({ list, data }));
  const cite = citeSource(source);
  const inText: Cite = (...cited) => {
    const evidence = cite(...cited);
    return evidence && { ...evidence, scope: 'text' };
  };
  return readingOf(found, { names: new Set(), amounts: [] }, inText);
}

function readingOf(found: readonly Found[], sight: Sight, cite: Cite): Reading {
  const rejected: Rejected[] = [];
  const reject = ({ list, data }: Found, reason: string) => {
    const words = `${data.path} ${list.path.join('.')}: ${list.plans.map(({ names }) => names[0]).join(', ')}`;
    if (rejected.length < 50) rejected.push({ quote: label(words, 200), reason });
  };
  const isShell = sight.amounts.length === 0;
  const lists = found.flatMap((one) => {
    if (isCalled(one, UNLIKELY)) {
      reject(one, 'data of something else than what is on sale');
      return [];
    }
    const read = { one, tiers: tiersOf(one, sight, cite) };
    const reason = isShell ? openQuestion(read.tiers, one) : absence(read.tiers, sight);
    if (reason === undefined) return [read];
    reject(one, reason);
    return [];
  });
  const marked = lists.map((read) => ({ ...read, mark: isShell ? 0 : markOf(read.tiers, sight) }));
  const best = marked.filter(({ mark }) => marked.every((other) => other.mark <= mark));
  const isOne = new Set(best.map(({ tiers }) => factsOf(tiers))).size === 1;
  for (const other of marked) {
    if (!isOne) reject(other.one, 'several lists of plans, and nothing says which is the page’s');
    else if (!best.includes(other)) reject(other.one, 'a list of plans that is less like the page than another');
  }
  const [chosen] = best;
  return {
    reader: 'state',
    tiers: isOne && chosen !== undefined ? chosen.tiers.map(({ tier }) => tier).filter(saysSomething) : [],
    models: [],
    rejected,
  };
}

function saysSomething({ prices, isFree, isCustom }: ReadTier): boolean {
  return prices.length > 0 || isFree || isCustom;
}

/** A tier with how many of its plan's prices were left out because something about them is open. */
interface Made {
  tier: ReadTier;
  open: number;
}

function tiersOf({ list, data }: Found, sight: Sight, cite: Cite): Made[] {
  const factor = hundredfold(list, sight);
  return list.plans.map((plan) => {
    const name = plan.names.find((each) => sight.names.has(tierKey(each))) ?? plan.names[0] ?? '';
    const prices = plan.prices.flatMap(
      (price) => priceOf(price, factor, sight, () => cite(price.entry, data, list)) ?? [],
    );
    const alone = prices.filter((price) => !prices.some((other) => isRival(price, other)));
    const claim = plan.free ?? plan.custom;
    const evidence = claim && cite(claim, data, list);
    return {
      tier: {
        name,
        isFree: plan.free !== undefined && evidence !== undefined,
        isCustom: plan.custom !== undefined && evidence !== undefined,
        prices: alone,
        features: plan.features.filter(isPlain),
        ...(plan.minimumUnits !== undefined && { minimumUnits: plan.minimumUnits }),
        ...(evidence !== undefined && { evidence }),
      },
      open: plan.prices.length - alone.length + (plan.isOnSale ? 1 : 0),
    };
  });
}

function isRival(a: ReadPrice, b: ReadPrice): boolean {
  return (
    a.billing === b.billing &&
    a.per === b.per &&
    a.currency === b.currency &&
    a.unit === b.unit &&
    a.amount !== b.amount
  );
}

function priceOf(
  price: PlanPrice,
  isHundredfold: boolean,
  sight: Sight,
  evidenceOf: () => Evidence | undefined,
): ReadPrice | undefined {
  const assumed: NonNullable<ReadPrice['assumed']> = [];
  const currency = price.currency ?? onlyCurrency(sight.amounts);
  if (currency === undefined) return undefined;
  if (price.currency === undefined || price.isCurrencyAssumed) assumed.push('currency');
  const isMinor = price.isMinor || isHundredfold;
  if (isMinor && DISPUTED_MINOR.has(currency)) return undefined;
  const amount = isMinor ? fromMinorUnits(price.amount, currency) : price.amount;
  const evidence = evidenceOf();
  if (evidence === undefined || !Amount.safeParse(amount).success) return undefined;
  // The quote must say that it is in minor units, or that can't be told from it.
  if (price.isMinor && minorDigits(currency) > 0 && !evidence.quote.includes(price.entry.key)) return undefined;
  const terms =
    price.period.isOpen || price.period.per === undefined ? shownTerms(amount, currency, sight) : price.period;
  const { per, billing } = terms;
  if (per === undefined) return undefined;
  const isShownAnnual = price.period.isBillingAssumed && shownTerms(amount, currency, sight).billing === 'annual';
  if (price.period.isBillingAssumed && !isShownAnnual) assumed.push('billing');
  return {
    amount,
    currency,
    ...(billing !== undefined && { billing: isShownAnnual ? 'annual' : billing }),
    per,
    ...(price.unit !== undefined && { unit: price.unit }),
    kind: 'list',
    ...(price.isFloor && { isFloor: true as const }),
    ...(assumed.length > 0 && { assumed }),
    evidence,
  };
}

function onlyCurrency(amounts: readonly AmountSignal[]): string | undefined {
  const currencies = new Set(amounts.map(({ money }) => money.currency));
  const [only] = currencies;
  return currencies.size === 1 ? only : undefined;
}

/** Period and billing of an amount as the page shows it, where it shows it in one way. */
function shownTerms(
  amount: string,
  currency: string,
  { amounts }: Sight,
): Pick<ReadPrice, 'billing'> & { per?: ReadPrice['per'] } {
  const shown = amounts.filter(
    ({ money, terms }) => money.amount === amount && money.currency === currency && terms.per !== undefined,
  );
  const [first] = shown;
  if (
    first === undefined ||
    shown.some(({ terms }) => terms.per !== first.terms.per || terms.billing !== first.terms.billing)
  )
    return {};
  const { per, billing } = first.terms;
  if (per !== 'month' && per !== 'year') return {};
  return { per, billing: billing ?? (per === 'year' ? 'annual' : 'monthly') };
}

/** The page's amounts prove minor units that no field's name says: a hundredth of each is shown, and none as it is. */
function hundredfold({ plans }: PlanList, { amounts, names }: Sight): boolean {
  const shown = new Set(amounts.map(({ money }) => Number(money.amount)));
  const priced = plans.filter((plan) => plan.prices.length > 0 && plan.names.some((name) => names.has(tierKey(name))));
  const prices = priced.flatMap((plan) => plan.prices);
  if (priced.length < 2 || prices.some(({ isMinor, amount }) => isMinor || !/\.00$/.test(amount))) return false;
  if (prices.some(({ amount }) => shown.has(Number(amount)))) return false;
  const hits = priced.filter((plan) => plan.prices.some(({ amount }) => shown.has(Number(overAmount(amount, 100)))));
  return hits.length === priced.length;
}

/** Whether a key on the way to the list, or the name of its data, has such a word. */
function isCalled({ list, data }: Found, words: RegExp): boolean {
  return [data.name, ...list.path].some((key) => wordsOf(key.slice(0, 60)).some((word) => words.test(word)));
}

/** Why the list can't be read alone; undefined where it says all. */
function openQuestion(tiers: readonly Made[], found: Found): string | undefined {
  if (!isCalled(found, LIKELY)) return 'nothing says that these are plans';
  if (found.list.isNamedByKeys || tiers.length < 2) return 'fewer than two plans with names';
  if (tiers.some(({ open }) => open > 0)) return 'currency, period or unit of a price is open';
  const currencies = new Set(tiers.flatMap(({ tier }) => tier.prices.map(({ currency }) => currency)));
  return currencies.size === 1 ? undefined : 'prices in several currencies';
}

/** Why the list is not this page's; undefined where the page shows its plans. */
function absence(tiers: readonly Made[], { names }: Sight): string | undefined {
  const shown = tiers.filter(({ tier }) => names.has(tierKey(tier.name))).length;
  return shown > 0 && shown * 2 >= tiers.length ? undefined : 'plans whose names the page does not show';
}

function markOf(tiers: readonly Made[], { names, amounts }: Sight): number {
  const shown = new Set(amounts.map(({ money }) => `${money.amount} ${money.currency}`));
  return tiers.reduce((mark, { tier }) => {
    const hits = tier.prices.filter(({ amount, currency }) => shown.has(`${amount} ${currency}`)).length;
    return mark + (names.has(tierKey(tier.name)) ? 1 : 0) + 4 * Math.min(2, hits);
  }, 0);
}

function factsOf(tiers: readonly Made[]): string {
  const facts = tiers.map(({ tier }) => {
    const prices = tier.prices.map(
      ({ amount, currency, per, billing }) => `${new Decimal(amount)} ${currency} ${per} ${billing}`,
    );
    return `${tierKey(tier.name)} ${tier.isFree} ${tier.isCustom} ${prices.sort().join()}`;
  });
  return facts.sort().join('\n');
}
