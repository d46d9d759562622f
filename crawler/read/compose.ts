/**
 * One reading out of many: what would be published.
 *
 * A recipe outweighs all others. Among the general readers, the one that reads most tiers leads and others add what
 * it lacks; where two read different amounts for the same tier's same billing, that price is left out.
 */
import { sameAmount } from '../../data/money.ts';
import type { Reading, ReadModel, ReadPrice, ReadTier } from '../../data/reading.ts';

/** Names that differ only in spelling are one tier's. */
export const nameKey = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\b(?:plan|tier|edition)\b/g, '')
    .replace(/[^\p{L}\p{N}+]+/gu, '');
const MAX_TIERS = 60;
const MAX_MODELS = 500;

export function compose(readings: readonly Reading[]): { tiers: ReadTier[]; models: ReadModel[] } {
  const recipe = readings.find(({ reader, tiers }) => reader === 'recipe' && tiers.length > 0);
  const tiers =
    recipe === undefined ? composeTiers(readings.filter(({ reader }) => reader !== 'recipe')) : recipe.tiers;
  return { tiers: tiers.slice(0, MAX_TIERS), models: readings.flatMap(({ models }) => models).slice(0, MAX_MODELS) };
}

function composeTiers(readings: readonly Reading[]): ReadTier[] {
  const [lead, ...others] = readings.filter(({ tiers }) => tiers.length > 0).sort((a, b) => weight(b) - weight(a));
  if (lead === undefined) return [];
  const tiers = lead.tiers.map((tier) => ({ ...tier }));
  for (const other of others) {
    for (const [index, tier] of tiers.entries()) {
      const same = other.tiers.filter(({ name }) => nameKey(name) === nameKey(tier.name));
      const [twin] = same;
      if (same.length === 1 && twin !== undefined)
        tiers[index] = joined(tier, twin, isStructural(lead) && isStructural(other));
    }
  }
  return tiers;
}

/** Read from what a visitor sees, by how it is laid out. */
function isStructural({ reader }: Reading): boolean {
  return reader === 'cards' || reader === 'table';
}

/** Priced tiers count most; structure outweighs prose, which outweighs what a script says to search engines. */
function weight({ reader, tiers }: Reading): number {
  const priced = tiers.filter(({ prices }) => prices.length > 0).length;
  const rank = { cards: 4, table: 3, prose: 1, 'json-ld': 0, state: 0, 'rate-card': 0, recipe: 9 }[reader];
  return priced * 10 + tiers.length * 3 + rank;
}

/** Only an equally strong reader's contradiction takes a price away; a weaker one's is kept in its reading. */
function joined(tier: ReadTier, twin: ReadTier, isEqual: boolean): ReadTier {
  const kept = isEqual
    ? tier.prices.filter(
        (price) => !twin.prices.some((other) => sameSlot(price, other) && !sameAmount(price.amount, other.amount)),
      )
    : tier.prices;
  const added = tier.prices.length > 0 ? [] : tier.isFree || tier.isCustom ? [] : twin.prices;
  const minimumUnits = tier.minimumUnits ?? twin.minimumUnits;
  return {
    ...tier,
    ...(minimumUnits !== undefined && { minimumUnits }),
    prices: [...kept, ...added],
    isFree: tier.isFree || (kept.length === 0 && added.length === 0 && twin.isFree),
    isCustom: tier.isCustom || (kept.length === 0 && added.length === 0 && twin.isCustom),
  };
}

/** Two statements of what one pays at one billing: they agree on the amount, or one of them is wrong. */
export function sameSlot(a: ReadPrice, b: ReadPrice): boolean {
  return (
    a.per === b.per &&
    a.billing === b.billing &&
    a.kind === b.kind &&
    a.currency === b.currency &&
    (a.unit === b.unit || a.unit === undefined || b.unit === undefined)
  );
}
