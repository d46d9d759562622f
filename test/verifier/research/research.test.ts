/** What each rule says of facts that call for it, and that it is silent without them. */
import { describe, expect, it } from 'vitest';
import type { Fact, PricingRecord } from '../../../data/record.ts';
import { ProductResearch, type Sentence } from '../../../data/research.ts';
import type { RuleId } from '../../../data/research-rules.ts';
import { hiddenCostsOf } from '../../../verifier/record/hidden-costs.ts';
import { importedFacts } from '../../../verifier/record/imported.ts';
import { researchOf } from '../../../verifier/research/research.ts';
import {
  customTier,
  evidence,
  freeTier,
  importedFact,
  importedFrom,
  price,
  rate,
  record,
  tier,
  verification,
} from '../../builders.ts';

const proof = evidence();
const PROOF = proof.id;
const annual = (amount: string) => price({ amount, billing: 'annual', per: 'year' });
const capability = (name: 'sso' | 'scim', first: string, ...lacking: string[]): Fact => ({
  kind: 'capability',
  capability: name,
  tiers: [
    ...lacking.map((id) => ({ tier: id, state: 'not_included' as const })),
    { tier: first, state: 'included' as const },
  ],
  first,
  evidence: PROOF,
});

/** With the hidden costs that follow from its facts, as the verifier makes it. */
function recordWith(overrides: Partial<PricingRecord> = {}): PricingRecord {
  const base = record({ evidence: [proof], ...overrides });
  return { ...base, hiddenCosts: overrides.hiddenCosts ?? hiddenCostsOf(base) };
}

function researched(overrides: Partial<PricingRecord> = {}): ProductResearch {
  const research = researchOf(recordWith(overrides));
  expect(ProductResearch.safeParse(research).error).toBeUndefined();
  return research;
}

function saidBy(rule: RuleId, sentences: readonly Sentence[]): string | undefined {
  return sentences.find((sentence) => sentence.rule === rule)?.text;
}

const deal = (kind: 'startup_program' | 'free_tier', subject: string) => importedFact({ kind, subject, value: 'true' });

const two = [tier(), tier({ id: 'business', prices: [price({ amount: '29.90' })] })];

describe('nothing is said', () => {
  it('of a product of which nothing is known', () => {
    const { currency: _, ...unknown } = record({ tiers: [] });
    expect(researchOf(unknown)).toEqual({ quickAnswer: [], verdict: [], expertTake: [], planAdvice: [] });
  });

  it('of whom a tier is for, before a page of the vendor’s was read', () => {
    const { confirmedAt: _, ...never } = verification();
    const research = researched({ tiers: [freeTier(), ...two], verification: never });
    expect(research.planAdvice).toEqual([]);
    expect(research.costGuide?.transparency).toBeUndefined();
    expect(saidBy('free-tier', research.quickAnswer)).toBe('There is a free tier.');
    expect(saidBy('free-tier', researched({ tiers: two, verification: never }).quickAnswer)).toBeUndefined();
  });

  it('of costs beyond the price, where none are known: there is no guide', () => {
    expect(researched({ tiers: [freeTier(), ...two] }).costGuide).toBeUndefined();
    expect(researched({ tiers: [...two, customTier()] }).costGuide).toBeUndefined();
  });
});

