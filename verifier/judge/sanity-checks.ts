/** Findings that hardly any vendor intends. They lower the score and none is a veto. Pure. */
import { compareAmounts, isZero, overAmount, sameAmount, timesAmount } from '../../data/money.ts';
import type { ReadPrice, ReadTier } from '../../data/reading.ts';

/** A yearly price below that of so many months is a price of something else. */
const LEAST_MONTHS = 5;

/** One line each; empty for a consistent reading. */
export function sanityFindings(tiers: readonly ReadTier[]): string[] {
  return [...tiers.flatMap(withinTier), ...betweenTiers(tiers)].map((words) => words.slice(0, 160));
}

function withinTier(tier: ReadTier): string[] {
  const { name, isFree, minimumUnits } = tier;
  const prices = listed(tier);
  const found: string[] = [];
  if (isFree && prices.length > 0) found.push(`${name} is free but has a price`);
  for (const year of prices.filter(({ billing }) => billing === 'annual')) {
    const month = prices.find(
      ({ billing, ...other }) => billing === 'monthly' && other.per === 'month' && isAlike(other, year),
    );
    if (month === undefined) continue;
    const perMonth = year.per === 'year' ? overAmount(year.amount, 12) : year.amount;
    if (compareAmounts(perMonth, month.amount) > 0)
      found.push(`${name} costs more with annual than with monthly billing`);
    if (compareAmounts(timesAmount(perMonth, 12), timesAmount(month.amount, LEAST_MONTHS)) < 0)
      found.push(`${name} costs less for a year than for ${LEAST_MONTHS} months`);
  }
  if (minimumUnits !== undefined && minimumUnits > 1) {
    const each = prices.find(({ unit, per }) => unit !== undefined && per === 'month');
    const floor = prices.find(
      ({ unit, per, billing }) => unit === undefined && per === 'month' && billing === each?.billing,
    );
    if (each !== undefined && floor !== undefined && !sameAmount(timesAmount(each.amount, minimumUnits), floor.amount))
      found.push(`${name} is quoted at ${floor.amount}, but its minimum of ${minimumUnits} has another price`);
  }
  return found;
}

/** A price out of the order of the plans was misread, or is a bargain. */
function betweenTiers(tiers: readonly ReadTier[]): string[] {
  const quoted = tiers.flatMap((tier) => {
    const [price] = listed(tier);
    return price === undefined ? [] : [{ name: tier.name, price }];
  });
  const found: string[] = [];
  const steps: number[] = [];
  for (const [i, next] of quoted.entries()) {
    const before = quoted[i - 1];
    if (before === undefined || !isAlike(before.price, next.price)) continue;
    if (before.price.billing !== next.price.billing || before.price.per !== next.price.per) continue;
    const step = compareAmounts(next.price.amount, before.price.amount);
    steps.push(step);
    if (step === 0) found.push(`${before.name} and ${next.name} cost the same`);
  }
  const [up, down] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length];
  if (up > 0 && down > 0) found.push('the plans are not in order of price');
  return found;
}

function listed({ prices }: ReadTier): ReadPrice[] {
  return prices.filter(
    ({ kind, amount, per }) => kind === 'list' && !isZero(amount) && (per === 'month' || per === 'year'),
  );
}

function isAlike(a: Pick<ReadPrice, 'currency' | 'unit'>, b: Pick<ReadPrice, 'currency' | 'unit'>): boolean {
  return a.currency === b.currency && a.unit === b.unit;
}
