import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact, Price, Tier } from '../../../data/record.ts';
import type { TeamCost } from '../../../serve/cost/cost-shape.ts';
import { costForTeam, type Wanted } from '../../../serve/cost/tier-choice.ts';
import { customTier, freeTier, price, record, tier } from '../../builders.ts';

const EVIDENCE = 'ev_00000000000000000001';

function costOf(
  tiers: Tier[],
  wanted: Partial<Wanted> = {},
  more: Partial<Parameters<typeof record>[0]> = {},
): TeamCost {
  return costForTeam(record({ tiers, ...more }), { seats: 1, billing: 'monthly', termYears: 1, ...wanted });
}

const reasonsOf = ({ total }: TeamCost) => total.excludes.map(({ reason }) => reason);

describe('the quoted price', () => {
  it('[S4.1.tco.seats] of a seat is paid for each, and a minimum in full', () => {
    const tiers = [tier({ minimumUnits: 3 })];
    expect(costOf(tiers, { seats: 10 }).subscription).toMatchObject({
      perUnitPerMonth: 12,
      unitsCharged: 10,
      monthly: 120,
      annual: 1440,
      total: 1440,
    });
    expect(costOf(tiers, { seats: 1, termYears: 2 }).subscription).toMatchObject({
      unitsCharged: 3,
      annual: 432,
      total: 864,
    });
  });

  it.each([undefined, 'workspace', 'flat'])('of what is one for all (%s) is paid once', (unit) => {
    const { unit: _, ...bare } = price({ amount: '49.00' });
    const cost = costOf([tier({ prices: [unit === undefined ? bare : { ...bare, unit }] })], { seats: 20 });
    expect(cost.subscription).toMatchObject({ unitsCharged: 1, annual: 588 });
    expect(reasonsOf(cost)).toEqual(unit === undefined ? ['unit_not_stated'] : []);
  });

  it('of what people do not count is paid for one, and that is said', () => {
    const cost = costOf([tier({ prices: [price({ unit: 'project', amount: '25.00' })] })], { seats: 20 });
    expect(cost.subscription).toMatchObject({ unit: 'project', unitsCharged: 1, annual: 300 });
    expect(cost.total.excludes).toMatchObject([{ reason: 'not_counted_from_seats', amount: '25.00', unit: 'project' }]);
  });

  it('by the year is the year’s sum, exactly, and its twelfth is only shown', () => {
    const prices = [price({ amount: '100.00', per: 'year', billing: 'annual' })];
    expect(costOf([tier({ prices })], { seats: 3, billing: 'annual' }).subscription).toMatchObject({
      perUnitPerMonth: 8.333333333,
      monthly: 25,
      annual: 300,
      lines: [{ amount: '100.00', per: 'year', units: 3, annual: '300.00', term: '300.00' }],
    });
  });

  it('of a month that is billed by the year is not taken where the year’s sum is stated', () => {
    const prices = [
      price({ amount: '8.25', billing: 'annual' }),
      price({ amount: '98.95', billing: 'annual', per: 'year' }),
    ];
    expect(costOf([tier({ prices })], { billing: 'annual' }).subscription).toMatchObject({ annual: 98.95 });
  });

  it.each(['promo', 'intro', 'struck'] as const)('is never a %s', (kind) => {
    const cost = costOf([tier({ prices: [price({ amount: '1.00', kind }), price()] })]);
    expect(cost.subscription.annual).toBe(144);
    expect(cost.notes.some((note) => note.startsWith('A promotional'))).toBe(kind !== 'struck');
  });

  it('paid once is no annual cost, and is in the term', () => {
    const { billing: _, ...once } = price({ amount: '299.00', per: 'once' });
    const cost = costOf([tier({ prices: [once] })], { seats: 2, termYears: 3 });
    expect(cost.subscription).toMatchObject({ annual: 0, total: 598 });
    expect(cost.subscription).not.toHaveProperty('perUnitPerMonth');
    expect(cost.billing).toBeUndefined();
  });

  it('of usage makes no figure at all, rather than zero', () => {
    const { billing: _, ...usage } = price({ amount: '0.01', per: 'usage', unit: 'request' });
    const cost = costOf([tier({ prices: [usage] })], { tier: 'pro' });
    expect(cost.subscription).toEqual({ lines: [], unit: undefined, unitsCharged: undefined });
    expect(cost.total).toMatchObject({ excludes: [{ reason: 'usage', amount: '0.01', unit: 'request' }] });
    expect(cost.total).not.toHaveProperty('annual');
  });

  it.each([
    ['week', 'other_period'],
    ['usage', 'usage'],
    ['once', 'one_time_alternative'],
  ] as const)('stands beside one by the %s, which is left out: %s', (per, reason) => {
    const { billing: _, ...other } = price({ amount: '3.00', per });
    const cost = costOf([tier({ prices: [price(), other] })]);
    expect([cost.subscription.annual, reasonsOf(cost)]).toEqual([144, [reason]]);
  });
});

