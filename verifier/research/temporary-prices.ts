/** Prices that do not last, beside the list price of the same tier, billing, unit and currency that follows. Pure. */
import type { Price, Tier } from '../../data/record.ts';
import type { Subject } from './subject.ts';

export interface Passing {
  tier: Tier;
  price: Price;
  list: Price;
}

export function passing({ record: { tiers } }: Subject): Passing[] {
  return tiers.flatMap((tier) =>
    tier.prices.flatMap((price) => {
      if (price.kind !== 'intro' && price.kind !== 'promo') return [];
      const list = tier.prices.find((each) => each.kind === 'list' && isAlike(each, price));
      return list === undefined ? [] : [{ tier, price, list }];
    }),
  );
}

function isAlike(a: Price, b: Price): boolean {
  return a.currency === b.currency && a.per === b.per && a.unit === b.unit && a.billing === b.billing;
}

export function passingWord({ kind }: Price): string {
  return kind === 'intro' ? 'introductory' : 'promotional';
}
