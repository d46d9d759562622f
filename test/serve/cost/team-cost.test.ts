import { describe, expect, it } from 'vitest';
import type { Fact, Price, PricingRecord, Tier } from '../../../data/record.ts';
import type { Wanted } from '../../../serve/cost/tier-choice.ts';
import { customTier, freeTier, price, tier } from '../../builders.ts';
import {
  type Asked,
  costOf,
  EVIDENCE,
  figuresOf,
  flat,
  type More,
  OTHER_EVIDENCE,
  of,
  overage,
  unitless,
} from './team-costs.ts';

/** A price without a billing. */
function unbilled(more: Partial<Price>): Price {
  const { billing: _, ...bare } = price(more);
  return bare;
}

const yearly = (amount: string) => price({ amount, billing: 'annual', per: 'year' });
const annualOnly = of([price({ billing: 'annual' })]);
const assumed = of([price({ assumed: ['currency'] })]);
const both = of([price(), yearly('120.00')]);
const yearlyFlat: Price = { ...unitless('480.00'), billing: 'annual', per: 'year' };
const seat = price({ amount: '5.00' });
const once = unbilled({ amount: '299.00', per: 'once' });
const monthOfYear = price({ amount: '8.25', billing: 'annual' });
const creator = price({ unit: 'creator' });
const project = price({ unit: 'project', amount: '25.00' });
const renewal = { ...overage, kind: 'renewal', amount: '20.00', unit: 'user' } as const;
const large = tier({ id: 'large' });
const small = tier({ id: 'small', prices: [price({ amount: '40.00', unit: 'team' })], includedUnits: 5 });
const currencies = [
  tier({ prices: [price(), price({ amount: '11.00', currency: 'EUR' })] }),
  tier({ id: 'local', prices: [price({ currency: 'GBP' })] }),
];

const least = { minimumUnits: 3 };
const workspace = price({ unit: 'workspace', amount: '36.00' });

