/**
 * A small market with a past: each thing that an analyst has to tell apart is in it once. docs/analysts.md shows what its
 * questions come to.
 */
import type { Change } from '../../../../data/change.ts';
import type { ImportedFrom, RecordEvidence, Snapshot, Tier } from '../../../../data/record.ts';
import type { PublishedProduct } from '../../../../data/store/generation/content.ts';
import {
  change,
  customTier,
  evidence,
  freeTier,
  price,
  product,
  rate,
  record,
  sha256Of,
  snapshot,
  tier,
  verification,
} from '../../../builders.ts';
import type { Content } from '../../served.ts';

const noon = (day: string) => `${day}T12:00:00.000Z`;
const NOW = noon('2026-11-21');

let cuts = 0;
function words(quote: string, slug: string, day: string): RecordEvidence {
  cuts += 1;
  return evidence({
    quote,
    url: `https://${slug}.example/pricing`,
    capturedAt: noon(day),
    pageSha256: sha256Of(`${slug} ${day}`),
    textStart: 40 * cuts,
  });
}

interface Paid {
  id: string;
  monthly?: string;
  yearly?: string;
  currency?: string;
  quote?: string;
}

/** Tiers of one page, each price with its words. */
function stated(slug: string, day: string, paid: readonly Paid[], others: Tier[] = []) {
  const proofs: RecordEvidence[] = [];
  const cited = (quote: string) => {
    const proof = words(quote, slug, day);
    proofs.push(proof);
    return proof.id;
  };
  const tiers = paid.map(({ id, monthly, yearly, currency = 'USD', quote }) =>
    tier({
      id,
      prices: [
        ...(monthly === undefined
          ? []
          : [price({ amount: monthly, currency, evidence: cited(quote ?? `${monthly} ${currency} per user/month`) })]),
        ...(yearly === undefined
          ? []
          : [
              price({
                amount: yearly,
                currency,
                billing: 'annual',
                per: 'year',
                evidence: cited(`${yearly} ${currency} per user/year`),
              }),
            ]),
      ],
    }),
  );
  return { tiers: [...others, ...tiers], evidence: proofs };
}