describe('the quick answer', () => {
  it('starts at the cheapest tier, and names the dearest, those by quote and the free one', () => {
    const tiers = [freeTier(), ...two, customTier()];
    expect(researched({ tiers }).quickAnswer.map(({ text }) => text)).toEqual([
      'Acme starts at $12 per user/mo, billed monthly, on Pro.',
      'The most expensive tier with a public price is Business, at $29.90 per user/mo.',
      'Enterprise is sold by quote.',
      'There is a free tier.',
    ]);
  });

  it('sets prices per user and per site, or monthly and annual, against one another in no sentence', () => {
    for (const other of [price({ amount: '99.00', unit: 'site' }), price({ amount: '99.00', billing: 'annual' })]) {
      const { quickAnswer, planAdvice } = researched({ tiers: [tier(), tier({ id: 'business', prices: [other] })] });
      expect(saidBy('dearest-tier', quickAnswer)).toBeUndefined();
      expect(planAdvice).toEqual([]);
    }
  });

  it.each([
    [
      'a twelfth of a year’s price, and that price',
      [annual('100.00')],
      'Acme starts at $8.33 per user/mo, billed annually at $100.',
    ],
    ['no billing that was only assumed', [price({ assumed: ['billing'] })], 'Acme starts at $12 per user/mo.'],
  ])('says %s', (_, prices, text) => {
    expect(saidBy('starting-price', researched({ tiers: [freeTier(), tier({ prices })] }).quickAnswer)).toBe(text);
  });

  it('says how a product is sold that has no price by the month', () => {
    const { billing: _, ...lasting } = price({ amount: '99.00', per: 'once' });
    const answerOf = (tiers: PricingRecord['tiers'], absent?: PricingRecord['absent']) =>
      researched({ tiers, absent }).quickAnswer[0]?.text;
    expect(answerOf([tier({ prices: [lasting] })])).toBe('Acme has one-time prices from $99 per user, on Pro.');
    expect(answerOf([freeTier(), customTier()])).toBe('Enterprise is sold by quote.');
    expect(answerOf([freeTier(), customTier()], ['public_price'])).toBe(
      'Acme does not publish its paid prices: Enterprise is sold by quote.',
    );
    expect(answerOf([freeTier()])).toBeUndefined();
    expect(answerOf([freeTier()], ['paid_plan'])).toBe('Acme has only free tiers: Free.');
    expect(answerOf([tier({ prices: [price({ per: 'usage' })] })])).toBeUndefined();
  });

  it('of models names the cheapest and the dearest that have both rates', () => {
    const rates = [
      rate(),
      rate({ model: 'small-1', inputPerMTok: '0.075', outputPerMTok: '0.30' }),
      rate({ model: 'free-1', inputPerMTok: '0.00', outputPerMTok: '0.00' }),
      rate({ model: 'long', band: 'over 200K tokens', inputPerMTok: '9.00' }),
    ];
    expect(researched({ tiers: [], rates }).quickAnswer[0]?.text).toBe(
      'Acme starts at $0.075 for input and $0.30 for output (small-1) and goes up to $2.50 for input and $10 for output (large-1) per million tokens.',
    );
  });

  it('says whose word it is that no page confirmed', () => {
    const { confirmedAt: _, ...never } = verification();
    const imported = importedFrom({ asOf: '2025-03-08' });
    const { quickAnswer } = researched({ tiers: [tier({ origin: 'imported', imported })], verification: never });
    expect(quickAnswer[0]?.text).toBe(
      'According to example/prices (2025-03-08), Acme starts at $12 per user/mo, billed monthly.',
    );
    expect(quickAnswer.at(-1)).toMatchObject({
      text: 'Not yet confirmed on the vendor’s page: example/prices states it, as of 2025-03-08.',
      origin: 'imported',
      imported,
    });
  });

  it('tells of the trial', () => {
    const trial = (fact: object) =>
      saidBy('trial', researched({ facts: [{ kind: 'trial', evidence: PROOF, ...fact } as Fact] }).quickAnswer);
    expect(trial({ days: 14, card: 'not_required' })).toBe('There is a 14-day free trial; no card required.');
    expect(trial({ months: 1 })).toBe('There is a 1-month free trial.');
    expect(trial({ card: 'required' })).toBe('There is a free trial; a card is required.');
  });
});

