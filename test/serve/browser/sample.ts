/**
 * What pages are looked at with: the market that the operations are asked about, and one product that has of all there
 * is to show, with names as long and as odd as vendors write them.
 */
import type { ImportedFrom, RecordEvidence, Snapshot, Tier } from '../../../data/record.ts';
import type { EvidenceContext, PublishedProduct } from '../../../data/store/generation/content.ts';
import { observedReference } from '../../api-facts.ts';
import {
  change,
  customTier,
  daysAfterNoon,
  freeTier,
  price,
  product,
  rate,
  record,
  snapshot,
  tier,
  verification,
} from '../../builders.ts';
import { FIGURES, MARKET } from '../market-of-crm.ts';
import type { Content } from '../served.ts';
import { BEFORE, ORBIT_PAGES, PAGE, PROOFS } from './orbit-page.ts';

const DATASET: ImportedFrom = {
  dataset: 'example/prices-of-software:vendors/orbit.yaml',
  license: 'CC BY 4.0',
  asOf: '2023-02-01',
  asOfBasis: 'date of the commit',
  sourceUrl: 'https://www.orbit.example/pricing',
};

function teams(monthly: string, annual?: string): Tier {
  return tier({
    id: 'teams',
    name: 'Teams & friends',
    minimumUnits: 3,
    prices: [
      price({ amount: monthly, evidence: PROOFS.monthly.id }),
      ...(annual === undefined
        ? []
        : [price({ amount: annual, billing: 'annual', evidence: PROOFS.annual.id, assumed: ['currency'] })]),
    ],
    features: ['Unlimited boards', 'Guests', 'Two-way sync with <everything>', 'An export that is yours to keep'],
  });
}

const TIERS: Tier[] = [
  freeTier({ name: 'Hobby', evidence: PROOFS.free.id, includedUnits: 3, features: ['3 members', 'Community support'] }),
  teams('14.00', '11.00'),
  tier({
    id: 'scale',
    name: 'Scale for departments and other organisations of many people',
    prices: [
      price({ amount: '1250.50', unit: 'workspace', evidence: PROOFS.scale.id, isFloor: true }),
      price({ amount: '999.00', unit: 'workspace', kind: 'promo', until: '2026-12-31' }),
    ],
    includedUnits: 50,
    features: ['SAML single sign-on', 'Audit log'],
  }),
  tier({
    id: 'by-the-year',
    name: 'Public sector',
    prices: [price({ amount: '4800.00', billing: 'annual', per: 'year', unit: 'flat' })],
    origin: 'research',
    research: {
      by: 'An author',
      reason: 'The price stands on a picture, which no reader reads',
      asOf: '2026-09-01',
      sourceUrl: 'https://www.orbit.example/public-sector',
    },
  }),
  customTier({ evidence: PROOFS.sales.id }),
];

const own = (overrides: Partial<Snapshot>) =>
  snapshot({ slug: 'orbit', evidence: Object.values(PROOFS), ...overrides });

/** Prices of a dataset first, then our own: a rise, a gap in which nobody looked, a reading of ours that was mended. */
const HISTORY: Snapshot[] = [
  snapshot({
    slug: 'orbit',
    validFrom: '2023-02-01T00:00:00.000Z',
    origin: 'imported',
    imported: DATASET,
    tiers: [{ ...teams('9.00'), origin: 'imported', imported: DATASET }],
  }),
  own({
    validFrom: daysAfterNoon(-800),
    validTo: daysAfterNoon(-600),
    lastSeenAt: daysAfterNoon(-605),
    tiers: [teams('10.00')],
  }),
  own({
    validFrom: daysAfterNoon(-600),
    validTo: daysAfterNoon(-240),
    lastSeenAt: daysAfterNoon(-250),
    gaps: [{ from: daysAfterNoon(-500), to: daysAfterNoon(-320) }],
    tiers: [freeTier({ name: 'Hobby' }), teams('12.00', '10.00')],
  }),
  own({
    validFrom: daysAfterNoon(-240),
    validTo: daysAfterNoon(-200),
    lastSeenAt: daysAfterNoon(-205),
    tiers: [freeTier({ name: 'Hobby' }), teams('140.00', '10.00')],
    superseded: true,
  }),
  own({
    validFrom: daysAfterNoon(-240),
    validTo: daysAfterNoon(-90),
    lastSeenAt: daysAfterNoon(-92),
    origin: 'correction',
    tiers: [freeTier({ name: 'Hobby' }), teams('14.00', '10.00')],
  }),
  own({ validFrom: daysAfterNoon(-90), lastSeenAt: daysAfterNoon(-1), tiers: TIERS }),
];

