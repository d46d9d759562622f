/**
 * A small market that has one product of each kind that an answer must tell apart. Published as one generation, it is
 * what the operations are asked about.
 */
import type { Change } from '../../data/change.ts';
import type { Absence, ImportedFrom, MarketRecord, RecordEvidence } from '../../data/record.ts';
import { reliabilityOf } from '../../data/reliability.ts';
import type { EvidenceContext, PublishedProduct } from '../../data/store/generation/content.ts';
import {
  change,
  customTier,
  daysAfterNoon,
  evidence,
  freeTier,
  NOON,
  price,
  product,
  rate,
  record,
  sha256Of,
  snapshot,
  tier,
  verification,
} from '../builders.ts';
import { type Content, sold } from './served.ts';

const monthlyProof = evidence({ quote: '$12 per user/month' });
const annualProof = evidence({ quote: '$120 per user/year', textStart: 80 });
const freeProof = evidence({ quote: 'Free, for ever', textStart: 10 });
const GERMAN_PAGE = 'https://acme.example/de/preise';
const germanProof = evidence({ quote: '14 € pro Nutzer/Monat', url: GERMAN_PAGE, pageSha256: sha256Of('Preise') });
export const PROOFS = { monthly: monthlyProof, annual: annualProof, free: freeProof, german: germanProof };

const SSO_WALL: ImportedFrom = {
  dataset: 'example/sso-list:_vendors/acme.yaml',
  license: 'Apache-2.0',
  asOf: '2026-03-01',
  asOfBasis: 'updated_at field',
  sourceUrl: 'https://acme.example/pricing',
};

/** Prices of another market, with a tier of its own. */
const german: MarketRecord = {
  market: 'DE',
  currency: 'EUR',
  tiers: [
    tier({
      source: 'preise',
      prices: [price({ amount: '14.00', currency: 'EUR', confidence: 0.9, evidence: germanProof.id })],
    }),
    tier({ id: 'verein', source: 'preise', prices: [price({ amount: '5.00', currency: 'EUR', confidence: 0.7 })] }),
  ],
  rates: [],
  verification: verification({ confirmedAt: daysAfterNoon(-2), score: 0.9, source: GERMAN_PAGE }),
  evidence: [germanProof],
};

/** Everything that a record can hold, read from a page of the vendor's. */
function acme(): PublishedProduct {
  const tiers = [
    freeTier({ evidence: freeProof.id, features: ['2 users', 'Community support'] }),
    tier({
      prices: [
        price({ evidence: monthlyProof.id }),
        price({ amount: '120.00', billing: 'annual', per: 'year', evidence: annualProof.id }),
        price({ amount: '15.00', kind: 'struck' }),
      ],
      minimumUnits: 3,
      features: ['Unlimited users', 'Reports', 'API'],
    }),
    tier({ id: 'business', prices: [price({ amount: '29.90' })] }),
    customTier(),
  ];
  const before = [freeTier({ evidence: freeProof.id }), tier({ prices: [price({ amount: '10.00' })] }), customTier()];
  return {
    product: product({ aliases: ['acme-crm', 'old-acme'] }),
    record: record({
      tiers,
      evidence: [freeProof, monthlyProof, annualProof],
      hiddenCosts: [
        {
          label: 'Single sign-on requires Business',
          cost: '+$17.90 per user/mo over Pro',
          kind: 'sso',
          amount: '17.90',
          currency: 'USD',
          per: 'month',
          unit: 'user',
          origin: 'imported',
          imported: SSO_WALL,
        },
      ],
      verification: verification({ reasons: ['2 readings agree', 'quotes verified in the archived page'] }),
      markets: [german],
    }),
    snapshots: [
      snapshot({
        validFrom: daysAfterNoon(-400),
        validTo: daysAfterNoon(-200),
        lastSeenAt: daysAfterNoon(-203),
        tiers: before,
      }),
      snapshot({
        validFrom: daysAfterNoon(-200),
        lastSeenAt: NOON,
        tiers,
        evidence: [freeProof, monthlyProof, annualProof],
      }),
      snapshot({
        market: german.market,
        validFrom: daysAfterNoon(-100),
        lastSeenAt: daysAfterNoon(-2),
        tiers: german.tiers,
        evidence: german.evidence,
      }),
    ],
  };
}

/** Known from a dataset alone: no page was ever read. */
function imported(): PublishedProduct {
  const facts = {
    origin: 'imported' as const,
    imported: { ...SSO_WALL, dataset: 'example/prices:beta.yaml', asOf: '2026-01-01' },
  };
  const { source: _, ...base } = tier({ id: 'base', prices: [price({ amount: '8.00' })], ...facts });
  return {
    product: product({ slug: 'beta' }),
    record: record({
      slug: 'beta',
      name: 'Beta',
      tiers: [base],
      verification: {
        checkedAt: NOON,
        outcome: 'unreadable',
        disputed: false,
        score: 0.6,
        hazard: { changes: 2, days: 1_080 },
        decaysFrom: '2026-01-01T00:00:00.000Z',
        reasons: ['imported from a public dataset', 'the vendor could not be reached'],
      },
    }),
    snapshots: [
      snapshot({
        slug: 'beta',
        validFrom: '2026-01-01T00:00:00.000Z',
        origin: 'imported',
        imported: facts.imported,
        tiers: [base],
      }),
    ],
  };
}

/** In the catalogue, and nothing more is known. */
function unknown(): PublishedProduct {
  const { currency: _, ...base } = record({ slug: 'gamma', name: 'Gamma', tiers: [] });
  return {
    product: product({ slug: 'gamma' }),
    record: {
      ...base,
      verification: {
        disputed: false,
        score: 0,
        hazard: { changes: 2, days: 1_080 },
        decaysFrom: NOON,
        reasons: ['no price is known yet'],
      },
    },
    snapshots: [],
  };
}