describe('the quoted price', () => {
  it.each<[name: string, tiers: Tier[], wanted: Asked, annual: number, reasons?: string[]]>([
    ['[S4.1.tco.seats] of a seat, for each', of([price()], least), { seats: 10 }, 1440],
    ['of a team member, for each', of([price({ unit: 'team member' })]), { seats: 10 }, 1440],
    [
      'of an active user, for one',
      of([price({ unit: 'active user' })]),
      { seats: 10 },
      144,
      ['not_counted_from_seats'],
    ],
    ['that is flat, once', of([price({ unit: 'flat' })]), { seats: 20 }, 144],
    ['of an unknown unit, once', of([flat]), { seats: 20 }, 600, ['unit_not_stated']],
    ['of a project, for one', of([project]), { seats: 20 }, 300, ['not_counted_from_seats']],
    ['of the year, not of its month', of([monthOfYear, yearly('98.95')]), { billing: 'annual' }, 98.95],
    ['beside one by the week', of([price(), unbilled({ per: 'week' })]), {}, 144, ['other_period']],
    ['beside one by usage', of([price(), unbilled({ per: 'usage' })]), {}, 144, ['usage']],
    ['beside one that is paid once', of([price(), once]), {}, 144, ['one_time_alternative']],
    ['first of two for the same', of([price(), price({ amount: '19.00' })]), {}, 144, ['alternative_price']],
    ['of one kind of person', of([creator, seat]), { seats: 4 }, 576, ['not_counted_from_seats']],
    ['with the least sum beside it', of([unitless('36.00'), price()], least), { seats: 5 }, 720],
    [
      'of a workspace with 5 seats, for 6',
      of([workspace], { includedUnits: 5 }),
      { seats: 6, tier: 'pro' },
      432,
      ['seats_beyond_included'],
    ],
    ['of a seat under the other billing', of([flat, seat, yearlyFlat]), { seats: 2, billing: 'annual' }, 480 + 2 * 60],
  ])('%s', (_, tiers, wanted, annual, reasons = []) => {
    expect(figuresOf(costOf(tiers, wanted))).toMatchObject({ annual, reasons });
  });

  it('has its units, its month and its term, and its lines', () => {
    const minimum = figuresOf(costOf(of([price()], least), { seats: 10, termYears: 2 }));
    expect(minimum).toMatchObject({ perUnitPerMonth: 12, unitsCharged: 10, monthly: 120, annual: 1440, total: 2880 });
    const line = { amount: '100.00', per: 'year', units: 3, annual: '300.00', term: '300.00' };
    const ofYear = figuresOf(costOf(of([yearly('100.00')]), { seats: 3, billing: 'annual' }));
    expect(ofYear).toMatchObject({ perUnitPerMonth: 8.333333333, monthly: 25, lines: [line] });
    const [left] = costOf(of([project])).total.excludes;
    expect(left).toMatchObject({ amount: '25.00', unit: 'project' });
    const paidOnce = costOf(of([once]), { seats: 2, termYears: 3 });
    expect([paidOnce.subscription.total, paidOnce.billing]).toEqual([598, undefined]);
    expect(paidOnce.subscription.lines).toMatchObject([{ units: 2, annual: '0.00', term: '598.00' }]);
    for (const field of ['perUnitPerMonth', 'monthly', 'annual'])
      expect(paidOnce.subscription).not.toHaveProperty(field);
    expect(paidOnce.total).toEqual({ term: 598, complete: true, excludes: [] });
    expect(costOf(of([flat, seat], { includedUnits: 3 }), { seats: 10 }).subscription).toMatchObject({
      annual: 1020,
      unitsCharged: 1,
      lines: [
        { kind: 'quoted', units: 1, annual: '600.00' },
        { kind: 'on_top', units: 7, annual: '420.00' },
      ],
    });
  });

  it.each(['promo', 'intro', 'struck'] as const)('is never a %s', (kind) => {
    const cost = costOf(of([price({ amount: '1.00', kind }), price()]));
    expect(cost.subscription.annual).toBe(144);
    expect(cost.notes.some((note) => note.startsWith('A promotional'))).toBe(kind !== 'struck');
  });

  it('of usage makes no figure at all, rather than zero', () => {
    const cost = costOf(of([unbilled({ amount: '0.01', per: 'usage', unit: 'request' })]), { tier: 'pro' });
    expect(cost.subscription).toEqual({ lines: [], unit: undefined, unitsCharged: undefined });
    expect(cost.total).toMatchObject({ excludes: [{ reason: 'usage', amount: '0.01', unit: 'request' }] });
    expect(cost.total).not.toHaveProperty('annual');
  });

  it('of further seats is what the page states', () => {
    const tiers = of([flat], { includedUnits: 5 });
    expect(figuresOf(costOf(tiers, { seats: 8, tier: 'pro' }, { facts: [overage] }))).toMatchObject({
      annual: 600 + 3 * 48,
      lines: [{ kind: 'quoted' }, { kind: 'extra_seats', units: 3, annual: '144.00', evidence: EVIDENCE }],
    });
    expect(figuresOf(costOf(tiers, { seats: 8, tier: 'pro' })).reasons).toEqual(['seats_beyond_included']);
    expect(figuresOf(costOf(tiers, { seats: 5, tier: 'pro' })).reasons).toEqual([]);
  });

  it('of "$79, 3 seats included, $24 for each additional" is $247 a month for ten, stated for one tier or for all', () => {
    const { per: _, tier: __, ...each } = { ...overage, amount: '24.00' };
    const team = of([unitless('79.00')], { includedUnits: 3 });
    const cost = costOf(team, { seats: 10 }, { facts: [each] });
    expect(cost).toMatchObject({ subscription: { monthly: 247 }, total: { complete: true, excludes: [] } });
    expect(cost.notes).toEqual(['Additional seats have no stated period; the period of the base price is used']);
    const own: Fact = { ...each, tier: 'pro', amount: '20.00', per: 'month' };
    expect(costOf(team, { seats: 10 }, { facts: [each, own] })).toMatchObject({
      subscription: { monthly: 219 },
      notes: [],
    });
    const forAll: Fact[] = [each, { kind: 'included_units', count: 3, evidence: OTHER_EVIDENCE }];
    expect(costOf(of([unitless('79.00')]), { seats: 10 }, { facts: forAll }).subscription.monthly).toBe(247);
  });

  it('is a complete sum only where all that is surely paid is in it', () => {
    const isComplete = (prices: Price[], asked: Asked = {}, more: More = {}) =>
      costOf(of(prices), { tier: 'pro', ...asked }, more).total.complete;
    expect([isComplete([price()]), isComplete([workspace], { seats: 9 })]).toEqual([true, true]);
    expect(isComplete([flat])).toBe(false);
    expect(isComplete([project])).toBe(false);
    expect(isComplete([price({ isFloor: true })])).toBe(false);
    expect(isComplete([unbilled({ amount: '0.01', per: 'usage' })])).toBe(false);
    const facts: Fact[] = [{ ...overage, tier: 'pro' }];
    expect([1, 2].map((seats) => isComplete([workspace], { seats }, { facts }))).toEqual([true, false]);
  });

  it('changes with the second year where a renewal price is stated', () => {
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

describe('billing and assumptions', () => {
  it.each<[tiers: Tier[], asked: Wanted['billing'], billing: string | undefined, notes: string[]]>([
    [both, 'monthly', 'monthly', []],
    [both, 'annual', 'annual', []],
    [[tier()], 'annual', 'monthly', ['No annual price is known; twelve monthly prices are counted']],
    [annualOnly, 'monthly', 'annual', ['No monthly price is known; the annual price is counted']],
    [
      of([price({ isFloor: true })]),
      'monthly',
      'monthly',
      ['The page says "from $12 per user/mo"; the price may be higher'],
    ],
    [assumed, 'monthly', 'monthly', ['Assumed, not stated on the page: currency']],
    [of([unbilled({})]), 'monthly', undefined, ['The billing is not known; assumed monthly']],
  ])('are noted (%#)', (tiers, asked, billing, notes) => {
    const annual = tiers === both && billing === 'annual' ? 120 : 144;
    expect(figuresOf(costOf(tiers, { billing: asked }))).toMatchObject({ billing, annual, notes });
  });

  it('a price to come is noted for its own tier', () => {
    const { tier: _, ...come } = {
      ...overage,
      kind: 'announced_price',
      amount: '15.00',
      unit: 'user',
      from: '2027-03-01',
    } as const;
    const notesOf = (id: string) => costOf([tier()], {}, { facts: [{ ...come, tier: id }] }).notes;
    expect(notesOf('pro')).toEqual(['Announced from 2027-03-01, not counted: $15 per user/mo']);
    expect(notesOf('business')).toEqual([]);
  });
});

describe('the tier', () => {
  const unstated = tier({ id: 'unstated', prices: [unitless('20.00')] });

  it.each<[name: string, tiers: Tier[], wanted: Asked, id: string]>([
    ['[D3.tco.tier] is found by id', [small, large], { tier: 'LARGE' }, 'large'],
    ['is found by name, in any case', [small, large], { tier: ' large ' }, 'large'],
    ['[D3.tco.default-tier] is the cheapest paid one', [freeTier(), small, large], { seats: 3 }, 'large'],
    ['is the cheapest for five', [freeTier(), small, large], { seats: 5 }, 'small'],
    ['allows the seats', [freeTier(), small, large], { seats: 6 }, 'large'],
    ['has a known unit, if one has', [unstated, large], { seats: 10 }, 'large'],
    ['has an unknown unit, if all have', [unstated], { seats: 10 }, 'unstated'],
    ['is sold in the currency asked for', currencies, { currency: 'EUR' }, 'pro'],
  ])('%s', (_, tiers, wanted, id) => {
    expect(costOf(tiers, wanted).tier).toBe(id);
  });

  it('may be free, and then costs nothing for the seats that it includes', () => {
    const ofFree = (seats: number, includedUnits?: number) =>
      figuresOf(
        costOf([freeTier(includedUnits === undefined ? {} : { includedUnits }), large], { tier: 'free', seats }),
      );
    const free = ofFree(9, 9);
    expect(free).toMatchObject({ currency: undefined, perUnitPerMonth: 0, annual: 0, total: 0, lines: [] });
    expect(free.sum).toEqual({ annual: 0, term: 0, complete: true, excludes: [] });
    expect(ofFree(1).sum).toMatchObject({ annual: 0, complete: true });
    expect(ofFree(9).sum).toMatchObject({ annual: 0, complete: false, excludes: [{ reason: 'included_not_stated' }] });
    const tooMany = ofFree(9, 3);
    expect(tooMany.sum).toEqual({
      complete: false,
      excludes: [expect.objectContaining({ reason: 'seats_beyond_included' })],
    });
    expect(tooMany).not.toHaveProperty('annual');
  });

  it('is paid in one currency', () => {
    expect(figuresOf(costOf(currencies))).toMatchObject({ currency: 'USD', annual: 144 });
    expect(figuresOf(costOf(currencies, { currency: 'EUR' }))).toMatchObject({ currency: 'EUR', annual: 132 });
    expect(figuresOf(costOf(currencies, { tier: 'local' }))).toMatchObject({ currency: 'GBP' });
  });

  it('has the least number of seats that holds for all', () => {
    const minimum: Fact = { kind: 'minimum_units', count: 4, evidence: EVIDENCE };
    expect(costOf([large], { seats: 2 }, { facts: [minimum] }).subscription.unitsCharged).toBe(4);
  });

  it.each<[code: string, tiers: Tier[], wanted: Asked]>([
    ['invalid_parameter', currencies, { currency: 'JPY' }],
    ['invalid_parameter', currencies, { tier: 'local', currency: 'USD' }],
    ['price_not_known', [freeTier(), customTier()], {}],
    ['price_not_public', [large, customTier()], { tier: 'enterprise' }],
    ['price_not_public', [customTier({ origin: 'research' })], { tier: 'enterprise' }],
    ['price_not_known', [customTier({ origin: 'imported' })], { tier: 'enterprise' }],
    ['price_not_known', [...of([]), customTier()], {}],
    ['price_not_known', [], {}],
    ['price_not_known', [freeTier()], { seats: 10 }],
    ['price_not_known', [freeTier()], { tier: 'free' }],
    ['price_not_known', [freeTier(), ...of([])], { tier: 'free' }],
    ['price_not_known', of([]), { tier: 'pro' }],
    ['price_not_known', of([]), { tier: 'pro', currency: 'USD' }],
    ['price_not_known', [small], { seats: 6 }],
  ])('is a problem: %s (%#)', (code, tiers, wanted) => {
    expect(() => costOf(tiers, wanted)).toThrow(expect.objectContaining({ code }));
  });

  it('names other tiers only where there are some', () => {
    const none = (wanted: Asked) => () => costOf([], wanted);
    expect(none({})).toThrow(expect.objectContaining({ code: 'price_not_known', errors: [] }));
    expect(none({ tier: 'pro' })).toThrow(
      expect.objectContaining({
        code: 'unknown_tier',
        message: expect.stringMatching(/^No tier of \w+ is known$/),
        errors: [],
      }),
    );
    const allowed = [{ parameter: 'tier', reason: 'No price to calculate with', allowed: ['free'] }];
    expect(() => costOf([freeTier()], { seats: 10 })).toThrow(expect.objectContaining({ errors: allowed }));
  });

  it('is a problem of what the page, read completely, shows', () => {
    const none = (tiers: Tier[], absent: PricingRecord['absent']) => () => costOf(tiers, { seats: 10 }, { absent });
    const quoted = none([freeTier(), customTier()], ['public_price']);
    expect(quoted).toThrow(expect.objectContaining({ code: 'price_not_public' }));
    const free = none([freeTier({ includedUnits: 10 })], ['paid_plan'])();
    expect(free).toMatchObject({ tier: 'free', total: { annual: 0, complete: true } });
    expect(none([freeTier()], undefined)).toThrow(expect.objectContaining({ code: 'price_not_known' }));
  });

  it('that does not exist is a problem that lists the others', () => {
    const errors = [expect.objectContaining({ allowed: ['small', 'large'] })];
    expect(() => costOf([small, large], { tier: 'huge' })).toThrow(
      expect.objectContaining({ code: 'unknown_tier', errors }),
    );
  });
});
