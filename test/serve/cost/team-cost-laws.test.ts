/** Laws that the cost for any team keeps. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact, Price, Tier } from '../../../data/record.ts';
import { price, tier } from '../../builders.ts';
import { costOf, overage } from './team-costs.ts';

/**
 * The same costs, worked out otherwise: in millionths of a cent, as whole numbers, and for one tier of which everything
 * is known beforehand.
 */
const MICRO = 1_000_000_000n;
const micros = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * MICRO + BigInt(fraction.padEnd(9, '0'));
};
const written = (sum: bigint) => Number(`${sum / MICRO}.${String(sum % MICRO).padStart(9, '0')}`);

const amount = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}`);
const listPrice = fc.record({
  amount,
  yearly: fc.boolean(),
  unit: fc.constantFrom('user', 'seat', 'workspace', 'project', undefined),
});
const plan = fc.record({
  first: listPrice,
  seat: fc.option(amount, { nil: undefined }),
  minimum: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  included: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  /** Of each seat beyond the included ones. */
  extra: fc.option(fc.record({ amount, per: fc.constantFrom('month' as const, 'year' as const, undefined) }), {
    nil: undefined,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer Made> ? Made : never;

function madeOf({ first, seat, minimum, included }: Plan, id = 'pro'): Tier {
  const { unit: _, ...bare } = price({ amount: first.amount });
  const head: Price = {
    ...bare,
    ...(first.yearly && { per: 'year', billing: 'annual' }),
    ...(first.unit !== undefined && { unit: first.unit }),
  };
  const isPeople = first.unit === 'user' || first.unit === 'seat';
  const billing = head.billing ?? 'monthly';
  return tier({
    id,
    prices: [head, ...(seat === undefined || isPeople ? [] : [price({ amount: seat, billing })])],
    ...(minimum !== undefined && { minimumUnits: minimum }),
    ...(included !== undefined && { includedUnits: included }),
  });
}

function factsOf({ extra }: Plan, id = 'pro'): Fact[] {
  if (extra === undefined) return [];
  const { per: _, ...bare } = { ...overage, tier: id, amount: extra.amount };
  return [{ ...bare, ...(extra.per !== undefined && { per: extra.per }) }];
}

interface Team {
  seats: number;
  years: number;
}

function independently(made: Tier, { extra }: Plan, { seats, years }: Team): { annual: bigint; term: bigint } {
  const people = ['user', 'seat'];
  const [head, second] = made.prices as [Price, Price | undefined];
  const yearOf = ({ amount: each, per }: Price) => micros(each) * (per === 'year' ? 1n : 12n);
  const paying = BigInt(Math.max(seats, made.minimumUnits ?? 1));
  let annual = yearOf(head) * (people.includes(head.unit ?? '') ? paying : 1n);
  if (second !== undefined) {
    const beyond = paying - BigInt(made.includedUnits ?? 0);
    annual += yearOf(second) * (beyond > 0n ? beyond : 0n);
  } else if (extra !== undefined && made.includedUnits !== undefined && ['workspace', undefined].includes(head.unit)) {
    const beyond = BigInt(Math.max(0, seats - made.includedUnits));
    annual += micros(extra.amount) * ((extra.per ?? head.per) === 'year' ? 1n : 12n) * beyond;
  }
  return { annual, term: annual * BigInt(years) };
}

/** Where the least team's sum stands beside the price of a seat, there is one price and not two. */
const isTwin = ({ prices: [head, second], minimumUnits = 1 }: Tier) =>
  head !== undefined &&
  second !== undefined &&
  head.unit === undefined &&
  head.per === second.per &&
  micros(second.amount) * BigInt(minimumUnits) === micros(head.amount);

describe('[D3.tco.exact] the laws of costs', () => {
  const seats = fc.integer({ min: 1, max: 1_000_000 });
  const termYears = fc.integer({ min: 1, max: 5 });

  it('they are what whole numbers make of them, and so is the sum of their lines', () => {
    const sum = (texts: (string | undefined)[]) => texts.reduce((all, text) => all + micros(text ?? ''), 0n);
    const setup = {
      label: 'Set-up',
      cost: '',
      kind: 'setup',
      currency: 'USD',
      per: 'once',
      origin: 'observed',
    } as const;
    fc.assert(
      fc.property(plan, seats, termYears, amount, (made, count, years, fee) => {
        const priced = madeOf(made);
        fc.pre(!isTwin(priced));
        const { subscription, total } = costOf(
          [priced],
          { tier: 'pro', seats: count, termYears: years },
          { facts: factsOf(made), hiddenCosts: [{ ...setup, amount: fee }] },
        );
        const { annual, term } = independently(priced, made, { seats: count, years });
        expect([subscription.annual, subscription.total]).toEqual([written(annual), written(term)]);
        expect([total.annual, total.term]).toEqual([written(annual), written(term + micros(fee))]);
        expect(sum(subscription.lines.map((line) => line.annual))).toBe(annual);
        expect(sum(subscription.lines.map((line) => line.term))).toBe(term);
      }),
    );
  });

  it('more seats, or more years, never cost less, of a tier and of the cheapest one', () => {
    const plans = fc.array(plan, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(plans, seats, fc.integer({ min: 0, max: 100 }), termYears, (made, count, more, years) => {
        const tiers = made.map((each, index) => madeOf(each, `tier-${index}`));
        const facts = made.flatMap((each, index) => factsOf(each, `tier-${index}`));
        for (const wanted of [{}, { tier: 'tier-0' }]) {
          const termOf = (seatCount: number, length: number) => {
            try {
              return (
                costOf(tiers, { ...wanted, seats: Math.min(seatCount, 1_000_000), termYears: length }, { facts }).total
                  .term ?? Number.NaN
              );
            } catch (error) {
              // No tier is for so many: then none is for more.
              expect(error).toMatchObject({ code: 'price_not_known' });
              return Number.POSITIVE_INFINITY;
            }
          };
          expect(termOf(count + more, years)).toBeGreaterThanOrEqual(termOf(count, years));
          expect(termOf(count, 5)).toBeGreaterThanOrEqual(termOf(count, years));
        }
      }),
    );
  });

  it('no sum of a price whose unit is unknown is complete', () => {
    fc.assert(
      fc.property(plan, seats, (made, count) => {
        const priced = madeOf({ ...made, included: undefined });
        fc.pre(!isTwin(priced) && priced.prices.length === 1 && made.first.unit === undefined);
        expect(costOf([priced], { tier: 'pro', seats: count }, { facts: factsOf(made) }).total.complete).toBe(false);
      }),
    );
  });

  it('the cheapest is no dearer than any tier that is named and can be counted', () => {
    fc.assert(
      fc.property(fc.array(plan, { minLength: 1, maxLength: 4 }), (made) => {
        const tiers = made.map((each, index) => madeOf(each, `tier-${index}`));
        const cheapest = costOf(tiers).total.term ?? Number.NaN;
        for (const { id } of tiers) expect(costOf(tiers, { tier: id }).total.term).toBeGreaterThanOrEqual(cheapest);
      }),
    );
  });
});
