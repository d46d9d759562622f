import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductState } from '../../../data/pipeline/ledger-state.ts';
import type { LedgerEntry } from '../../../data/pipeline/verdict.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { productStates } from '../../../data/store/ledger/product-states.ts';
import { prepareLedger } from '../../../data/store/ledger/statements.ts';
import {
  change,
  daysAfterNoon,
  entry,
  evidence,
  failure,
  NOON,
  observation,
  price,
  sha256Of,
  statement,
  tier,
  unchanged,
  verdict,
} from '../../builders.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const NOW = new Date(NOON);
const SLUGS = ['acme', 'other', 'third'] as const;
const KINDS = ['taken', 'kept', 'unchanged', 'waiting', 'failed', 'announced', 'corrected'] as const;

interface Step {
  kind: (typeof KINDS)[number];
  slug: (typeof SLUGS)[number];
  source: 'pricing' | 'docs';
  amount: number;
  /** Of the transaction that it is in: looked at before and between, and taken back at its end. */
  isLookedAt: boolean;
  isTakenBack: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  slug: fc.constantFrom(...SLUGS),
  source: fc.constantFrom('pricing', 'docs'),
  amount: fc.integer({ min: 10, max: 14 }),
  isLookedAt: fc.boolean(),
  isTakenBack: fc.boolean(),
});

function stepOf({ kind, slug, source, amount }: Step, n: number): LedgerEntry {
  const visit = { slug, source, at: daysAfterNoon(n) };
  const cited = evidence({ quote: `$${amount} per user/month` });
  const stated = statement({
    tiers: [tier({ prices: [price({ amount: `${amount}.00`, evidence: cited.id })] })],
    evidence: [cited],
  });
  const seen = observation(visit, { page: { sha256: sha256Of(`page ${amount}`) } });
  const snapshot = { ...stated, origin: 'observed' as const, validFrom: visit.at };
  const about = { slug, observedAt: visit.at, recordedAt: visit.at, evidence: [cited.id] };
  switch (kind) {
    case 'taken':
      return entry({ observation: seen, verdict: verdict({ outcome: 'changed' }), statement: stated, snapshot });
    case 'announced':
      return entry({
        observation: seen,
        statement: stated,
        snapshot,
        changes: [
          change({
            ...about,
            type: 'announced',
            after: { amount: '20.00', currency: 'USD', effectiveFrom: '2027-03-01' },
          }),
        ],
      });
    case 'corrected':
      return entry({
        observation: seen,
        statement: stated,
        snapshot: { ...snapshot, origin: 'correction', validFrom: NOON },
        corrections: [{ ...stated, validFrom: daysAfterNoon(n / 2) }],
      });
    case 'kept':
      return entry({ observation: seen });
    case 'unchanged':
      return entry({
        observation: unchanged(visit, sha256Of(`page ${amount}`)),
        verdict: verdict({ reasons: [`${n}`] }),
      });
    case 'waiting':
      return entry({
        observation: seen,
        verdict: verdict({ outcome: 'contradicted', disputed: true }),
        candidate: stated,
      });
    case 'failed':
      return entry({ observation: failure(visit), verdict: verdict({ outcome: 'unreadable', score: 0 }) });
  }
}

/** All of it, byte for byte. */
function told({ sources, snapshot, announced }: ProductState): string {
  const evidenceOf = announced?.map(({ change, evidence }) => [change, evidence()]);
  return JSON.stringify([[...sources], snapshot, evidenceOf]);
}

class TakenBack extends Error {}

describe('the state of a product', () => {
  it('kept from one observation to the next is the one that is read anew, whatever was appended or taken back', () => {
    fc.assert(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (transactions) => {
        const file = join(temporaryDirectory(), 'ledger.db');
        const ledger = openLedger(file);
        const beside = new Database(file, { readonly: true });
        const sameAsAnew = () => {
          const sql = prepareLedger(beside);
          for (const slug of SLUGS) expect(told(ledger.state(slug))).toBe(told(productStates(sql).of(slug)));
        };
        let n = 0;
        for (const steps of transactions) {
          const work = () => {
            for (const each of steps) {
              n += 1;
              if (each.isLookedAt) told(ledger.state(each.slug));
              ledger.append([stepOf(each, n)], NOW);
              if (each.isLookedAt) told(ledger.state(each.slug));
            }
            if (steps[0]?.isTakenBack) throw new TakenBack();
          };
          if (steps[0]?.isTakenBack) expect(() => ledger.together(work)).toThrow(TakenBack);
          else ledger.together(work);
          sameAsAnew();
        }
        beside.close();
        ledger.close();
      }),
      { numRuns: 40 },
    );
  });

  it('that was handed out says what was so then, though it is looked at later', () => {
    const ledger = openLedger(join(temporaryDirectory(), 'ledger.db'));
    const at = (amount: number, n: number) =>
      stepOf({ kind: 'taken', slug: 'acme', source: 'pricing', amount, isLookedAt: false, isTakenBack: false }, n);
    ledger.append([at(10, 1)], NOW);
    const before = ledger.state('acme');
    ledger.append([at(12, 2)], NOW);
    expect(before.snapshot?.tiers[0]?.prices[0]?.amount).toBe('10.00');
    expect(before.sources.get('pricing')?.statement?.tiers[0]?.prices[0]?.amount).toBe('10.00');
    expect(ledger.state('acme').snapshot?.tiers[0]?.prices[0]?.amount).toBe('12.00');
    ledger.close();
  });
});
