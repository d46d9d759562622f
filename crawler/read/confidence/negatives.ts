/**
 * What a reading says by stating no more: that no tier is free, that no price is billed by the month, that no tier costs less
 * than the cheapest. Each with its probability, by a logistic model as that of the facts.
 */
import { isZero } from '../../../data/money.ts';
import type { Negative, NegativeKind, ReadPrice, ReadTier } from '../../../data/reading.ts';
import { type Features, probabilityOf, vectorOf } from '../offers/logistic.ts';
import type { Among } from './features.ts';
import { hasMonthlyPrice, isAnnual, perMonth, shareRead, statedIn, tiersOfOffers } from './stated.ts';
import weights from './weights.json' with { type: 'json' };

/** In the order of the weights, which each kind has its own of. */
export const NEGATIVE_FEATURES = [
  'one',
  'another reader says otherwise',
  'words that say otherwise',
  'share of the amounts that are read',
  'read by repeated structure too',
] as const;
type NegativeFeatures = Features<(typeof NEGATIVE_FEATURES)[number]>;

/** Those that the reading implies. */
export function negativesOf(read: Among): Negative[] {
  return [...negativeFeatures(read)].map(([kind, features]) => {
    return { kind, confidence: probabilityOf(vectorOf(NEGATIVE_FEATURES, features), weights[kind]) };
  });
}

export function negativeFeatures({ page, tiers, readings }: Among): Map<NegativeKind, NegativeFeatures> {
  const found = new Map<NegativeKind, NegativeFeatures>();
  const start = startOf(tiers);
  if (start === undefined) return found;
  const { words, amounts } = page.mentions;
  const least = perMonth(start) ?? 0;
  const byOffers = startOf(tiersOfOffers(readings));
  const others = readings.filter(({ reader }) => reader !== 'model');
  const add = (kind: NegativeKind, says: (tier: ReadTier) => boolean, isSaid: boolean) =>
    found.set(kind, {
      one: 1,
      'another reader says otherwise': Number(others.some((other) => other.tiers.some(says))),
      'words that say otherwise': Number(isSaid),
      'share of the amounts that are read': shareRead(statedIn(tiers), amounts),
      'read by repeated structure too': Number(byOffers !== undefined && perMonth(byOffers) === least),
    });
  if (!tiers.some(({ isFree }) => isFree))
    add(
      'no_free_tier',
      ({ isFree }) => isFree,
      words.some(({ kind }) => kind === 'free') || amounts.some(({ money }) => isZero(money.amount)),
    );
  if (!hasMonthlyPrice(tiers))
    add('no_monthly_price', ({ prices }) => prices.some((price) => !isAnnual(price)), page.mentions.says.monthly);
  const isLess = (amount: number | undefined) => amount !== undefined && amount > 0 && amount < least;
  add(
    'cheapest',
    ({ prices }) => prices.some((price) => isLess(perMonth(price))),
    amounts.some(({ money, terms }) => terms.per === 'month' && isLess(Number(money.amount))),
  );
  return found;
}

/** The cheapest price of a paid tier, by the month where it has one of that kind. */
export function startOf(tiers: readonly ReadTier[]): ReadPrice | undefined {
  const firsts = tiers.flatMap(({ prices }) => {
    const recurring = prices.filter((price) => price.kind !== 'struck' && (perMonth(price) ?? 0) > 0);
    return recurring.find((price) => !isAnnual(price)) ?? recurring[0] ?? [];
  });
  return firsts.toSorted((a, b) => (perMonth(a) ?? 0) - (perMonth(b) ?? 0))[0];
}