function priced(slug: string, amount: string, currency = 'USD', absent?: Absence[]): PublishedProduct {
  const tiers = [tier({ prices: [price({ amount, currency })] })];
  return { ...sold({ slug, currency, tiers, absent }), snapshots: [snapshot({ slug, tiers })] };
}

function tokenPriced(): PublishedProduct {
  const rates = [
    rate({ aliases: ['large'], cachedInputPerMTok: '0.25' }),
    rate({ model: 'large-1', band: 'over 200K tokens', inputPerMTok: '5.00', outputPerMTok: '15.00' }),
    rate({ model: 'small-1', inputPerMTok: '0.075', outputPerMTok: '0.30' }),
  ];
  const fields = { slug: 'tokens', tiers: [], rates };
  return { ...sold({ ...fields, category: 'llm' }, { tokenPriced: true }), snapshots: [snapshot(fields)] };
}

function retired(): PublishedProduct {
  return {
    product: product({
      slug: 'bygone',
      name: 'Bygone',
      retired: { on: '2025-12-31', reason: 'Shut down', successor: 'acme', source: 'https://bygone.example/farewell' },
    }),
    snapshots: [snapshot({ slug: 'bygone', validFrom: daysAfterNoon(-900), lastSeenAt: daysAfterNoon(-400) })],
  };
}

function context(slug: string) {
  return (proof: RecordEvidence): EvidenceContext => ({
    evidence: proof,
    slug,
    before: 'Pro\nFor growing teams\n',
    after: '\nStart a trial',
    finalUrl: 'https://acme.example/en/pricing',
  });
}

/** A change of which only the fact is known, without a before and an after. */
function event(
  type: Change['type'],
  slug: string,
  { daysAgo, subject }: { daysAgo: number; subject?: string },
): Change {
  const { before: _, after: __, subject: ___, ...base } = change({ type, slug, observedAt: daysAfterNoon(-daysAgo) });
  return { ...base, recordedAt: daysAfterNoon(1 - daysAgo), ...(subject !== undefined && { subject }) };
}

const log: Change[] = [
  event('product_added', 'acme', { daysAgo: 400 }),
  change({ observedAt: daysAfterNoon(-200), recordedAt: daysAfterNoon(-199), evidence: [monthlyProof.id] }),
  event('tier_added', 'acme', { daysAgo: 200, subject: 'business' }),
  change({ slug: 'delta', observedAt: daysAfterNoon(-20) }),
  event('product_retired', 'bygone', { daysAgo: 10 }),
  event('rate_changed', 'tokens', { daysAgo: 5, subject: 'large-1' }),
];

export const MARKET: Content = {
  products: [
    acme(),
    imported(),
    unknown(),
    priced('delta', '20.00'),
    priced('epsilon', '45.00'),
    priced('eta', '9.00', 'EUR', ['free_plan']),
    priced('zeta', '99.00'),
    tokenPriced(),
    retired(),
  ],
  evidence: Object.values(PROOFS).map(context('acme')),
  categories: [
    { id: 'crm', name: 'CRM', description: 'Customers and what was said to them' },
    { id: 'llm', name: 'Language models' },
  ],
  changes: log.map((entry, index) => ({ ...entry, seq: index + 1 })),
};

/** Others of the category, each of a vendor of its own: enough for a median. */
export const PEERS: PublishedProduct[] = ['10.00', '15.00', '20.00', '20.00', '20.00', '20.00', '30.00', '40.00'].map(
  (amount, at) =>
    sold({ slug: `peer-${at}`, tiers: [tier({ prices: [price({ amount })] })] }, { vendor: `Peer ${at}` }),
);

/** With a median of $20 among the others of each. */
export const FULL_MARKET: Content = { ...MARKET, products: [...MARKET.products, ...PEERS] };

const FORECASTS = Array.from({ length: 120 }, (_, at) => ({ p: 0.7 + at / 400, came: at % 6 !== 0 }));

const EXAMPLE = { oldest: '2024-05-01', newest: '2024-05-01', compared: 0, agreed: 0 };
const LLM_PRICES = 'romanshumy/llm-prices-data';

/** What the verifier would have published of the whole. */
export const FIGURES = {
  checks: { from: daysAfterNoon(-30), until: NOON, days: 30, confirmations: 45 },
  readers: {
    sources: 8,
    agreement: { several: 5, one: 2, none: 1 },
    emptied: [{ slug: 'acme', source: 'pricing', since: NOON }],
    readers: [{ reader: 'cards', known: 8, finding: 7, coverage: 0.875, emptiness: 0.125, emptied: [] }],
    alarms: [{ name: 'sources_emptied', sources: 6, of: 8 }],
  },
  calibration: {
    field: { ...reliabilityOf(FORECASTS), products: 9 },
    labelled: reliabilityOf(FORECASTS.slice(0, 40)),
  },
  imported: {
    datasets: [
      {
        ...{ dataset: LLM_PRICES, facts: 8, products: 1, oldest: '2026-05-01', newest: '2026-06-01' },
        ...{ compared: 4, agreed: 3, reliability: 0.625 },
      },
      { dataset: 'example/plans', facts: 2, products: 2, ...EXAMPLE, reliability: 0.6 },
    ],
    disagreements: [
      {
        slug: 'tokens',
        subject: 'large',
        field: 'input_per_mtok',
        stated: [
          { dataset: LLM_PRICES, value: '2.50', currency: 'USD', asOf: '2026-06-01' },
          { dataset: 'example/rates', value: '3.00', currency: 'USD', asOf: '2026-05-20' },
        ],
      },
    ],
  },
};
