/**
 * A small market with a past: each case that an analyst has to tell apart is in it once. docs/analysts.md shows the results
 * of its questions.
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

const DAY_MS = 86_400_000;
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
  slug: string;
  from: string;
  id: string;
  monthly: string;
  yearly?: string;
  currency?: string;
  quote?: string;
}

/** A paid tier as a page stated it from a day on, each price with its words, behind others. */
function stated({ slug, from, id, monthly, yearly, currency = 'USD', quote }: Paid, others: Tier[] = []) {
  const month = words(quote ?? `${monthly} ${currency} per user/month`, slug, from);
  const prices = [price({ amount: monthly, currency, evidence: month.id })];
  const proofs = [month];
  if (yearly !== undefined) {
    const year = words(`${yearly} ${currency} per user/year`, slug, from);
    prices.push(price({ amount: yearly, currency, billing: 'annual', per: 'year', evidence: year.id }));
    proofs.push(year);
  }
  return { from, tiers: [...others, tier({ id, prices })], evidence: proofs };
}

/** From one day to the next; the last of them to today. */
function past(slug: string, beginnings: readonly (Partial<Snapshot> & { from: string })[]): Snapshot[] {
  return beginnings.map(({ from, ...what }, at) => {
    const next = beginnings[at + 1]?.from;
    const dayBefore = next && new Date(Date.parse(next) - DAY_MS).toISOString().slice(0, 10);
    const lastSeenAt = dayBefore === undefined ? NOW : noon(dayBefore);
    return snapshot({ slug, validFrom: noon(from), ...(next && { validTo: noon(next) }), lastSeenAt, ...what });
  });
}

function sold(
  slug: string,
  category: string,
  snapshots: Snapshot[],
  more: { currency?: string } = {},
): PublishedProduct {
  const { tiers, rates, evidence: proofs } = snapshots.findLast(({ superseded }) => superseded !== true) ?? snapshot();
  const { name } = product({ slug });
  const vendor = `${name} Ltd`;
  const verified = verification({ confirmedAt: NOW, source: `https://${slug}.example/pricing` });
  return {
    product: product({ slug, category, vendor }),
    record: record({ slug, name, category, vendor, tiers, rates, evidence: proofs, verification: verified, ...more }),
    snapshots,
  };
}

/** Two rises, and a free tier that was removed with the second. */
function acme(): PublishedProduct {
  const at = (from: string, [monthly, yearly]: [string, string], others: Tier[]) =>
    stated({ slug: 'acme', from, id: 'pro', monthly, yearly }, others);
  const snapshots = past('acme', [
    at('2024-11-05', ['10.00', '96.00'], [freeTier()]),
    at('2025-06-10', ['12.00', '115.20'], [freeTier(), customTier()]),
    at('2026-03-02', ['15.00', '144.00'], [customTier()]),
  ]);
  return sold('acme', 'crm', snapshots);
}

/** Not observed for four months. */
function beta(): PublishedProduct {
  const quote = '=SUM(20) USD, "per user"\nmonthly';
  const team = stated({ slug: 'beta', from: '2025-01-15', id: 'team', monthly: '20.00', quote });
  const gaps = [{ from: noon('2025-05-01'), to: noon('2025-09-01') }];
  return sold('beta', 'crm', past('beta', [{ ...team, gaps }]));
}

/** We said $8, which was wrong, and corrected it; then the vendor raised its price. */
function gamma(): PublishedProduct {
  const pro = (from: string, monthly: string) => stated({ slug: 'gamma', from, id: 'pro', monthly });
  const right = { ...pro('2025-02-01', '18.00'), origin: 'correction' as const, recordedAt: noon('2025-04-01') };
  const now = past('gamma', [right, pro('2025-09-01', '20.00')]);
  const { from, ...wrong } = pro('2025-02-01', '8.00');
  const lastSeenAt = noon('2025-03-28');
  const said = snapshot({ slug: 'gamma', validFrom: noon(from), lastSeenAt, superseded: true, ...wrong });
  return sold('gamma', 'crm', [...now, said]);
}

export const YEARBOOK: ImportedFrom = {
  dataset: 'isa-group/SaaS-analysis:delta/2023.yaml@1a2b3c4',
  license: 'CC-BY-4.0',
  asOf: '2023-06-30',
  asOfBasis: 'createdAt field',
  sourceUrl: 'https://delta.example/plans',
};

/** Its earlier years are known from a dataset alone, and its price for Germany is another. */
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
  const ours = past('delta', [stated({ slug: 'delta', from: '2025-03-01', id: 'team', monthly: '9.00' })]);
  const german = past('delta', [
    stated({ slug: 'delta', from: '2025-03-01', id: 'team', monthly: '8.00', currency: 'EUR' }),
    stated({ slug: 'delta', from: '2026-02-01', id: 'team', monthly: '8.50', currency: 'EUR' }),
  ]).map((each) => ({ ...each, market: 'DE' }));
  return sold('delta', 'projects', [...german, imported, ...ours]);
}

