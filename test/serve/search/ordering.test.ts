import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sorted } from '../../../serve/search/ordering.ts';

interface Row {
  id: number;
  amount: number | undefined;
  currency: string;
}

const rows = fc
  .array(
    fc.record({
      amount: fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }),
      currency: fc.constantFrom('USD', 'EUR', 'CNY'),
    }),
    { maxLength: 30 },
  )
  .map((made) => made.map((row, id): Row => ({ id, ...row })));

function byAmount(given: readonly Row[], isDown: boolean): Row[] {
  return sorted(given, {
    value: ({ amount }) => amount,
    currency: ({ currency }) => currency,
    isDown,
    tie: (a, b) => a.id - b.id,
  });
}

describe('amounts', () => {
  it('are sorted within their currency and never by another, US dollars first, and unknown ones come last', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (given, isDown) => {
        const result = byAmount(given, isDown);
        expect(result.map(({ id }) => id).sort((a, b) => a - b)).toEqual(given.map(({ id }) => id));
        const known = result.filter(({ amount }) => amount !== undefined);
        expect(result.slice(0, known.length)).toEqual(known);
        const ranks = known.map(({ currency }) => ['USD', 'CNY', 'EUR'].indexOf(currency));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        for (const [at, { id, amount = 0, currency }] of known.entries()) {
          const next = known[at + 1];
          if (next?.amount === undefined || next.currency !== currency) continue;
          const step = isDown ? amount - next.amount : next.amount - amount;
          expect(step > 0 || (step === 0 && next.id > id)).toBe(true);
        }
      }),
    );
  });
});
