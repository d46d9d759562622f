/** What several groups of one page say of one plan. */
import { sameAmount } from '../../../data/money.ts';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';
import { nameKey } from '../../../data/text/name-key.ts';

/** One tier a name, however it is spelt and spaced; what a later one adds is kept where it contradicts nothing. */
export function mergedTiers(tiers: readonly ReadTier[]): ReadTier[] {
  const byName = new Map<string, ReadTier>();
  for (const tier of tiers) {
    const key = tierKey(tier.name);
    const known = byName.get(key);
    byName.set(key, known === undefined ? tier : joined(known, tier));
  }
  return [...byName.values()];
}

function joined(one: ReadTier, two: ReadTier): ReadTier {
  if (one.prices.length === 0) return two.prices.length === 0 || one.isFree ? one : { ...two, features: one.features };
  const added = two.prices.filter((price) => !one.prices.some((other) => sameSlot(other, price)));
  return { ...one, prices: [...one.prices, ...added] };
}

/** On one page, names that differ only in spelling and spacing are one tier's. */
export function tierKey(name: string): string {
  return nameKey(name).replaceAll(' ', '');
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

/** A price of the one and a price of the other are of one slot and not the same. */
export function contradict(ones: readonly ReadPrice[], others: readonly ReadPrice[]): boolean {
  return ones.some((one) => others.some((other) => sameSlot(one, other) && !sameAmount(one.amount, other.amount)));
}
