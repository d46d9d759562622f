/** The record, field by field, asked of the real server over HTTP. Titles cite test/requirements.yaml. */
import { describe, expect, it } from 'vitest';
import type { Absence, Price, Tier, Verification } from '../../../data/record.ts';
import { RECORD_FIELDS, RecordView, Status } from '../../../serve/record/shape.ts';
import { customTier, daysAfterNoon, freeTier, NOON, price, record, tier, verification } from '../../builders.ts';
import { FULL_MARKET, MARKET } from '../market-of-crm.ts';
import { served, sold } from '../served.ts';

function known(slug: string, tiers: Tier[], more: Partial<Verification> = {}, absent?: Absence[]) {
  const { currency: _, ...base } = record({ slug, name: slug, tiers, absent, verification: verification(more) });
  const currency = tiers.flatMap(({ prices }) => prices)[0]?.currency;
  return { ...sold({ slug }), record: { ...base, ...(currency !== undefined && { currency }) } };
}

const paid = (...prices: Price[]) => [tier({ prices })];
const ofYear = price({ amount: '96.00', billing: 'annual', per: 'year' });
const longAgo = (days: number) => {
  const confirmedAt = daysAfterNoon(-days);
  return { confirmedAt, decaysFrom: confirmedAt, checkedAt: NOON };
};

const server = await served({
  ...MARKET,
  products: [
    ...MARKET.products,
    known('by-the-year', paid(ofYear)),
    known('two-ways', paid(ofYear, price({ amount: '10.00' }))),
    known('two-currencies', paid(price({ amount: '10.00' }), price({ amount: '9.00', currency: 'EUR' }))),
    known('by-usage', paid(price({ amount: '0.004', per: 'usage', unit: 'request' }))),
    known('by-quote', [customTier()], {}, ['public_price']),
    known('unread-quote', [customTier()]),
    known('nothing-sold', [freeTier()], {}, ['paid_plan']),
    known('on-sale', paid(price({ amount: '20.00' }), price({ amount: '5.00', kind: 'promo', until: '2026-12-31' }))),
    known('fraction', [...paid(price({ amount: '0.10' })), tier({ id: 'more', prices: [price({ amount: '0.30' })] })]),
    known('aging', [freeTier(), tier()], longAgo(150)),
    known('stale', [freeTier(), tier()], longAgo(2_000)),
    known('disputed', [freeTier(), tier()], { disputed: true, outcome: 'contradicted' }),
    known('unread', [freeTier(), tier()], { ...longAgo(20), outcome: 'unreadable' }),
  ],
});

async function answered(slug: string, query = ''): Promise<RecordView> {
  return RecordView.parse(await server.json(`/api/v2/pricing/${slug}${query}`));
}

describe('a record', () => {
  it.each([
    ['acme', { min: 12, max: 29.9, display: '$12-$29.90 per mo', currency: 'USD' }],
    ['fraction', { min: 0.1, max: 0.3, display: '$0.10-$0.30 per mo', currency: 'USD' }],
    ['two-currencies', { min: 10, max: 10, display: '$10 per mo', currency: 'USD' }],
    ['gamma', undefined],
    ['by-quote', undefined],
  ])('of %s has the range %j of its paid tiers [S2.3.priceRange] [D2.priceRange] [D2.money]', async (slug, range) => {
    expect((await answered(slug)).priceRange).toEqual(range);
  });

  it.each([
    ['acme', 12, 'min_paid_monthly'],
    ['by-the-year', 8, 'min_paid_annual'],
    ['by-quote', null, undefined],
    ['gamma', null, undefined],
    ['by-usage', null, undefined],
  ])('of %s starts at %d, by %s [D2.startingPrice] [D2.startingPriceBasis]', async (slug, startingPrice, basis) => {
    const answer = await answered(slug);
    expect([answer.startingPrice, answer.startingPriceBasis]).toEqual([startingPrice, basis]);
  });

  it.each([
    ['acme', 'known'],
    ['by-usage', 'usage_only'],
    ['tokens', 'usage_only'],
    ['by-quote', 'not_published'],
    ['unread-quote', 'not_known'],
    ['nothing-sold', 'free_only'],
    ['gamma', 'not_known'],
  ])('of %s has the price state %s', async (slug, state) => {
    expect((await answered(slug)).priceState).toBe(state);
  });

  it.each([
    ['acme', true],
    ['eta', false],
    ['by-the-year', undefined],
    ['by-usage', undefined],
    ['tokens', undefined],
    ['beta', undefined],
    ['gamma', undefined],
  ])('says of %s that it is free: %s [D2.freeTier] [D2.usage-not-free]', async (slug, freeTier) => {
    expect((await answered(slug)).freeTier).toBe(freeTier);
  });

  it('has its place in the category, with the sample that it stands on [S2.3.positioning] [D2.positioning] [D2.positioning.percent]', async () => {
    const crm = await served(FULL_MARKET);
    expect(RecordView.parse(await crm.json('/api/v2/pricing/epsilon')).positioning).toMatchObject({
      ...{ startingPrice: 45, categoryMedian: 20, categoryMin: 8, categoryMax: 99, sampleSize: 12, vendors: 9 },
      ...{ oldest: '2026-01-01', newest: '2026-11-21', sources: { vendorPages: 11, datasets: ['example/prices'] } },
      ...{ percentVsMedian: ((45 - 20) / 20) * 100, verdict: 'above', sufficient: true },
    });
    const few = RecordView.parse(await (await served(MARKET)).json('/api/v2/pricing/epsilon')).positioning;
    expect(few).toMatchObject({ startingPrice: 45, sampleSize: 4, vendors: 1, sufficient: false });
    for (const key of ['categoryMedian', 'percentVsMedian', 'verdict']) expect(few).not.toHaveProperty(key);
  });
});