describe('the billing', () => {
  const both = [tier({ prices: [price(), price({ amount: '120.00', billing: 'annual', per: 'year' })] })];

  it('that is asked for is taken', () => {
    expect(costOf(both)).toMatchObject({ billing: 'monthly', subscription: { annual: 144 }, notes: [] });
    expect(costOf(both, { billing: 'annual' })).toMatchObject({
      billing: 'annual',
      subscription: { annual: 120 },
      notes: [],
    });
  });

  it('that is not sold is replaced by the other, and that is said', () => {
    expect(costOf([tier()], { billing: 'annual' })).toMatchObject({
      billing: 'monthly',
      subscription: { annual: 144 },
      notes: ['No annual billing is published: counted as twelve months'],
    });
    expect(costOf([tier({ prices: [price({ billing: 'annual' })] })])).toMatchObject({
      billing: 'annual',
      notes: ['No monthly billing is published: counted as billed by the year'],
    });
  });
});

describe('what is taken for granted', () => {
  const { billing: _, ...unstated } = price();

  it.each([
    [price(), []],
    [price({ isFloor: true }), ['The page says "from $12 per user/mo": it may be more']],
    [price({ assumed: ['currency'] }), ['The page does not spell out currency of the price: taken by rule']],
    [unstated, ['How the price is billed is not stated: taken for monthly']],
  ])('of a price is said', (stated, notes) => {
    expect(costOf([tier({ prices: [stated] })]).notes).toEqual(notes);
  });
});

it('a price to come is told, for as long as it is not there', () => {
  const come = {
    kind: 'announced_price',
    amount: '15.00',
    currency: 'USD',
    per: 'month',
    unit: 'user',
    from: '2027-03-01',
    evidence: EVIDENCE,
  } as const;
  const notesOf = (fact: Fact) => costOf([tier()], {}, { facts: [fact] }).notes;
  expect(notesOf({ ...come, tier: 'pro' })).toEqual(['Announced from 2027-03-01, and not counted: $15 per user/mo']);
  expect(notesOf({ ...come, tier: 'business' })).toEqual([]);
});