const orbit: PublishedProduct = {
  product: product({ slug: 'orbit', name: 'Orbit Workspaces', vendor: 'Orbit GmbH & Co. KG', aliases: ['orbit-app'] }),
  record: record({
    slug: 'orbit',
    name: 'Orbit Workspaces',
    vendor: 'Orbit GmbH & Co. KG',
    tiers: TIERS,
    evidence: Object.values(PROOFS),
    hiddenCosts: [
      {
        label: 'Single sign-on requires Scale',
        cost: '+$1,236.50 a month over Teams & friends',
        kind: 'sso',
        origin: 'observed',
        evidence: PROOFS.saml.id,
        source: PAGE.url,
      },
      {
        label: 'Moving in',
        cost: '$2,000 once',
        kind: 'setup',
        amount: '2000.00',
        currency: 'USD',
        per: 'once',
        unit: 'flat',
        origin: 'imported',
        imported: DATASET,
      },
    ],
    facts: [
      {
        kind: 'capability',
        capability: 'sso',
        tiers: [
          { tier: 'scale', state: 'included' },
          { tier: 'enterprise', state: 'included' },
        ],
        first: 'scale',
        evidence: PROOFS.saml.id,
      },
    ],
    verification: verification({
      checkedAt: daysAfterNoon(-1),
      confirmedAt: daysAfterNoon(-1),
      decaysFrom: daysAfterNoon(-1),
      source: PAGE.url,
      reasons: ['3 readings agree', 'quotes verified in the archived page', 'unchanged for 89 days'],
    }),
  }),
  snapshots: HISTORY,
  api: observedReference(),
};

/** Priced by tokens too, with a name that could be markup. */
const models: PublishedProduct = {
  product: product({ slug: 'models', name: 'Models </script><b>', category: 'llm', tokenPriced: true }),
  record: record({
    slug: 'models',
    name: 'Models </script><b>',
    category: 'llm',
    tiers: [],
    rates: [
      rate({ model: 'a-model-of-a-very-long-name-with-its-date-2026-10-01-preview', evidence: [PROOFS.monthly.id] }),
      rate({ model: 'large', cachedInputPerMTok: '0.25', band: 'over 200K tokens' }),
      rate({ model: 'small', inputPerMTok: '0.015', outputPerMTok: '0.0005', origin: 'imported', imported: DATASET }),
    ],
    evidence: [PROOFS.monthly],
    verification: verification({ disputed: true, outcome: 'contradicted', reasons: ['the readers disagree'] }),
  }),
  snapshots: [],
};

function context(proof: RecordEvidence): EvidenceContext {
  return { evidence: proof, slug: 'orbit', before: 'Plans\n', after: '\nMore', finalUrl: PAGE.url };
}

const base = MARKET.changes ?? [];
const CHANGES = [
  change({ slug: 'orbit', subject: 'teams', observedAt: daysAfterNoon(-600), recordedAt: daysAfterNoon(-600) }),
  change({
    type: 'correction',
    slug: 'orbit',
    subject: 'teams',
    before: { amount: '140.00', currency: 'USD' },
    after: { amount: '14.00', currency: 'USD' },
    observedAt: daysAfterNoon(-240),
    recordedAt: daysAfterNoon(-190),
  }),
  change({
    slug: 'orbit',
    subject: 'teams',
    before: { amount: '10.00', currency: 'USD', billing: 'annual' },
    after: { amount: '11.00', currency: 'USD', billing: 'annual' },
    evidence: [PROOFS.annual.id],
    observedAt: daysAfterNoon(-2),
    recordedAt: daysAfterNoon(-2),
  }),
];

export const CATALOGUE: Content = {
  ...MARKET,
  products: [...MARKET.products, orbit, models],
  evidence: [...(MARKET.evidence ?? []), ...[...Object.values(PROOFS), BEFORE].map(context)],
  changes: [...base, ...CHANGES.map((entry, index) => ({ ...entry, seq: base.length + index + 1 }))],
  quality: FIGURES,
  copies: ORBIT_PAGES,
};
