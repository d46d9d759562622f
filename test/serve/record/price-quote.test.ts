/** The quote beside a price is the one that it was read from. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Price } from '../../../data/record.ts';
import { rateEvidence, tierEvidence } from '../../../serve/pages/parts/proof.ts';
import { rateView, tierView } from '../../../serve/record/view.ts';
import { customTier, evidence, freeTier, price, rate, tier } from '../../builders.ts';

const ids = ['a', 'b', 'c', 'd', 'e'].map((quote) => evidence({ quote }).id);
const [A = '', B = '', C = ''] = ids;
const evidenceOf = (made: Parameters<typeof tier>[0]) =>
  tierEvidence(tierView(tier(made), { currency: 'USD', isFull: true }), 'USD');

describe('of a tier', () => {
  const annual = price({ amount: '10.00', billing: 'annual', evidence: A });

  it('is what says free or "contact sales"', () => {
    expect(evidenceOf(freeTier({ evidence: C, prices: [annual] }))).toBe(C);
    expect(evidenceOf(customTier({ evidence: C }))).toBe(C);
  });

  it('states the displayed amount, of any prices', () => {
    const made = fc.record({
      cents: fc.integer({ min: 1, max: 99 }),
      billing: fc.constantFrom('monthly' as const, 'annual' as const),
      kind: fc.constantFrom('list' as const, 'promo' as const),
      currency: fc.constantFrom('USD', 'EUR'),
    });
    fc.assert(
      fc.property(fc.array(made, { maxLength: 5 }), (terms) => {
        const prices = terms.map(
          ({ cents, ...more }, index): Price =>
            price({ amount: `${index + 1}.${String(cents).padStart(2, '0')}`, evidence: ids[index] ?? A, ...more }),
        );
        const view = tierView(tier({ prices }), { currency: 'USD', isFull: true });
        const quoted = prices.find((each) => each.evidence === tierEvidence(view, 'USD'));
        expect(quoted === undefined ? undefined : Number(quoted.amount)).toBe(view.price);
      }),
    );
  });
});

describe('of a rate', () => {
  const made = (evidenceIds: string[]) => rateView(rate({ cachedInputPerMTok: '0.25', evidence: evidenceIds }));

  it('is its own where each has one, the common one where there is one, and else not known', () => {
    expect(rateEvidence(made([A, B, C]), 'outputPerMTok')).toBe(B);
    expect(rateEvidence(made([A]), 'outputPerMTok')).toBe(A);
    expect(rateEvidence(made([A, B]), 'outputPerMTok')).toBeUndefined();
    expect(rateEvidence(made([]), 'inputPerMTok')).toBeUndefined();
  });
});