describe('prices for more than one thing', () => {
  const { unit: _, ...flat } = price({ amount: '50.00' });
  const seat = price({ amount: '5.00' });

  it('a base price and so much a seat are both paid, and the base includes its seats', () => {
    const cost = costOf([tier({ prices: [flat, seat], includedUnits: 3 })], { seats: 10 });
    expect(cost.subscription.lines).toMatchObject([
      { kind: 'quoted', units: 1, annual: '600.00' },
      { kind: 'on_top', units: 7, annual: '420.00' },
    ]);
    expect(cost).toMatchObject({ subscription: { annual: 1020, unitsCharged: 1 }, total: { excludes: [] } });
    expect(costOf([tier({ prices: [flat, seat], includedUnits: 3 })], { seats: 2 }).subscription.annual).toBe(600);
  });

  it('so much a seat is charged under the other billing where it is stated there only', () => {
    const yearly = { ...flat, amount: '480.00', billing: 'annual' as const, per: 'year' as const };
    const cost = costOf([tier({ prices: [flat, seat, yearly] })], { seats: 2, billing: 'annual' });
    expect(cost.subscription.annual).toBe(480 + 2 * 60);
  });

  it('what the least team pays in all is no price beside that of a seat', () => {
    const floor = { ...flat, amount: '36.00' };
    const cost = costOf([tier({ prices: [floor, price()], minimumUnits: 3 })], { seats: 5 });
    expect(cost.subscription).toMatchObject({ unitsCharged: 5, annual: 720 });
    expect(cost.total.excludes).toEqual([]);
    const workspace = { ...floor, unit: 'workspace' };
    const both = costOf([tier({ prices: [workspace, price()], minimumUnits: 3 })], { seats: 5 });
    expect(both.subscription.annual).toBe(432 + 720);
  });

  it('a second kind of person is not counted, since seats do not tell which they are', () => {
    const cost = costOf([tier({ prices: [price({ unit: 'creator' }), price({ amount: '5.00', unit: 'user' })] })], {
      seats: 4,
    });
    expect([cost.subscription.annual, reasonsOf(cost)]).toEqual([576, ['not_counted_from_seats']]);
  });

  it('of two amounts for the same, the first is taken and the other left out', () => {
    const cost = costOf([tier({ prices: [price(), price({ amount: '19.00' })] })]);
    expect([cost.subscription.annual, reasonsOf(cost)]).toEqual([144, ['alternative_price']]);
  });

  it('seats beyond the included ones cost what the page says, or nobody knows what', () => {
    const tiers = [tier({ prices: [flat], includedUnits: 5 })];
    const overage: Fact = {
      kind: 'overage',
      tier: 'pro',
      amount: '4.00',
      currency: 'USD',
      per: 'month',
      unit: 'seat',
      evidence: EVIDENCE,
    };
    expect(costOf(tiers, { seats: 8, tier: 'pro' }, { facts: [overage] }).subscription).toMatchObject({
      annual: 600 + 3 * 48,
      lines: [{ kind: 'quoted' }, { kind: 'extra_seats', units: 3, annual: '144.00', evidence: EVIDENCE }],
    });
    expect(reasonsOf(costOf(tiers, { seats: 8, tier: 'pro' }))).toEqual(['seats_beyond_included']);
    expect(reasonsOf(costOf(tiers, { seats: 5, tier: 'pro' }))).toEqual([]);
  });

  it('a renewal price holds from the second year on', () => {
    const renewal: Fact = {
      kind: 'renewal',
      tier: 'pro',
      amount: '20.00',
      currency: 'USD',
      per: 'month',
      unit: 'user',
      evidence: EVIDENCE,
    };
    expect(costOf([tier()], { seats: 2, termYears: 3 }, { facts: [renewal] }).subscription).toMatchObject({
      annual: 288,
      total: 288 + 2 * 480,
      lines: [
        { kind: 'quoted', annual: '288.00', term: '288.00' },
        { kind: 'renewal', annual: '0.00', term: '960.00' },
      ],
    });
    expect(costOf([tier()], {}, { facts: [renewal] }).subscription.total).toBe(144);
  });
});