describe('a tier', () => {
  const pro = (expected: object) => expect.arrayContaining([expect.objectContaining({ id: 'pro', ...expected })]);

  it('is free, for the asking or not known: three facts [D2.three-facts] [D2.tier.isCustom]', async () => {
    const { tiers = [] } = await answered('acme');
    expect(tiers[0]).toMatchObject({ id: 'free', price: 0, isFree: true, isCustom: false });
    expect(tiers[3]).toMatchObject({ id: 'enterprise', price: null, isFree: false, isCustom: true });
    const [usage] = (await answered('by-usage')).tiers ?? [];
    expect(usage).not.toHaveProperty('price');
    expect(usage).toMatchObject({ isFree: false, isCustom: false });
  });

  it('has what consumers read, what one price buys, and its features on a full record alone [S2.3.tiers] [D2.tier.fields] [D2.tier.features] [S2.3.full] [D2.tier.unit] [D2.tier.minimumUnits] [D2.tier.prices]', async () => {
    const { tiers = [] } = await answered('acme');
    expect(tiers.map(({ id }) => id)).toEqual(['free', 'pro', 'business', 'enterprise']);
    const terms = { name: 'Pro', price: 12, period: 'month', unit: 'user', minimumUnits: 3, featureCount: 3 };
    expect(tiers[1]).toMatchObject({ ...terms, features: ['Unlimited users', 'Reports', 'API'] });
    expect(tiers[1]?.prices[0]).toEqual({
      ...price(),
      confidence: 0.95,
      evidence: expect.stringMatching(/^ev_[0-9a-f]{20}$/),
    });
    expect(tiers[2]).not.toHaveProperty('minimumUnits');
  });

  it('is quoted by the month where that is offered, else by the year’s month, and not at a promotion [D2.price.monthly] [D2.tier.billing] [D2.currency]', async () => {
    expect((await answered('two-ways')).tiers).toEqual(pro({ price: 10, billing: 'monthly' }));
    expect((await answered('by-the-year')).tiers).toEqual(pro({ price: 8, period: 'month', billing: 'annual' }));
    const sale = expect.objectContaining({ amount: '5.00', kind: 'promo', until: '2026-12-31' });
    expect((await answered('on-sale')).tiers).toEqual(pro({ price: 20, prices: [expect.anything(), sale] }));
    const [{ prices } = { prices: [] }] = (await answered('two-currencies')).tiers ?? [];
    expect(prices.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['10.00 USD', '9.00 EUR']);
  });
});

describe('how far it can be trusted', () => {
  it.each([
    ['acme', 'verified', 'confirmed'],
    ['aging', 'aging', 'confirmed'],
    ['stale', 'stale', 'confirmed'],
    ['disputed', 'disputed', 'contradicted'],
    ['beta', 'unverified', 'unreadable'],
  ])('%s is %s, its last attempt %s [D2.status] [D2.status.unverified] [D2.outcome]', async (slug, status, outcome) => {
    expect((await answered(slug)).verification).toMatchObject({ status, outcome });
    expect(Status.options).toContain(status);
  });

  it('an attempt that read nothing moves one clock alone [D2.clocks]', async () => {
    const confirmedAt = daysAfterNoon(-20);
    const clocks = { checkedAt: NOON, confirmedAt, verifiedAt: confirmedAt.slice(0, 10), outcome: 'unreadable' };
    expect((await answered('unread')).verification).toMatchObject(clocks);
  });

  it('a probability that fades with time [D2.confidence]', async () => {
    const of = async (slug: string) => (await answered(slug)).verification.confidence ?? Number.NaN;
    const all = [1, await of('acme'), await of('aging'), await of('stale'), 0];
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(new Set(all.slice(1, 4)).size).toBe(3);
  });
});

describe('how much of it', () => {
  it('is all of it when nothing is said [D2.depth]', async () => {
    expect(await answered('acme')).toEqual(await answered('acme', '?depth=full'));
  });

  it.each(RECORD_FIELDS)('%s can be asked for alone [D2.fields.known]', async (field) => {
    const answer = await answered('acme', `?fields=${field}`);
    // The alias goes with what it is an alias of.
    for (const other of RECORD_FIELDS)
      if (other !== field && !(field === 'marketData' && other.startsWith('user')))
        expect(answer).not.toHaveProperty(other);
  });
});
