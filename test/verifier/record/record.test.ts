import { describe, expect, test } from 'vitest';
import { TRUST } from '../../../config/trust.ts';
import type { SourceState } from '../../../data/pipeline/ledger-state.ts';
import { PricingRecord } from '../../../data/record.ts';
import { mergeSources } from '../../../verifier/record/merge-sources.ts';
import { recordOf } from '../../../verifier/record/record.ts';
import {
  daysAfterNoon,
  evidence,
  importedFact,
  price,
  product,
  rate,
  sources,
  statement,
  tier,
} from '../../builders.ts';

const TWO = product({ sources: sources('pricing', 'docs') });
const proof = evidence();
const stray = evidence({ quote: '$99 and cited by nobody' });
const main = statement({
  tiers: [tier({ prices: [price({ evidence: proof.id, confidence: 0.95 })] })],
  evidence: [proof, stray],
});
const docs = statement({
  tiers: [
    tier({ name: 'PRO', source: 'docs', prices: [price({ amount: '15.00' })] }),
    tier({ id: 'edge', source: 'docs' }),
  ],
  rates: [rate({ source: 'docs' })],
});

const CONFIRMED = {
  statement: main,
  score: 0.95,
  confirmedAt: daysAfterNoon(5),
  checkedAt: daysAfterNoon(5),
  outcome: 'confirmed',
} as const;

function states(sources: Record<string, Partial<SourceState>>) {
  return { sources: new Map(Object.entries(sources).map(([id, state]) => [id, { unsupportedInARow: 0, ...state }])) };
}

function recorded(sources: Record<string, Partial<SourceState>>) {
  return PricingRecord.parse(recordOf(TWO, states(sources), {}));
}

test('a rate has the context window of its model as datasets state it, whoever states the rate', () => {
  const known = statement({ rates: [rate({ model: 'Claude Haiku 4.5' }), rate({ model: 'no such model' })] });
  const own = { ...TWO, slug: 'anthropic-claude-api' };
  const { rates } = PricingRecord.parse(recordOf(own, states({ docs: { ...CONFIRMED, statement: known } }), {}));
  expect(rates.map(({ contextWindow }) => contextWindow?.tokens)).toEqual([200_000, undefined]);
  expect(rates[0]?.contextWindow?.statements[0]?.imported).toMatchObject({ license: 'MIT', asOf: '2026-09-23' });
});

describe('several sources', () => {
  test('the first that states a tier wins its prices, rates are united, and the difference is named', () => {
    const {
      statement: together,
      reasons,
      contributors,
    } = mergeSources([{ id: 'pricing' }, { id: 'docs' }], (id) => (id === 'docs' ? docs : main));
    expect(together.tiers.map(({ id, source, prices }) => [id, source, prices[0]?.amount])).toEqual([
      ['pro', 'pricing', '12.00'],
      ['edge', 'docs', '12.00'],
    ]);
    expect(together.rates).toHaveLength(1);
    expect(together.evidence).toEqual([proof]);
    expect(reasons).toEqual(['docs states 15.00 USD for Pro, pricing 12.00']);
    expect(contributors).toEqual(['pricing', 'docs']);
  });
});