describe('currencies', () => {
  const tiers = [
    tier({ prices: [price(), price({ amount: '11.00', currency: 'EUR' })] }),
    tier({ id: 'local', prices: [price({ currency: 'GBP' })] }),
  ];

  it('are never mixed or converted', () => {
    expect(costOf(tiers)).toMatchObject({ currency: 'USD', subscription: { annual: 144 } });
    expect(costOf(tiers, { currency: 'EUR' })).toMatchObject({
      tier: 'pro',
      currency: 'EUR',
      subscription: { annual: 132 },
    });
    expect(costOf(tiers, { tier: 'local' })).toMatchObject({ currency: 'GBP' });
  });

  it('that nothing is sold in are a problem that lists the others', () => {
    for (const wanted of [{ currency: 'JPY' }, { tier: 'local', currency: 'USD' }]) {
      expect(() => costOf(tiers, wanted)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
    }
  });
});

describe('the tier', () => {
  const small = tier({ id: 'small', prices: [price({ amount: '40.00', unit: 'team' })], includedUnits: 5 });
  const large = tier({ id: 'large' });

  it('[D3.tco.tier] is found by id or by name, in any case', () => {
    for (const wanted of ['LARGE', 'Large', ' large '])
      expect(costOf([small, large], { tier: wanted }).tier).toBe('large');
  });

  it('[D3.tco.default-tier] is the cheapest paid one that the seats allow where none is named', () => {
    expect(costOf([freeTier(), small, large], { seats: 3 }).tier).toBe('large');
    expect(costOf([freeTier(), small, large], { seats: 5 }).tier).toBe('small');
    expect(costOf([freeTier(), small, large], { seats: 6 }).tier).toBe('large');
  });

  it('is not one whose price may be for each, as long as another is known', () => {
    const { unit: _, ...unstated } = price({ amount: '20.00' });
    const tiers = [tier({ id: 'unstated', prices: [unstated] }), large];
    expect(costOf(tiers, { seats: 10 }).tier).toBe('large');
    expect(costOf([tiers[0] as Tier], { seats: 10 }).tier).toBe('unstated');
  });

  it('that is free costs nothing, and is the default only where nothing is sold', () => {
    expect(costOf([freeTier(), large], { tier: 'free', seats: 9 })).toMatchObject({
      currency: undefined,
      subscription: { perUnitPerMonth: 0, annual: 0, total: 0, lines: [] },
      total: { annual: 0, term: 0 },
    });
    expect(costOf([freeTier()]).tier).toBe('free');
    expect(() => costOf([freeTier(), customTier()])).toThrow(expect.objectContaining({ code: 'price_not_public' }));
  });

  it('by quote only, of which nothing is known, or that sells no more seats, has no price', () => {
    const none = expect.objectContaining({ code: 'price_not_public' });
    expect(() => costOf([large, customTier()], { tier: 'enterprise' })).toThrow(none);
    expect(() => costOf([])).toThrow(none);
    expect(() => costOf([tier({ prices: [] })], { tier: 'pro' })).toThrow(none);
    expect(() => costOf([tier({ prices: [] })], { tier: 'pro', currency: 'USD' })).toThrow(none);
    expect(() => costOf([small], { seats: 6 })).toThrow(none);
  });

  it('that there is not is a problem that lists those there are', () => {
    expect(() => costOf([small, large], { tier: 'huge' })).toThrow(
      expect.objectContaining({
        code: 'unknown_tier',
        errors: [expect.objectContaining({ allowed: ['small', 'large'] })],
      }),
    );
  });

  it('has the least number of seats that the page states of all', () => {
    const minimum: Fact = { kind: 'minimum_units', count: 4, evidence: EVIDENCE };
    expect(costOf([large], { seats: 2 }, { facts: [minimum] }).subscription.unitsCharged).toBe(4);
  });
});

describe('hidden costs', () => {
  const setup = {
    label: 'Set-up fee',
    cost: '$500 once',
    kind: 'setup',
    amount: '500.00',
    currency: 'USD',
    per: 'once',
    origin: 'observed',
  } as const;
  const addOn = {
    label: 'Backups',
    cost: '$2 per user/mo',
    kind: 'add_on',
    amount: '2.00',
    currency: 'USD',
    per: 'month',
    unit: 'user',
    origin: 'observed',
  } as const;
  const signOn = { ...addOn, label: 'Single sign-on only from Business', kind: 'sso', origin: 'imported' } as const;

  it('that everybody pays are counted, once what is paid once', () => {
    const cost = costOf([tier()], { termYears: 2 }, { hiddenCosts: [setup] });
    expect(cost.hiddenCosts).toMatchObject([{ counted: true, annual: '0.00', term: '500.00' }]);
    expect(cost.total).toEqual({ annual: 144, term: 788, excludes: [] });
  });

  it('that one may do without are worked out and left out, with the reason', () => {
    const cost = costOf([tier()], { seats: 5 }, { hiddenCosts: [addOn, signOn] });
    expect(cost.hiddenCosts).toMatchObject([
      { counted: false, units: 5, annual: '120.00', term: '120.00' },
      { counted: false, annual: '120.00' },
    ]);
    expect(cost.total).toMatchObject({
      annual: 720,
      excludes: [{ reason: 'optional', label: 'Backups' }, { reason: 'upgrade' }],
    });
  });

  it('are left out where they are in another currency, by usage, or not public', () => {
    const hiddenCosts = [
      { ...setup, currency: 'EUR' },
      { ...addOn, kind: 'overage', unit: '1000 emails' } as const,
      { label: 'Set-up', cost: 'on request', kind: 'setup', origin: 'observed' } as const,
    ];
    expect(reasonsOf(costOf([tier()], {}, { hiddenCosts }))).toEqual(['other_currency', 'usage', 'price_not_public']);
  });

  it('of another tier, or of a capability that the tier has, are no costs of this one', () => {
    const facts: Fact[] = [
      { kind: 'setup_fee', tier: 'business', amount: '500.00', currency: 'USD', per: 'once', evidence: EVIDENCE },
      {
        kind: 'capability',
        capability: 'sso',
        tiers: [
          { tier: 'pro', state: 'not_included' },
          { tier: 'business', state: 'included' },
        ],
        first: 'business',
        evidence: EVIDENCE.replace('1', '2'),
      },
    ];
    const hiddenCosts = [
      { ...setup, evidence: EVIDENCE },
      { ...signOn, evidence: EVIDENCE.replace('1', '2') },
    ];
    const tiers = [tier(), tier({ id: 'business' })];
    expect(reasonsOf(costOf(tiers, { tier: 'pro' }, { facts, hiddenCosts }))).toEqual(['other_tier', 'upgrade']);
    const business = costOf(tiers, { tier: 'business' }, { facts, hiddenCosts });
    expect([reasonsOf(business), business.total.term]).toEqual([['included'], 644]);
  });
});

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

function independently(made: Tier, seats: number, years: number): { annual: number; term: number } {
  const people = ['user', 'seat'];
  const [head, second] = made.prices as [Price, Price | undefined];
  const yearOf = ({ amount: each, per }: Price) => micros(each) * (per === 'year' ? 1n : 12n);
  const paying = BigInt(Math.max(seats, made.minimumUnits ?? 1));
  let annual = yearOf(head) * (people.includes(head.unit ?? '') ? paying : 1n);
  if (second !== undefined) {
    const beyond = paying - BigInt(made.includedUnits ?? 0);
    annual += yearOf(second) * (beyond > 0n ? beyond : 0n);
  }
  return { annual: written(annual), term: written(annual * BigInt(years)) };
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

  it('they are what whole numbers make of them', () => {
    fc.assert(
      fc.property(plan, seats, termYears, (made, count, years) => {
        const priced = madeOf(made);
        fc.pre(!isTwin(priced));
        const cost = costOf([priced], { tier: 'pro', seats: count, termYears: years });
        const { annual, term } = independently(priced, count, years);
        expect([cost.subscription.annual, cost.subscription.total, cost.total.annual, cost.total.term]).toEqual([
          annual,
          term,
          annual,
          term,
        ]);
      }),
    );
  });

  it('the lines add up to the totals', () => {
    fc.assert(
      fc.property(plan, seats, termYears, amount, (made, count, years, fee) => {
        const hiddenCosts = [
          {
            label: 'Set-up',
            cost: '',
            kind: 'setup',
            amount: fee,
            currency: 'USD',
            per: 'once',
            origin: 'observed',
          } as const,
        ];
        const {
          subscription,
          hiddenCosts: hidden,
          total,
        } = costOf([madeOf(made)], { tier: 'pro', seats: count, termYears: years }, { hiddenCosts });
        const sum = (texts: (string | undefined)[]) => texts.reduce((all, text) => all + micros(text ?? ''), 0n);
        const lines = sum(subscription.lines.map(({ term }) => term));
        expect(subscription.total).toBe(written(lines));
        expect(subscription.annual).toBe(written(sum(subscription.lines.map(({ annual }) => annual))));
        expect(total.term).toBe(written(lines + sum(hidden.filter(({ counted }) => counted).map(({ term }) => term))));
      }),
    );
  });

  it('more seats, or more years, never cost less, of a tier and of the cheapest one', () => {
    const plans = fc.array(plan, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(plans, seats, fc.integer({ min: 0, max: 100 }), termYears, (made, count, more, years) => {
        const tiers = made.map((each, index) => madeOf(each, `tier-${index}`));
        for (const wanted of [{}, { tier: 'tier-0' }]) {
          const termOf = (seatCount: number, length: number) => {
            try {
              return (
                costOf(tiers, { ...wanted, seats: Math.min(seatCount, 1_000_000), termYears: length }).total.term ??
                Number.NaN
              );
            } catch (error) {
              // No tier is for so many: then none is for more.
              expect(error).toMatchObject({ code: 'price_not_public' });
              return Number.POSITIVE_INFINITY;
            }
          };
          expect(termOf(count + more, years)).toBeGreaterThanOrEqual(termOf(count, years));
          expect(termOf(count, 5)).toBeGreaterThanOrEqual(termOf(count, years));
        }
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