/** In another currency, and cheaper than it was. */
function epsilon(): PublishedProduct {
  const team = (from: string, monthly: string) =>
    stated({ slug: 'epsilon', from, id: 'team', monthly, currency: 'EUR' }, [freeTier()]);
  const snapshots = past('epsilon', [team('2025-05-20', '11.00'), team('2026-01-20', '9.50')]);
  return sold('epsilon', 'projects', snapshots, { currency: 'EUR' });
}

/** Sold by the token, at half the price that it was. */
function tokens(): PublishedProduct {
  const at = (from: string, inputPerMTok: string, outputPerMTok: string) => {
    const proofs = [words(`$${inputPerMTok} in`, 'tokens', from), words(`$${outputPerMTok} out`, 'tokens', from)];
    const rates = [rate({ inputPerMTok, outputPerMTok, evidence: proofs.map(({ id }) => id) })];
    return { from, tiers: [], rates, evidence: proofs };
  };
  return sold('tokens', 'llm', past('tokens', [at('2025-01-10', '2.50', '10.00'), at('2025-08-07', '1.25', '10.00')]));
}

/** Seen first at midnight, which is the next day's. Its vendor has ended it. */
function zeta(): PublishedProduct {
  const solo = stated({ slug: 'zeta', from: '2024-12-01', id: 'solo', monthly: '5.00' });
  const retired = { on: '2025-12-31', reason: 'Shut down', source: 'https://zeta.example/farewell' };
  return {
    product: product({ slug: 'zeta', category: 'projects', vendor: 'Zeta Ltd', retired }),
    snapshots: past('zeta', [solo]).map((only) => ({
      ...only,
      validFrom: '2025-01-01T00:00:00.000Z',
      lastSeenAt: noon('2025-12-20'),
    })),
  };
}

type Day = [slug: string, day: string];

function moved([slug, day]: Day, [was, is]: [string, string], more: Partial<Change> = {}): Change {
  const terms = { currency: slug === 'epsilon' ? 'EUR' : 'USD', billing: 'monthly', per: 'month', unit: 'user' };
  const stated = (amount: string) => ({ amount, ...terms });
  const at = { slug, observedAt: noon(day), recordedAt: noon(day) };
  return change({ ...at, before: stated(was), after: stated(is), ...more });
}

function happened(type: Change['type'], [slug, day]: Day, more: Partial<Change> = {}): Change {
  const at = change({ type, slug, observedAt: noon(day), recordedAt: noon(day) });
  const { before: _, after: __, subject: ___, ...base } = at;
  return { ...base, ...more };
}

function logOf(): Change[] {
  const added = ['acme', 'beta', 'gamma', 'delta', 'epsilon', 'tokens', 'zeta'];
  return [
    ...added.map((slug) => happened('product_added', [slug, '2024-11-01'])),
    moved(['gamma', '2025-02-01'], ['8.00', '18.00'], { type: 'correction', recordedAt: noon('2025-04-01') }),
    moved(['acme', '2025-06-10'], ['10.00', '12.00']),
    happened('rate_changed', ['tokens', '2025-08-07'], {
      subject: 'large-1',
      before: { amount: '2.50', currency: 'USD', rate: 'input' },
      after: { amount: '1.25', currency: 'USD', rate: 'input' },
    }),
    moved(['gamma', '2025-09-01'], ['18.00', '20.00']),
    happened('product_retired', ['zeta', '2025-12-31']),
    moved(['epsilon', '2026-01-20'], ['11.00', '9.50'], { subject: 'team' }),
    moved(['epsilon', '2026-01-25'], ['9.50', '95.00'], { subject: 'team' }),
    moved(['epsilon', '2026-01-25'], ['95.00', '9.50'], {
      ...{ type: 'correction', subject: 'team' },
      recordedAt: noon('2026-01-26'),
    }),
    moved(['delta', '2026-02-01'], ['8.00', '8.50'], { subject: 'team', market: 'DE' }),
    moved(['acme', '2026-03-02'], ['12.00', '15.00']),
    happened('free_tier_removed', ['acme', '2026-03-02'], { subject: 'free', before: { name: 'Free' } }),
    happened('announced', ['delta', '2026-10-01'], {
      subject: 'team',
      after: { amount: '10.00', currency: 'USD', effectiveFrom: '2027-01-01' },
    }),
    happened('announced', ['delta', '2026-10-02'], {
      ...{ subject: 'team', market: 'DE' },
      after: { amount: '9.00', currency: 'EUR', effectiveFrom: '2027-02-01' },
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