/** From one day to the next; the last of them to today. */
function past(slug: string, beginnings: readonly (Partial<Snapshot> & { from: string })[]): Snapshot[] {
  return beginnings.map(({ from, ...what }, at) => {
    const next = beginnings[at + 1]?.from;
    return snapshot({
      slug,
      validFrom: noon(from),
      ...(next !== undefined && { validTo: noon(next) }),
      lastSeenAt: next === undefined ? NOW : noon(dayBefore(next)),
      ...what,
    });
  });
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

function sold(slug: string, category: string, snapshots: Snapshot[], more: Partial<Snapshot> = {}): PublishedProduct {
  const { tiers, rates, evidence: proofs } = snapshots.findLast(({ superseded }) => superseded !== true) ?? snapshot();
  const { name } = product({ slug });
  const source = `https://${slug}.example/pricing`;
  return {
    product: product({ slug, category, vendor: `${name} Ltd` }),
    record: record({
      slug,
      name,
      category,
      vendor: `${name} Ltd`,
      tiers,
      rates,
      evidence: proofs,
      verification: verification({ confirmedAt: NOW, source }),
      ...more,
    }),
    snapshots,
  };
}

/** Two rises, and a free tier that went away with the second. */
function acme(): PublishedProduct {
  const from = (day: string, monthly: string, yearly: string, others: Tier[]) => ({
    from: day,
    ...stated('acme', day, [{ id: 'pro', monthly, yearly }], others),
  });
  return sold(
    'acme',
    'crm',
    past('acme', [
      from('2024-11-05', '10.00', '96.00', [freeTier()]),
      from('2025-06-10', '12.00', '115.20', [freeTier(), customTier()]),
      from('2026-03-02', '15.00', '144.00', [customTier()]),
    ]),
  );
}

/** Nobody looked for four months. */
function beta(): PublishedProduct {
  return sold(
    'beta',
    'crm',
    past('beta', [
      {
        from: '2025-01-15',
        ...stated('beta', '2025-01-15', [{ id: 'team', monthly: '20.00', quote: '=SUM(20) USD, "per user"\nmonthly' }]),
        gaps: [{ from: noon('2025-05-01'), to: noon('2025-09-01') }],
      },
    ]),
  );
}

/** We said $8, which was wrong, and set it right; then the vendor did raise its price. */
function gamma(): PublishedProduct {
  const [corrected, raised] = past('gamma', [
    {
      from: '2025-02-01',
      origin: 'correction',
      recordedAt: noon('2025-04-01'),
      ...stated('gamma', '2025-02-01', [{ id: 'pro', monthly: '18.00' }]),
    },
    { from: '2025-09-01', ...stated('gamma', '2025-09-01', [{ id: 'pro', monthly: '20.00' }]) },
  ]) as [Snapshot, Snapshot];
  const said = snapshot({
    slug: 'gamma',
    validFrom: noon('2025-02-01'),
    lastSeenAt: noon('2025-03-28'),
    superseded: true,
    ...stated('gamma', '2025-02-01', [{ id: 'pro', monthly: '8.00' }]),
  });
  return sold('gamma', 'crm', [corrected, raised, said]);
}

const YEARBOOK: ImportedFrom = {
  dataset: 'isa-group/SaaS-analysis:delta/2023.yaml@1a2b3c4',
  license: 'CC-BY-4.0',
  asOf: '2023-06-30',
  asOfBasis: 'createdAt field',
  sourceUrl: 'https://delta.example/plans',
};

/** Of its earlier years only a dataset knows. */
function delta(): PublishedProduct {
  const facts = { origin: 'imported' as const, imported: YEARBOOK };
  const { source: _, ...base } = tier({ id: 'team', prices: [price({ amount: '7.00' })], ...facts });
  const imported = snapshot({
    slug: 'delta',
    validFrom: '2023-06-30T00:00:00.000Z',
    validTo: noon('2025-03-01'),
    lastSeenAt: '2023-06-30T00:00:00.000Z',
    recordedAt: noon('2025-02-20'),
    tiers: [base],
    ...facts,
  });
  const ours = past('delta', [
    { from: '2025-03-01', ...stated('delta', '2025-03-01', [{ id: 'team', monthly: '9.00' }]) },
  ]);
  return sold('delta', 'projects', [imported, ...ours]);
}

/** In another currency, and cheaper than it was. */
function epsilon(): PublishedProduct {
  const from = (day: string, monthly: string) => ({
    from: day,
    ...stated('epsilon', day, [{ id: 'team', monthly, currency: 'EUR' }], [freeTier()]),
  });
  return sold('epsilon', 'projects', past('epsilon', [from('2025-05-20', '11.00'), from('2026-01-20', '9.50')]), {
    currency: 'EUR',
  } as Partial<Snapshot>);
}

/** By the token, and half as dear as it was. */
function tokens(): PublishedProduct {
  const from = (day: string, inputPerMTok: string, outputPerMTok: string) => {
    const proofs = [words(`$${inputPerMTok} in`, 'tokens', day), words(`$${outputPerMTok} out`, 'tokens', day)];
    const rates = [rate({ inputPerMTok, outputPerMTok, evidence: proofs.map(({ id }) => id) })];
    return { from: day, tiers: [], rates, evidence: proofs };
  };
  return sold(
    'tokens',
    'llm',
    past('tokens', [from('2025-01-10', '2.50', '10.00'), from('2025-08-07', '1.25', '10.00')]),
  );
}

/** Its vendor has ended it. */
function zeta(): PublishedProduct {
  const [only] = past('zeta', [
    { from: '2024-12-01', ...stated('zeta', '2024-12-01', [{ id: 'solo', monthly: '5.00' }]) },
  ]) as [Snapshot];
  return {
    product: product({
      slug: 'zeta',
      category: 'projects',
      vendor: 'Zeta Ltd',
      retired: { on: '2025-12-31', reason: 'Shut down', source: 'https://zeta.example/farewell' },
    }),
    snapshots: [{ ...only, lastSeenAt: noon('2025-12-20') }],
  };
}

function moved(slug: string, day: string, was: string, is: string, more: Partial<Change> = {}): Change {
  const terms = { currency: slug === 'epsilon' ? 'EUR' : 'USD', billing: 'monthly', per: 'month', unit: 'user' };
  return change({
    slug,
    observedAt: noon(day),
    recordedAt: noon(day),
    before: { amount: was, ...terms },
    after: { amount: is, ...terms },
    ...more,
  });
}

function happened(type: Change['type'], slug: string, day: string, more: Partial<Change> = {}): Change {
  const {
    before: _,
    after: __,
    subject: ___,
    ...base
  } = change({ type, slug, observedAt: noon(day), recordedAt: noon(day) });
  return { ...base, ...more };
}

function logOf(): Change[] {
  const added = ['acme', 'beta', 'gamma', 'delta', 'epsilon', 'tokens', 'zeta'];
  return [
    ...added.map((slug) => happened('product_added', slug, '2024-11-01')),
    moved('gamma', '2025-02-01', '8.00', '18.00', { type: 'correction', recordedAt: noon('2025-04-01') }),
    moved('acme', '2025-06-10', '10.00', '12.00'),
    happened('rate_changed', 'tokens', '2025-08-07', {
      subject: 'large-1',
      before: { amount: '2.50', currency: 'USD', rate: 'input' },
      after: { amount: '1.25', currency: 'USD', rate: 'input' },
    }),
    moved('gamma', '2025-09-01', '18.00', '20.00'),
    happened('product_retired', 'zeta', '2025-12-31'),
    moved('epsilon', '2026-01-20', '11.00', '9.50', { subject: 'team' }),
    moved('acme', '2026-03-02', '12.00', '15.00'),
    happened('free_tier_removed', 'acme', '2026-03-02', { subject: 'free', before: { name: 'Free' } }),
    happened('announced', 'delta', '2026-10-01', {
      subject: 'team',
      after: { amount: '10.00', currency: 'USD', effectiveFrom: '2027-01-01' },
    }),
  ];
}

/** The same whenever it is made. */
export function sample(): Content {
  cuts = 0;
  return {
    products: [acme(), beta(), gamma(), delta(), epsilon(), tokens(), zeta()],
    categories: [
      { id: 'crm', name: 'CRM' },
      { id: 'llm', name: 'Language models' },
      { id: 'projects', name: 'Project management' },
    ],
    changes: logOf().map((entry, index) => ({ ...entry, seq: index + 1 })),
  };
}