describe('[S2.3.verdict] the verdict and the take', () => {
  const tiers = [
    freeTier(),
    tier({ minimumUnits: 3, prices: [price(), annual('120.00')] }),
    tier({ id: 'business', prices: [price({ amount: '29.90' })] }),
    customTier(),
  ];
  const facts: Fact[] = [
    capability('sso', 'business', 'free', 'pro'),
    capability('scim', 'enterprise', 'free', 'pro', 'business'),
    { kind: 'tax', prices: 'exclude', tax: 'vat', evidence: PROOF },
    {
      kind: 'announced_price',
      tier: 'pro',
      amount: '15.00',
      currency: 'USD',
      per: 'month',
      unit: 'user',
      from: '2027-03-01',
      evidence: PROOF,
    },
    { kind: 'programme', programme: 'nonprofit', percent: 30, evidence: PROOF },
    { kind: 'money_back', days: 30, evidence: PROOF },
  ];

  it('names the gravest cost once, and what else moves the bill', () => {
    const { verdict, expertTake } = researched({ tiers, facts });
    expect(verdict.map(({ text }) => text)).toEqual([
      'Acme starts at $12 per user/mo, billed monthly, on Pro.',
      'Single sign-on requires Business: +$17.90 per user/mo over Pro.',
    ]);
    expect(expertTake.map(({ text }) => text)).toEqual([
      'With annual billing, Pro costs 16.7 % less, which saves $24 per user/yr.',
      'Pro requires at least 3 users, so it costs $36/mo or more.',
      'The lowest tier with SCIM provisioning is Enterprise (sold by quote).',
      'From 2027-03-01, Pro will be $15 per user/mo, according to the vendor.',
      'Prices do not include VAT.',
      'The vendor offers a 30-day money-back guarantee.',
    ]);
    for (const sentence of [...verdict, ...expertTake]) expect(sentence).toMatchObject({ origin: 'derived' });
  });

  it('take no step up from what a free tier has and a paid one lacks', () => {
    const { expertTake, planAdvice } = researched({ tiers, facts: [capability('sso', 'free', 'pro')] });
    expect(saidBy('capability-step', expertTake)).toBeUndefined();
    expect(planAdvice.some(({ rule }) => rule === 'capability-step')).toBe(false);
  });

  it('repeat no discount that the prices contradict', () => {
    const stated = (agrees: boolean | undefined) =>
      researched({
        tiers: two,
        facts: [
          {
            kind: 'annual_discount',
            percent: 20,
            isUpTo: true,
            evidence: PROOF,
            ...(agrees !== undefined && { agrees }),
          },
          { kind: 'money_back', days: 30, evidence: PROOF },
        ],
      }).expertTake;
    expect(saidBy('stated-annual-discount', stated(undefined))).toBe(
      'The vendor states up to 20 % less with annual billing.',
    );
    expect(stated(false)).toEqual([]);
  });

  it('of tokens say how much less cached and batched input costs', () => {
    const rates = [
      rate({ cachedInputPerMTok: '0.25', batchInputPerMTok: '1.25' }),
      rate({ model: 'small-1', inputPerMTok: '1.00', cachedInputPerMTok: '0.50' }),
    ];
    const { verdict } = researched({ tiers: [], rates });
    expect(saidBy('lower-rates', verdict)).toBe('Cached input costs 50 to 90 % less than input.');
  });
});

describe('[S2.3.advice] plan advice', () => {
  it('is for whom prices and capabilities say so, in the order of the tiers', () => {
    const { planAdvice } = researched({
      tiers: [freeTier(), ...two, customTier()],
      facts: [
        capability('sso', 'business', 'free', 'pro'),
        capability('scim', 'enterprise', 'free', 'pro', 'business'),
      ],
    });
    expect(planAdvice.map(({ tier: id, suits, advice }) => `${id} | ${suits} | ${advice}`)).toEqual([
      'free | starting for free | Free is free; the next tier is Pro.',
      'pro | the lowest paid price | Pro is the cheapest paid tier, at $12 per user/mo, billed monthly. 10 users cost $120/mo.',
      'business | teams that need single sign-on | Lower tiers lack single sign-on: choose Business, at $29.90 per user/mo, billed monthly.',
      'enterprise | teams that need SCIM provisioning | Lower tiers lack SCIM provisioning: choose Enterprise, which is sold by quote.',
    ]);
  });

  it('says from how many users on a flat price costs less', () => {
    const flat = tier({ id: 'team', prices: [price({ amount: '96.00', unit: 'flat' })] });
    expect(researched({ tiers: [tier(), flat] }).planAdvice[0]).toMatchObject({
      suits: 'teams of 9 or more',
      advice: 'Team, at $96/mo, billed monthly, costs less than Pro from 9 users, if it allows that many.',
    });
  });
});

