/** The record, field by field, asked of the real server over HTTP. Titles cite test/requirements.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Price, Tier, Verification } from '../../../data/record.ts';
import type { PublishedProduct } from '../../../data/store/generation/content.ts';
import { RECORD_FIELDS, RecordView, Status } from '../../../serve/record/shape.ts';
import {
  customTier,
  daysAfterNoon,
  freeTier,
  NOON,
  price,
  product,
  record,
  tier,
  verification,
} from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { type Served, served } from '../served.ts';

function known(slug: string, tiers: Tier[], more: Partial<Verification> = {}): PublishedProduct {
  const { currency: _, ...base } = record({ slug, name: slug, tiers, verification: verification(more) });
  const currency = tiers.flatMap(({ prices }) => prices)[0]?.currency;
  return {
    product: product({ slug }),
    record: { ...base, ...(currency !== undefined && { currency }) },
    snapshots: [],
  };
}

const paid = (prices: Price[], more: Partial<Tier> = {}) => tier({ prices, ...more });
const longAgo = (days: number) => {
  const confirmedAt = daysAfterNoon(-days);
  return { confirmedAt, decaysFrom: confirmedAt, checkedAt: NOON };
};

const KINDS: PublishedProduct[] = [
  known('by-the-year', [paid([price({ amount: '96.00', billing: 'annual', per: 'year' })])]),
  known('two-ways', [paid([price({ amount: '96.00', billing: 'annual', per: 'year' }), price({ amount: '10.00' })])]),
  known('two-currencies', [paid([price({ amount: '10.00' }), price({ amount: '9.00', currency: 'EUR' })])]),
  known('by-usage', [
    paid([price({ amount: '0.004', per: 'usage', unit: 'request' })], { id: 'usage', name: 'Usage' }),
  ]),
  known('by-quote', [customTier()]),
  known('on-sale', [paid([price({ amount: '20.00' }), price({ amount: '5.00', kind: 'promo', until: '2026-12-31' })])]),
  known('fraction', [
    paid([price({ amount: '0.10' })]),
    paid([price({ amount: '0.30' })], { id: 'more', name: 'More' }),
  ]),
  known('aging', [freeTier(), tier()], longAgo(150)),
  known('stale', [freeTier(), tier()], longAgo(2_000)),
  known('disputed', [freeTier(), tier()], { disputed: true, outcome: 'contradicted' }),
  known('unread', [freeTier(), tier()], { ...longAgo(20), outcome: 'unreadable' }),
];

let server: Served;
beforeAll(async () => {
  server = await served({ ...MARKET, products: [...MARKET.products, ...KINDS] });
});

async function answered(slug: string, query = ''): Promise<RecordView> {
  return RecordView.parse(await server.json(`/api/v2/pricing/${slug}${query}`));
}

async function tierOf(slug: string, id = 'pro') {
  return (await answered(slug)).tiers?.find((each) => each.id === id) ?? expect.fail(`${slug} has no ${id}`);
}

describe('a record', () => {
  it('says whom it is about, and where it was read [S2.3.identity] [S2.2.source]', async () => {
    expect(await answered('acme')).toMatchObject({
      slug: 'acme',
      name: 'Acme',
      category: 'crm',
      source: 'https://acme.example/pricing',
    });
  });

  it('has the range of its paid tiers, and none where no paid price is known [S2.3.priceRange] [D2.priceRange]', async () => {
    expect((await answered('acme')).priceRange).toEqual({
      min: 12,
      max: 29.9,
      display: '$12-$29.90 per mo',
      currency: 'USD',
    });
    for (const slug of ['gamma', 'by-quote']) expect(await answered(slug)).not.toHaveProperty('priceRange');
  });

  it('starts at its smallest paid monthly price, or at null [D2.startingPrice] [D2.startingPriceBasis]', async () => {
    expect(await answered('acme')).toMatchObject({ startingPrice: 12, startingPriceBasis: 'min_paid_monthly' });
    expect(await answered('by-the-year')).toMatchObject({ startingPrice: 8, startingPriceBasis: 'min_paid_annual' });
    for (const slug of ['by-quote', 'gamma', 'by-usage']) {
      const answer = await answered(slug);
      expect(answer.startingPrice, slug).toBeNull();
      expect(answer, slug).not.toHaveProperty('startingPriceBasis');
    }
  });

  it('says whether there is a free tier, where that is known [D2.freeTier]', async () => {
    expect((await answered('acme')).freeTier).toBe(true);
    expect((await answered('by-the-year')).freeTier).toBe(false);
    for (const slug of ['beta', 'gamma']) expect(await answered(slug)).not.toHaveProperty('freeTier');
  });

  it('that is free, for the asking or not known: three facts [D2.three-facts] [D2.tier.isCustom]', async () => {
    const { tiers = [] } = await answered('acme');
    expect(tiers.find(({ id }) => id === 'free')).toMatchObject({ price: 0, isFree: true, isCustom: false });
    expect(tiers.find(({ id }) => id === 'enterprise')).toMatchObject({ price: null, isFree: false, isCustom: true });
    const usage = await tierOf('by-usage', 'usage');
    expect(usage).not.toHaveProperty('price');
    expect(usage).toMatchObject({ isFree: false, isCustom: false });
  });

  it('of what is priced by usage is not free [D2.usage-not-free]', async () => {
    expect((await answered('by-usage')).freeTier).toBe(false);
    expect((await answered('tokens')).freeTier).toBe(false);
  });
});

describe('a tier', () => {
  it('has what consumers read, and its features on a full record alone [S2.3.tiers] [D2.tier.fields] [D2.tier.features] [S2.3.full]', async () => {
    const { tiers = [] } = await answered('acme');
    expect(tiers.map(({ id }) => id)).toEqual(['free', 'pro', 'business', 'enterprise']);
    expect(tiers[1]).toMatchObject({
      name: 'Pro',
      price: 12,
      period: 'month',
      isFree: false,
      featureCount: 3,
      features: ['Unlimited users', 'Reports', 'API'],
    });
    const { tiers: brief = [] } = await answered('acme', '?depth=summary');
    expect(brief[1]).toMatchObject({ featureCount: 3 });
    expect(brief[1]).not.toHaveProperty('features');
  });

  it('is quoted by the month where that is offered, else by the year’s month [D2.price.monthly] [D2.tier.billing]', async () => {
    expect(await tierOf('two-ways')).toMatchObject({ price: 10, billing: 'monthly' });
    expect(await tierOf('by-the-year')).toMatchObject({ price: 8, period: 'month', billing: 'annual' });
  });

  it('says what one price buys, and how many at least where the page does [D2.tier.unit] [D2.tier.minimumUnits]', async () => {
    expect(await tierOf('acme')).toMatchObject({ unit: 'user', minimumUnits: 3 });
    expect(await tierOf('acme', 'business')).not.toHaveProperty('minimumUnits');
  });

  it('has every price exactly, with its terms and its proof [D2.tier.prices] [D2.money]', async () => {
    expect((await tierOf('acme')).prices[0]).toEqual({
      amount: '12.00',
      currency: 'USD',
      billing: 'monthly',
      per: 'month',
      unit: 'user',
      kind: 'list',
      evidence: expect.stringMatching(/^ev_[0-9a-f]{20}$/),
    });
    const sale = await tierOf('on-sale');
    expect(sale).toMatchObject({ price: 20 });
    expect(sale.prices).toContainEqual(expect.objectContaining({ amount: '5.00', kind: 'promo', until: '2026-12-31' }));
    expect((await answered('fraction')).priceRange).toMatchObject({
      min: 0.1,
      max: 0.3,
      display: '$0.10-$0.30 per mo',
    });
  });

  it('keeps prices of other currencies as they are [D2.currency]', async () => {
    const { prices } = await tierOf('two-currencies');
    expect(prices.map(({ amount, currency }) => `${amount} ${currency}`)).toEqual(['10.00 USD', '9.00 EUR']);
    expect((await answered('two-currencies')).priceRange).toMatchObject({ min: 10, max: 10, currency: 'USD' });
  });
});

describe('what follows from the prices', () => {
  it('the savings of paying by the year, and the best of them [S2.3.discounts] [D2.discounts]', async () => {
    expect((await answered('acme')).discounts).toEqual({
      perTier: [{ tier: 'pro', annualSavings: 24, annualSavingsPercent: 16.7 }],
      best: { tier: 'pro', annualSavingsPercent: 16.7 },
    });
  });

  it('costs beyond the sticker price, as text and exactly [S2.3.hiddenCosts] [D2.hiddenCosts]', async () => {
    expect((await answered('acme')).hiddenCosts?.[0]).toMatchObject({
      label: 'Single sign-on only from Business',
      cost: '+$17.90 per user/mo over Pro',
      kind: 'sso',
      amount: '17.90',
      currency: 'USD',
      per: 'month',
      unit: 'user',
      origin: 'imported',
    });
  });

  it('the place in the category, with the sample that it stands on [S2.3.positioning] [D2.positioning] [D2.positioning.percent]', async () => {
    const crm = await served(MARKET);
    const position = RecordView.parse(await crm.json('/api/v2/pricing/epsilon')).positioning;
    expect(position).toMatchObject({
      startingPrice: 45,
      categoryMedian: 20,
      categoryMin: 8,
      categoryMax: 99,
      sampleSize: 5,
      verdict: 'above',
      sufficient: true,
    });
    expect(position?.percentVsMedian).toBe(Math.round(((45 - 20) / 20) * 100));
  });
});

describe('how far it can be trusted', () => {
  it('both clocks, status, outcome, confidence, source and reasons [S2.2.verification] [D2.verification]', async () => {
    expect((await answered('acme')).verification).toEqual({
      verifiedAt: '2026-11-21',
      checkedAt: NOON,
      confirmedAt: NOON,
      status: 'verified',
      outcome: 'confirmed',
      confidence: 0.95,
      source: 'https://acme.example/pricing',
      reasons: ['2 readings agree', 'price span re-cut from the archived page'],
    });
  });

  it.each([
    ['acme', 'verified', 'confirmed'],
    ['aging', 'aging', 'confirmed'],
    ['stale', 'stale', 'confirmed'],
    ['disputed', 'disputed', 'contradicted'],
    ['beta', 'unverified', 'unreadable'],
  ])('%s is %s, its last attempt %s [D2.status] [D2.outcome]', async (slug, status, outcome) => {
    expect((await answered(slug)).verification).toMatchObject({ status, outcome });
    expect(Status.options).toEqual(['verified', 'aging', 'stale', 'disputed', 'unverified']);
  });

  it('an attempt that read nothing moves one clock alone [D2.clocks]', async () => {
    expect((await answered('unread')).verification).toMatchObject({
      checkedAt: NOON,
      confirmedAt: daysAfterNoon(-20),
      verifiedAt: daysAfterNoon(-20).slice(0, 10),
      outcome: 'unreadable',
    });
  });

  it('a probability that fades with time [D2.confidence]', async () => {
    const of = async (slug: string) => (await answered(slug)).verification.confidence ?? Number.NaN;
    const [fresh, old, oldest] = [await of('acme'), await of('aging'), await of('stale')];
    expect(fresh).toBeLessThanOrEqual(1);
    expect(fresh).toBeGreaterThan(old);
    expect(old).toBeGreaterThan(oldest);
    expect(oldest).toBeGreaterThanOrEqual(0);
  });

  it('each proof, with its place on its page [D2.evidence]', async () => {
    for (const proof of (await answered('acme')).evidence ?? [])
      expect(proof).toMatchObject({
        id: expect.stringMatching(/^ev_[0-9a-f]{20}$/),
        quote: expect.any(String),
        url: 'https://acme.example/pricing',
        capturedAt: NOON,
        pageSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        textStart: expect.any(Number),
        textEnd: expect.any(Number),
        path: expect.any(String),
        method: 'cards',
      });
  });
});

describe('how much of it', () => {
  it('is all of it when nothing is said [D2.depth]', async () => {
    expect(await answered('acme')).toEqual(await answered('acme', '?depth=full'));
  });

  it.each(RECORD_FIELDS)('%s can be asked for alone [D2.fields.known]', async (field) => {
    const { status } = await server.get(`/api/v2/pricing/acme?fields=${field}`);
    expect(status).toBe(200);
    const others = RECORD_FIELDS.filter((other) => other !== field);
    const answer = await answered('acme', `?fields=${field}`);
    // The alias goes with what it is an alias of.
    for (const other of others)
      if (!(field === 'marketData' && other.startsWith('user'))) expect(answer).not.toHaveProperty(other);
  });
});
