import { describe, expect, it } from 'vitest';
import { costGuide } from '../../../serve/operations/cost-guide.ts';
import { freeTier, price, product, tier, verification } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { served, sold } from '../served.ts';

const PATH = '/api/v2/cost-guide';
const server = await served(MARKET);

const SOURCE = 'https://news.example/acme-deals';
const ASOF = '2026-10-01';
const STATED = { source: SOURCE, asOf: ASOF };
const fee = { amount: '300.00', currency: 'USD', per: 'once' } as const;
const half = { name: 'Launch pad', text: 'Half off for a year.', percent: 50, survivesRenewal: false };
const authored = product({
  slug: 'omega',
  research: {
    verdict: { text: 'Cheap to begin with, dear to grow with.', ...STATED },
    planAdvice: [{ tier: 'Pro', suits: 'agencies', advice: 'Take Pro and share it.', ...STATED }],
    hiddenCosts: [{ label: 'Data export', cost: '$300 once', kind: 'setup', ...fee, ...STATED }],
    discountPrograms: [{ kind: 'startup', ...half, ...STATED }],
    negotiation: {
      tactics: [{ text: 'Ask in the last week of a quarter.', expectedDiscountPercent: 15, ...STATED }],
      timing: [],
      negotiable: [],
      fixed: [],
    },
  },
});
const tiers = [
  freeTier(),
  tier({ prices: [price(), price({ amount: '9.00', kind: 'intro' })] }),
  tier({ id: 'business', prices: [price({ amount: '29.90' })] }),
];

async function guideAt(overrides: Parameters<typeof verification>[0]) {
  const installation = await served({
    products: [{ ...sold({ slug: 'omega', tiers, verification: verification(overrides) }), product: authored }],
  });
  return { guide: await installation.json(`${PATH}/omega`), pricing: await installation.json('/api/v2/pricing/omega') };
}

describe('[S2.4.costGuide] a cost guide', () => {
  it('[D3.costGuide.origin] says of every entry what it follows from, and cites evidence that it holds', async () => {
    const guide = costGuide.response.parse(await server.json(`${PATH}/acme`));
    const { tactics, timing, negotiable, fixed } = guide.negotiation;
    const entries = [
      guide.sentences,
      guide.keyCosts,
      guide.discountPrograms,
      tactics,
      timing,
      negotiable,
      fixed,
    ].flat();
    expect(entries.length).toBeGreaterThan(5);
    const held = new Set(guide.evidence.map(({ id }) => id));
    for (const { origin, rule, evidence = [], imported, source, asOf } of entries) {
      if (origin === 'derived') expect(rule).toBeDefined();
      if (origin === 'observed') expect(evidence).not.toEqual([]);
      if (origin === 'imported') expect(imported).toBeDefined();
      if (origin === 'research') expect([source, asOf]).not.toContain(undefined);
      for (const id of evidence) expect(held).toContain(id);
    }
  });

  it('[D3.costGuide.email] leads to pages that are there', async () => {
    const { links, negotiation } = (await server.json(`${PATH}/acme`)) as {
      links: { guide: string };
      negotiation: { emailGenerator: string };
    };
    for (const url of [links.guide, negotiation.emailGenerator]) {
      const response = await server.get(new URL(url).pathname);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('$12 per user/mo');
    }
    const email = await (await server.get('/tools/acme/negotiation-email?seats=25')).text();
    expect(email).toContain('for 25 seats');
    expect((await server.get('/tools/delta/cost-guide')).status).toBe(404);
  });
});

describe('an author’s research', () => {
  it('takes the place of what the rules say, with its source and day', async () => {
    const { guide, pricing } = await guideAt({});
    expect(pricing.verdict).toBe('Cheap to begin with, dear to grow with.');
    expect(pricing.planAdvice).toMatchObject([
      { tier: 'pro', suits: 'agencies', origin: 'research', source: SOURCE, asOf: ASOF },
      { tier: 'free', origin: 'derived' },
    ]);
    expect(guide.discountPrograms).toMatchObject([
      { name: 'Launch pad', origin: 'research', source: SOURCE, asOf: ASOF, survivesRenewal: false },
    ]);
    expect(guide).toMatchObject({
      negotiation: { tactics: [{ origin: 'research', expectedDiscountPercent: 15 }] },
    });
  });

  it('stands while the record is disputed or stale, and what follows from the record does not', async () => {
    for (const overrides of [{ disputed: true }, { confirmedAt: '2015-01-01T00:00:00.000Z' }]) {
      const { guide, pricing } = await guideAt(overrides);
      expect(['disputed', 'stale']).toContain((guide.verification as { status: string }).status);
      expect(pricing.verdict).toBe('Cheap to begin with, dear to grow with.');
      expect(pricing.planAdvice).toHaveLength(1);
      expect([pricing.quickAnswer, pricing.expertTake, guide.quickAnswer]).toEqual([undefined, undefined, undefined]);
      expect(guide).toMatchObject({
        sentences: [],
        negotiation: { tactics: [{ origin: 'research' }], timing: [], fixed: [] },
      });
      // The facts themselves are shown as before, with the status that they have.
      expect(guide.keyCosts).not.toEqual([]);
    }
  });
});

it('a record of the past has no advice for today', async () => {
  const past = await server.json('/api/v2/pricing/acme?asOf=2026-11-01');
  for (const field of ['verdict', 'quickAnswer', 'expertTake', 'planAdvice', 'sentences'])
    expect(past).not.toHaveProperty(field);
});
