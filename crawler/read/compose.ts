/**
 * One reading out of many: what would be published.
 *
 * The reader of repeated structure is a witness beside the composed reading (confidence/confidence.ts), and is followed
 * where no other reads a plan (alone.ts).
 *
 * A recipe outweighs all others. Among the general readers, the one that reads most tiers leads and others add what
 * it lacks; where two read different amounts for the same tier's same billing, that price is left out. Data for
 * scripts (`state`) adds the billing that a switch hides, and stands alone only where the page shows no amount.
 */
import { defined } from '../../data/defined.ts';
import { sameAmount } from '../../data/money.ts';
import type { Billing, ReaderName, Reading, ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';
import { onlyOf } from '../../data/text/only.ts';
import { readAlone } from './alone.ts';
import { contradict, sameSlot, tierKey } from './offers/merge.ts';
import { isAddition } from './offers/offers.ts';
import type { Page } from './offers/page.ts';
import { hasTierWord } from './tiers/words.ts';

const MAX_TIERS = 60;
const MAX_MODELS = 500;

/** Readers that are witnesses beside the composed reading, or stand above it. */
const BESIDE: ReadonlySet<ReaderName> = new Set(['recipe', 'offers', 'model']);

/** @param page undefined for data alone */
export function compose(readings: readonly Reading[], page?: Page): { tiers: ReadTier[]; models: ReadModel[] } {
  // Where the page shows no amount, its prices, if it has any, are in its data.
  const isShell = page?.mentions.amounts.every(({ money }) => money.isUnclear === true) !== false;
  const recipe = readings.find(({ reader, tiers }) => reader === 'recipe' && tiers.length > 0);
  const state = readings.find(({ reader }) => reader === 'state');
  const isPlan = ({ name }: ReadTier) => page === undefined || !isAddition(page, name);
  const general = readings
    .filter(({ reader }) => !BESIDE.has(reader) && (isShell || reader !== 'state'))
    .map((reading) => ({ ...reading, tiers: reading.tiers.filter(isPlan) }));
  const read = composeTiers(general);
  const byReaders = read.length === 0 && page !== undefined ? readAlone(readings, page) : read;
  const composed = recipe === undefined ? byReaders : recipe.tiers.map((tier) => withDetails(tier, byReaders));
  const isWhole = recipe !== undefined || isShell || state === undefined;
  const tiers = isWhole ? composed : withHiddenBilling(composed, state.tiers);
  return {
    tiers: tiers.slice(0, MAX_TIERS),
    models: readings.flatMap(({ models }) => models).slice(0, MAX_MODELS),
  };
}

/** A recipe reads names and prices; what a tier holds is for the others. */
function withDetails(tier: ReadTier, others: readonly ReadTier[]): ReadTier {
  const twin = others.find(({ name }) => tierKey(name) === tierKey(tier.name));
  const { minimumUnits, includedUnits, features = [] } = twin ?? {};
  return { ...tier, features, ...defined({ minimumUnits, includedUnits }) };
}

function composeTiers(readings: readonly Reading[]): ReadTier[] {
  const ranked = readings.filter(({ tiers }) => tiers.length > 0).sort((a, b) => weight(b) - weight(a));
  const lead = ranked.find((each) => !ranked.some((other) => outranks(other, each)));
  const others = ranked.filter((each) => each !== lead);
  if (lead === undefined) return [];
  const tiers = lead.tiers.map((tier) => ({ ...tier }));
  for (const other of others) {
    for (const [index, { tier, twin }] of pairsOf(tiers, other.tiers).entries())
      if (twin !== undefined) tiers[index] = joined(tier, twin, areEqual(lead, other));
  }
  return tiers;
}

const isLaidOut = ({ reader }: Reading) => reader === 'cards' || reader === 'table';

/** Both read what a visitor sees, by how it is laid out; or both what no visitor sees. */
function areEqual(a: Reading, b: Reading): boolean {
  const isHidden = ({ reader }: Reading) => reader === 'json-ld' || reader === 'state';
  return (isLaidOut(a) && isLaidOut(b)) || (isHidden(a) && isHidden(b));
}

/**
 * Cards and a table that share no name are not of one thing: that one is of the tiers which names them as vendors do, and
 * the other may be of rivals. So may be sentences beside either.
 */
function outranks(a: Reading, b: Reading): boolean {
  const isProse = b.reader === 'prose';
  if (a === b || !isLaidOut(a) || !(isProse || isLaidOut(b)) || pricedIn(a) < 2) return false;
  const names = new Set(a.tiers.map(({ name }) => tierKey(name)));
  if (b.tiers.some(({ name }) => names.has(tierKey(name)))) return false;
  return isProse || (saysTiers(a) && !saysTiers(b));
}

const saysTiers = ({ tiers }: Reading) => tiers.some(({ name }) => hasTierWord(name));
const pricedIn = ({ tiers }: Reading) => tiers.filter(({ prices }) => prices.length > 0).length;

/** Priced tiers count most; structure outweighs prose, which outweighs what a script says to search engines. */
function weight(reading: Reading): number {
  const { reader, tiers } = reading;
  return pricedIn(reading) * 10 + tiers.length * 3 + (RANK[reader] ?? 0);
}

const RANK: Partial<Record<ReaderName, number>> = { cards: 4, table: 3, prose: 1 };

/**
 * Only an equally strong reader's contradiction takes a price away; a weaker one's is kept in its reading. Where an equal
 * one agrees on an amount, its other billing is added.
 */
function joined(tier: ReadTier, twin: ReadTier, isEqual: boolean): ReadTier {
  const kept = isEqual ? tier.prices.filter((price) => !contradict([price], twin.prices)) : tier.prices;
  const added = tier.prices.length > 0 || tier.isFree || tier.isCustom ? [] : twin.prices;
  const more = isEqual && kept.some((price) => twin.prices.some(isSaid(price))) ? otherBilling(tier, twin) : [];
  return {
    ...tier,
    ...defined({ minimumUnits: tier.minimumUnits ?? twin.minimumUnits }),
    prices: [...kept, ...added, ...more],
    isFree: tier.isFree || (kept.length === 0 && added.length === 0 && twin.isFree),
    isCustom: tier.isCustom || (kept.length === 0 && added.length === 0 && twin.isCustom),
  };
}

const isSaid = (price: ReadPrice) => (other: ReadPrice) =>
  sameSlot(price, other) && sameAmount(price.amount, other.amount);

function otherBilling({ prices }: ReadTier, twin: ReadTier): ReadPrice[] {
  return twin.prices.filter(
    ({ billing }) => billing !== undefined && !prices.some((price) => price.billing === billing),
  );
}

interface Pair {
  tier: ReadTier;
  /** The only one of its name. */
  twin: ReadTier | undefined;
}

function pairsOf(tiers: readonly ReadTier[], others: readonly ReadTier[]): Pair[] {
  return tiers.map((tier) => {
    const twins = others.filter(({ name }) => tierKey(name) === tierKey(tier.name));
    return { tier, twin: onlyOf(twins) };
  });
}

/**
 * The tiers with the billing that a switch hides, where the data for the page's scripts knows it.
 *
 * Only from data that says of every tier they share what the page says, for a tier of which one price is in sight.
 * One contradiction makes all of the data old, or about something else.
 */
function withHiddenBilling(tiers: readonly ReadTier[], state: readonly ReadTier[]): ReadTier[] {
  const pairs = pairsOf(tiers, state);
  const shown =
    pairs.some(isShownByTheYear) && pairs.every((pair) => isShownByTheYear(pair) || !isLeftOpen(pair))
      ? pairs.map((pair) => (isShownByTheYear(pair) ? { ...pair, tier: billedByTheYear(pair.tier) } : pair))
      : pairs;
  return shown.some(isContradicted) ? [...tiers] : shown.map(completed);
}

/** A month's price of which a rule, not the page, says that it is billed by the month. */
function isOpen({ assumed, kind, per }: ReadPrice): boolean {
  return kind === 'list' && per === 'month' && assumed?.includes('billing') === true;
}

function isLeftOpen({ tier, twin }: Pair): boolean {
  return twin !== undefined && tier.prices.some(isOpen);
}

/** The data knows the amount in sight, and as the one that is billed by the year. */
function isShownByTheYear({ tier, twin }: Pair): boolean {
  const price = onlyOf(tier.prices);
  if (price === undefined || !isOpen(price) || twin === undefined) return false;
  const says = (billing: Billing) =>
    twin.prices.some(
      (other) =>
        other.per === 'month' &&
        other.billing === billing &&
        other.currency === price.currency &&
        other.assumed?.includes('billing') !== true &&
        sameAmount(other.amount, price.amount),
    );
  return says('annual') && !says('monthly');
}

function billedByTheYear(tier: ReadTier): ReadTier {
  const prices = tier.prices.map(({ assumed, ...price }): ReadPrice => {
    const others = assumed?.filter((each) => each !== 'billing') ?? [];
    return { ...price, billing: 'annual', ...(others.length > 0 && { assumed: others }) };
  });
  return { ...tier, prices };
}

function isContradicted({ tier, twin }: Pair): boolean {
  if (twin === undefined) return false;
  if (twin.prices.length > 0 && (tier.isFree || tier.isCustom) && tier.prices.length === 0) return true;
  return tier.prices.some(
    (price) =>
      price.kind !== 'struck' &&
      twin.prices.some((other) => isSameTerm(price, other) && !sameAmount(price.amount, other.amount)),
  );
}

function isSameTerm(price: ReadPrice, other: ReadPrice): boolean {
  return sameSlot({ ...price, kind: 'list' }, other);
}

function completed({ tier, twin }: Pair): ReadTier {
  const anchor = tier.prices.find(
    (price) => price.kind === 'list' && price.isFloor !== true && twin?.prices.some(isSaid(price)),
  );
  if (twin === undefined || anchor === undefined || tier.prices.some(({ kind }) => kind !== 'list')) return tier;
  const missing = (['monthly', 'annual'] as const).flatMap((billing) => {
    if (tier.prices.some((price) => price.billing === billing)) return [];
    const hidden = twin.prices.filter((price) => price.billing === billing && price.currency === anchor.currency);
    return hidden.find(({ per }) => per === 'month') ?? hidden[0] ?? [];
  });
  const added = missing.map((price): ReadPrice => ({ ...price, ...defined({ unit: anchor.unit }) }));
  return { ...tier, prices: [...tier.prices, ...added] };
}