describe('the record', () => {
  test('has no reference price once the vendor’s page states prices, and withholds what contradicts them', () => {
    const money = { currency: 'USD', per: 'month', unit: 'user', dataset: 'a/b:c@d' } as const;
    const facts = [
      importedFact({ kind: 'base_price', value: '8.00', ...money }),
      importedFact({ kind: 'sso_price', value: '16.00', ...money }),
    ];
    const imported = { facts, reliabilityOf: () => 0.6 };
    const unread = recordOf(TWO, states({}), { imported });
    expect([unread.referencePrices?.length, unread.hiddenCosts.length]).toEqual([1, 1]);
    const read = recordOf(TWO, states({ pricing: CONFIRMED }), { imported });
    expect(read).not.toHaveProperty('referencePrices');
    expect(read.hiddenCosts).toEqual([]);
    expect(read.verification.reasons).toContain(
      'cost of single sign-on from a/b withheld: no plan in the record costs $8/mo',
    );
  });

  test('is as sure and as fresh as the least of the sources that it is made of', () => {
    const record = recorded({
      pricing: {
        ...CONFIRMED,
        reasons: ['2 readings agree'],
      },
      docs: {
        statement: docs,
        score: 0.7,
        confirmedAt: daysAfterNoon(1),
        checkedAt: daysAfterNoon(6),
        outcome: 'unreadable',
        reasons: ['read by one reader only'],
      },
    });
    expect(record.verification).toMatchObject({
      checkedAt: daysAfterNoon(6),
      outcome: 'unreadable',
      confirmedAt: daysAfterNoon(1),
      decaysFrom: daysAfterNoon(1),
      score: 0.7,
      disputed: false,
      source: 'https://acme.example/pricing',
      reasons: [
        'no single reader found all headline prices, confidence 70 % when confirmed',
        'read by one reader only',
        'docs states 15.00 USD for Pro, pricing 12.00',
        'the last check found no readable pricing page',
      ],
    });
    expect(record.currency).toBe('USD');
  });

  test('that two readers of one kind read names the kind, not a single reader', () => {
    const backing = { marks: [], designs: 1, witnesses: ['structure' as const] };
    const { verification } = recorded({
      pricing: { ...CONFIRMED, score: 0.92, reasons: ['2 readings agree'], backing },
    });
    expect(verification.reasons).toEqual([
      'read only from the page’s structure, confidence 92 % when confirmed',
      '2 readings agree',
    ]);
  });

  test('is not held back by a source that states nothing', () => {
    const record = recorded({
      pricing: CONFIRMED,
      docs: { checkedAt: daysAfterNoon(1), outcome: 'unreadable' },
    });
    expect(record.verification).toMatchObject({ confirmedAt: daysAfterNoon(5), outcome: 'confirmed', score: 0.95 });
  });

  test('keeps a score of before facts had a confidence, short of verifying it, unless a person gave it', () => {
    const older = { ...CONFIRMED, statement: statement(), score: 0.97 };
    const verificationBy = (state: Partial<SourceState>) => recorded({ pricing: state }).verification;
    expect(verificationBy(older)).toMatchObject({ score: TRUST.cappedConfidence });
    expect(verificationBy({ ...older, score: 0.7 })).toMatchObject({ score: 0.7 });
    expect(verificationBy({ ...older, isDecided: true })).toMatchObject({ score: 0.97, witnesses: ['person'] });
  });

  test('has a dataset as a witness that states the same headline at about the same time', () => {
    const pro = { subject: 'Pro', currency: 'USD', per: 'month', unit: 'user' } as const;
    const witnessesOf = (value: string, asOf: string) => {
      const imported = { facts: [importedFact({ ...pro, value, asOf })], reliabilityOf: () => 0.6 };
      return recordOf(TWO, states({ pricing: CONFIRMED }), { imported }).verification.witnesses;
    };
    expect(witnessesOf('12.00', '2026-11-01')).toEqual(['dataset']);
    expect(witnessesOf('13.00', '2026-11-01')).toBeUndefined();
    expect(witnessesOf('12.00', '2026-06-01')).toBeUndefined();
  });

  test('is disputed while a contradicting reading waits, and keeps its prices', () => {
    const candidate = { statement: docs, firstSeenAt: daysAfterNoon(6), pageSha256: '0'.repeat(64) };
    const record = recorded({
      pricing: { ...CONFIRMED, checkedAt: daysAfterNoon(6), outcome: 'contradicted', candidate },
    });
    expect(record.verification).toMatchObject({
      disputed: true,
      outcome: 'contradicted',
      confirmedAt: daysAfterNoon(5),
    });
    expect(record.tiers[0]?.prices[0]?.amount).toBe('12.00');
  });

  test('of a product whose first reading waits says so, and speaks of no contradiction', () => {
    const candidate = { statement: docs, firstSeenAt: daysAfterNoon(1), pageSha256: '0'.repeat(64) };
    const { verification } = recorded({
      pricing: { checkedAt: daysAfterNoon(1), outcome: 'contradicted', candidate, unsupportedInARow: 0 },
    });
    expect(verification.reasons).toContain('the last reading is waiting for review');
  });

  test('of a product that nobody could read shows the attempt and no confirmation [D2.clocks]', () => {
    const record = recorded({
      pricing: { checkedAt: daysAfterNoon(1), outcome: 'unreadable', failure: 'unreachable' },
    });
    expect(record.verification).toMatchObject({ checkedAt: daysAfterNoon(1), outcome: 'unreadable', score: 0 });
    expect(record.verification.reasons).toContain('the last check failed: unreachable');
    expect(record.verification).not.toHaveProperty('confirmedAt');
    // Nothing was read there.
    expect(record.verification).not.toHaveProperty('source');
  });
});
