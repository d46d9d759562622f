/**
 * What a reading says by stating no more: that no tier is free, that no price is billed by the month, that no tier costs less
 * than the cheapest. Each with its probability, by a logistic model as that of the facts.
 */
import { isZero } from '../../../data/money.ts';
import type { Negative, NegativeKind, Reading, ReadPrice, ReadTier } from '../../../data/reading.ts';
import { type Features, probabilityOf, vectorOf } from '../offers/logistic.ts';
import type { Page } from '../offers/page.ts';
import { isAnnual, perMonth, shareRead, statedIn, tiersOfOffers } from './stated.ts';
import weights from './weights.json' with { type: 'json' };

/** In the order of the weights, which each kind has its own of. */
export const NEGATIVE_FEATURES = [
  'one',
  'another reader says otherwise',
  'words that say otherwise',
  'share of the amounts that are read',
  'read by repeated structure too',
] as const;
export type NegativeFeatures = Features<(typeof NEGATIVE_FEATURES)[number]>;

/** A page as it was read: the tiers with their confidence, and what each reader read. */
export interface Read {
  page: Page;
  tiers: readonly ReadTier[];
  readings: readonly Reading[];
}

/** Those that the reading implies. */
export function negativesOf(read: Read): Negative[] {
  return [...negativeFeatures(read)].map(([kind, features]) => {
    return { kind, confidence: probabilityOf(vectorOf(NEGATIVE_FEATURES, features), weights[kind]) };
  });
}

export function negativeFeatures(read: Read): Map<NegativeKind, NegativeFeatures> {
  const found = new Map<NegativeKind, NegativeFeatures>();
  const { page, tiers } = read;
  const start = startOf(tiers);
  if (start === undefined) return found;
  const { words, amounts } = page.mentions;
  const usual = usualFeatures(read, start);
  const add = (kind: NegativeKind, says: (tier: ReadTier) => boolean, isSaid: boolean) =>
    found.set(kind, { ...usual, ...otherwise(read, says), 'words that say otherwise': Number(isSaid) });
  if (!tiers.some(({ isFree }) => isFree))
    add(
      'no_free_tier',
      ({ isFree }) => isFree,
      words.some(({ kind }) => kind === 'free') || amounts.some(({ money }) => isZero(money.amount)),
    );
  if (!tiers.some(({ prices }) => prices.some((price) => perMonth(price) !== undefined && !isAnnual(price))))
    add('no_monthly_price', ({ prices }) => prices.some((price) => !isAnnual(price)), page.mentions.says.monthly);
  const least = perMonth(start) ?? 0;
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

function usualFeatures({ page, tiers, readings }: Read, start: ReadPrice) {
  const own = startOf(tiersOfOffers(readings));
  return {
    one: 1,
    'share of the amounts that are read': shareRead(statedIn(tiers), page.mentions.amounts),
    'read by repeated structure too': Number(own !== undefined && perMonth(own) === perMonth(start)),
  };
}

function otherwise({ readings }: Read, says: (tier: ReadTier) => boolean) {
  const others = readings.filter(({ reader }) => reader !== 'model');
  return { 'another reader says otherwise': Number(others.some(({ tiers }) => tiers.some(says))) };
}