describe('the cost guide', () => {
  it('tells what an introductory price becomes, first', () => {
    const tiers = [tier({ prices: [price(), price({ amount: '6.00', kind: 'intro', until: '2026-12-31' })] })];
    const { costGuide } = researched({ tiers });
    expect(costGuide?.keyCosts).toMatchObject([
      {
        kind: 'renewal',
        label: 'Pro after its introductory price',
        cost: '$12 per user/mo',
        amount: '12.00',
        rule: 'renews-at-list',
      },
    ]);
    expect(costGuide?.negotiation.timing[0]?.text).toBe(
      'Pro costs $12 per user/mo after the introductory $6 ends (last day 2026-12-31). Agree on the renewal price before you sign.',
    );
  });

  it('expects a discount only where the vendor publishes the figure', () => {
    const facts: Fact[] = [
      { kind: 'programme', programme: 'nonprofit', percent: 30, evidence: PROOF },
      { kind: 'programme', programme: 'startup', percent: 50, isUpTo: true, evidence: PROOF },
      { kind: 'programme', programme: 'open_source', isFree: true, evidence: PROOF },
    ];
    const { costGuide } = researched({ tiers: [tier({ prices: [price(), annual('120.00')] }), customTier()], facts });
    expect(
      costGuide?.negotiation.tactics.map(({ rule, expectedDiscountPercent }) => [rule, expectedDiscountPercent]),
    ).toEqual([
      ['annual-saving', 16.7],
      ['programme', 30],
      ['programme', undefined],
      ['programme', 100],
      ['sold-by-quote', undefined],
    ]);
    expect(
      costGuide?.discountPrograms.map(({ kind, origin, survivesRenewal }) => [kind, origin, survivesRenewal]),
    ).toEqual([
      ['annual_billing', 'derived', true],
      ['nonprofit', 'observed', undefined],
      ['startup', 'observed', undefined],
      ['open_source', 'observed', undefined],
    ]);
  });

  it('has programmes that a dataset names, under its name', () => {
    const fact = deal('startup_program', 'OSS Sponsored');
    const { costGuide } = researchOf(record(), { imported: [fact] });
    expect(costGuide?.discountPrograms).toMatchObject([
      {
        kind: 'open_source',
        name: 'OSS Sponsored',
        origin: 'imported',
        imported: { dataset: fact.dataset, asOf: fact.asOf },
      },
    ]);
  });

  it('has what is free for some only among the programmes, not as a free tier', () => {
    const facts = [deal('free_tier', 'Student Pack'), deal('free_tier', 'Startup Program')];
    expect(importedFacts(facts).tiers).toEqual([]);
    expect(importedFacts([...facts, deal('free_tier', 'Free')]).tiers).toMatchObject([{ name: 'Free', isFree: true }]);
    const { costGuide } = researchOf(record(), { imported: facts });
    expect(costGuide?.discountPrograms.map(({ kind, name }) => [kind, name])).toEqual([
      ['education', 'Student Pack'],
      ['startup', 'Startup Program'],
    ]);
  });

  it('scores what the vendor publishes, a point a question', () => {
    const statusOf = (overrides: Partial<PricingRecord>) => {
      const guide = researched({
        ...overrides,
        facts: [...(overrides.facts ?? []), { kind: 'setup_fee', amount: '1.00', currency: 'USD', evidence: PROOF }],
      }).costGuide;
      const points = guide?.transparency?.points ?? [];
      return Object.fromEntries(points.map(({ id, status }) => [id, status]));
    };
    const published = 'starting_price billing unit annual_and_monthly trial'.split(' ');
    const found = statusOf({ tiers: [freeTier(), tier({ prices: [price(), annual('120.00')] }), customTier()] });
    expect(Object.keys(found).filter((id) => found[id] === 'published')).toEqual(published);
    expect(found).toMatchObject({ all_prices: 'not_found', renewal: 'not_applicable', overage: 'not_applicable' });
    expect(
      statusOf({
        tiers: [tier({ includedUnits: 5, prices: [price({ assumed: ['billing', 'unit'] })] })],
        facts: [capability('sso', 'pro')],
      }),
    ).toMatchObject({
      billing: 'not_found',
      unit: 'not_found',
      all_prices: 'published',
      overage: 'not_found',
      trial: 'not_found',
      sso: 'published',
    });
    const { transparency } =
      researched({ tiers: [tier()], facts: [{ kind: 'money_back', days: 30, evidence: PROOF }] }).costGuide ?? {};
    expect(transparency).toMatchObject({ score: 56, published: 5, applicable: 9 });
  });
});
