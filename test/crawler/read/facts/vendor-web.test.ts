/**
 * Offers with terms nobody wrote by hand, on pages of every layout: what is read is what is stated, prices and facts
 * alike, and most of it is read.
 */
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../../crawler/read/read.ts';
import { type Capability, type PageFact, PageReading } from '../../../../data/reading.ts';
import { repetitions } from '../../../long.ts';
import { layoutsOf } from '../../../vendor-web/layouts.ts';
import { randomOffer } from '../../../vendor-web/random-offer.ts';
import { randomTerms, told, withTerms } from '../../../vendor-web/terms.ts';

const SEEDS = Array.from({ length: repetitions(10, 40) }, (_, at) => 5001 + at);
const TOLD = new Set(['trial', 'money_back', 'tax', 'annual_discount', 'programme', 'overage', 'setup_fee', 'renewal']);
/** Of what pages state; what is read must be right everywhere. */
const LEAST: Record<string, number> = {
  trial: 0.95,
  money_back: 0.95,
  tax: 0.95,
  annual_discount: 0.95,
  programme: 0.95,
  overage: 0.9,
  setup_fee: 0.9,
  renewal: 0.9,
};

const pages = SEEDS.flatMap((seed) => {
  const offer = randomOffer(seed);
  return layoutsOf(offer, seed)
    .filter(({ layout }) => layout !== 'script-only')
    .map((page) => {
      const { body, stated } = withTerms(page, offer, { seed, terms: randomTerms(seed) });
      const reading = PageReading.parse(readPage(body, { format: page.format, url: 'https://vendor.example/pricing' }));
      return { seed, offer, page, stated, reading };
    });
});
const facts = ({ facts = [] }: PageReading) => facts.filter(({ kind }) => TOLD.has(kind));

test('no fact is read that no page states', () => {
  expect(pages.length).toBeGreaterThan(12 * SEEDS.length);
  const wrong = pages.flatMap(({ seed, page, stated, reading }) =>
    facts(reading)
      .filter((fact) => !stated.has(told(fact)))
      .map((fact) => `${page.layout}, seed ${seed}: ${told(fact)} "${fact.evidence.quote}"`),
  );
  expect(wrong).toEqual([]);
});

test('fees beside the tiers are no price of theirs', () => {
  const wrong = pages.flatMap(({ seed, page, reading }) => {
    const true_ = new Set(
      page.truth.tiers.flatMap(({ name, prices }) => prices.map(({ amount }) => `${name} ${Number(amount)}`)),
    );
    return reading.tiers.flatMap(({ name, prices }) =>
      prices
        .map(({ amount }) => `${name} ${Number(amount)}`)
        .filter((price) => !true_.has(price))
        .map((price) => `${page.layout}, seed ${seed}: ${price}`),
    );
  });
  expect(wrong).toEqual([]);
});

test.each(Object.entries(LEAST))('of %s at least %d is read', (kind, least) => {
  const isOfKind = (fact: string) => fact.includes(`["kind","${kind}"]`);
  const stated = pages.flatMap(({ seed, page, stated, reading }) => {
    const read = new Set(facts(reading).map(told));
    return [...stated]
      .filter(isOfKind)
      .map((fact) => ({ is: read.has(fact), what: `${page.layout}, ${seed}: ${fact}` }));
  });
  expect(stated.length).toBeGreaterThan(50);
  const missed = stated.filter(({ is }) => !is).map(({ what }) => what);
  expect(1 - missed.length / stated.length, missed.slice(0, 8).join('\n')).toBeGreaterThanOrEqual(least);
});

describe('capabilities', () => {
  const FEATURES: Partial<Record<Capability, string>> = {
    sso: 'SSO with SAML',
    scim: 'SCIM provisioning',
    audit_log: 'Audit log',
    sla: '99.9% uptime SLA',
    roles: 'Role permissions',
    api: 'API access',
    custom_domain: 'Custom domain',
    priority_support: 'Priority support',
  };
  /** Layouts whose tables mark every feature of every tier. */
  const MARKED = new Set(['plan-columns', 'terms-in-header', 'split-table', 'aria-grid', 'cards-and-comparison']);
  const states = (reading: PageReading) =>
    (reading.facts ?? [])
      .filter((fact): fact is Extract<PageFact, { kind: 'capability' }> => fact.kind === 'capability')
      .flatMap(({ capability, tiers }) => tiers.map(({ tier, state }) => ({ capability, tier, state })));

  test('are those that the offer gives, and are missing where it gives none', () => {
    const wrong = pages.flatMap(({ seed, page, offer, reading }) =>
      states(reading)
        .filter(({ capability, tier, state }) => {
          const features = offer.tiers.find(({ name }) => name === tier)?.features ?? [];
          return features.includes(FEATURES[capability] ?? '') !== (state === 'included');
        })
        .map((each) => `${page.layout}, seed ${seed}: ${JSON.stringify(each)}`),
    );
    expect(wrong).toEqual([]);
  });

  test('are read from nearly every table that marks them', () => {
    let stated = 0;
    let read = 0;
    for (const { page, offer, reading } of pages.filter(({ page }) => MARKED.has(page.layout))) {
      const found = states(reading);
      for (const [capability, feature] of Object.entries(FEATURES)) {
        if (!offer.tiers.some(({ features }) => features.includes(feature))) continue;
        stated += offer.tiers.length;
        read += found.filter((each) => each.capability === capability).length;
      }
      expect(page.layout).not.toBe('');
    }
    expect(stated).toBeGreaterThan(500);
    expect(read / stated).toBeGreaterThanOrEqual(0.9);
  });
});
