import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rate } from '../../../data/record.ts';
import { exact } from '../../../serve/cost/exact.ts';
import {
  mixed,
  modelRates,
  type Priced,
  splitBatch,
  type TokenCost,
  tokenCost,
  type Volume,
} from '../../../serve/cost/token-cost.ts';
import { rate } from '../../builders.ts';

const NONE: Volume = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, batch: false };

function priced(rates: Rate[], volume: Partial<Volume>): Priced {
  const [model] = modelRates(rates);
  if (model === undefined) throw new Error('no model');
  return tokenCost(model, { ...NONE, ...volume });
}

function costOf(rates: Rate[], volume: Partial<Volume>): TokenCost {
  const result = priced(rates, volume);
  if ('excluded' in result) throw new Error(result.excluded.reason);
  return result.cost;
}

const excludedOf = (rates: Rate[], volume: Partial<Volume>) => {
  const result = priced(rates, volume);
  return 'excluded' in result ? result.excluded : undefined;
};
const reasonOf = (rates: Rate[], volume: Partial<Volume>) => excludedOf(rates, volume)?.reason;

describe('a volume of tokens', () => {
  it('costs its rates, to the last digit', () => {
    expect(
      costOf([rate({ inputPerMTok: '0.075', outputPerMTok: '0.30' })], { inputTokens: 1, outputTokens: 3 }),
    ).toEqual({
      model: 'large-1',
      band: undefined,
      currency: 'USD',
      total: 0.000000975,
      amount: '0.000000975',
      lines: [
        { kind: 'input', tokens: 1, perMTok: '0.075', amount: '0.000000075' },
        { kind: 'output', tokens: 3, perMTok: '0.30', amount: '0.0000009' },
      ],
    });
  });

  it('that is partly kept costs the rate of what is kept, or, without one, that of all input, which is said', () => {
    const volume = { inputTokens: 1_000_000, cachedInputTokens: 400_000 };
    expect(costOf([rate({ cachedInputPerMTok: '0.25' })], volume)).toMatchObject({ amount: '1.60' });
    expect(costOf([rate()], volume)).toMatchObject({
      amount: '2.50',
      notes: [expect.stringMatching(/^No rate for cached/)],
    });
  });

  it('in a batch costs the rates of batches, or nobody knows what', () => {
    const volume = { inputTokens: 2_000_000, outputTokens: 1_000_000, batch: true };
    expect(costOf([rate({ batchInputPerMTok: '1.25', batchOutputPerMTok: '5.00' })], volume).amount).toBe('7.50');
    expect(reasonOf([rate()], volume)).toBe('no_batch_rate');
    expect(reasonOf([rate({ batchInputPerMTok: '1.25' })], volume)).toBe('no_batch_rate');
  });

  it('has no cost where a rate for it is not published', () => {
    const { inputPerMTok: _, ...outputOnly } = rate();
    const { outputPerMTok: __, ...inputOnly } = rate();
    expect(reasonOf([outputOnly], { inputTokens: 1 })).toBe('no_input_rate');
    expect(reasonOf([inputOnly], { outputTokens: 1 })).toBe('no_output_rate');
    expect(costOf([inputOnly], { inputTokens: 1_000_000 }).amount).toBe('2.50');
  });

  it('of no tokens costs nothing', () => {
    expect(costOf([rate()], {})).toMatchObject({ total: 0, amount: '0.00', lines: [] });
  });
});

describe('a band of context', () => {
  const rates = [
    rate({ band: '≤ 200K tokens', inputPerMTok: '1.00' }),
    rate({ band: '> 200K tokens', inputPerMTok: '2.00' }),
  ];

  it.each([
    [undefined, '1.00'],
    [0, '1.00'],
    [200_000, '1.00'],
    [200_001, '2.00'],
  ])('of prompts of %s tokens: %s', (contextTokens, amount) => {
    expect(costOf(rates, { inputTokens: 1_000_000, contextTokens }).amount).toBe(amount);
  });

  it('that was not asked for is told of', () => {
    expect(costOf(rates, { inputTokens: 1 }).notes).toEqual([expect.stringMatching(/set contextTokens$/)]);
    expect(costOf(rates, { inputTokens: 1, contextTokens: 5 })).not.toHaveProperty('notes');
    expect(costOf(rates.slice(0, 1), { inputTokens: 1 })).not.toHaveProperty('notes');
  });

  it('stands beside the rate for all others', () => {
    const both = [rate({ inputPerMTok: '1.00' }), rate({ band: 'over 200K', inputPerMTok: '2.00' })];
    expect(costOf(both, { inputTokens: 1_000_000, contextTokens: 300_000 })).toMatchObject({
      band: 'over 200K',
      amount: '2.00',
    });
    expect(costOf(both, { inputTokens: 1_000_000, contextTokens: 300 })).toMatchObject({
      band: undefined,
      amount: '1.00',
    });
  });

  it('that covers no such prompt, or that nobody can tell, has no cost', () => {
    expect(reasonOf([rate({ band: '≤ 200K' })], { inputTokens: 1, contextTokens: 300_000 })).toBe(
      'no_band_for_context',
    );
    expect(reasonOf([rate({ band: 'Priority' })], { inputTokens: 1 })).toBe('no_band_for_context');
    expect(excludedOf([rate({ band: '≤ 200K' })], { inputTokens: 1, contextTokens: 300_000 })?.detail).toMatch(
      /of this length/,
    );
    expect(excludedOf([rate({ band: 'Priority' })], { inputTokens: 1 })?.detail).toMatch(/is not known$/);
  });
});

/** In billionths of a millionth, as whole numbers. */
const PARTS = 1_000_000_000n;
const parts = (amount: string) => {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * PARTS + BigInt(fraction.padEnd(9, '0'));
};

describe('the laws of token costs', () => {
  const amount = fc
    .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 999_999 }))
    .map(([whole, millionths]) => `${whole}.${String(millionths).padStart(6, '0')}`);
  const rates = fc
    .record({ inputPerMTok: amount, outputPerMTok: amount, cachedInputPerMTok: fc.option(amount, { nil: undefined }) })
    .map(({ cachedInputPerMTok, ...both }) =>
      rate({ ...both, ...(cachedInputPerMTok !== undefined && { cachedInputPerMTok }) }),
    );
  const count = fc.integer({ min: 0, max: 1_000_000_000_000 });

  it('they are what whole numbers make of them', () => {
    fc.assert(
      fc.property(
        rates,
        count,
        count,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (made, inputTokens, outputTokens, share) => {
          const cachedInputTokens = Math.floor(inputTokens * share);
          const kept = parts(made.cachedInputPerMTok ?? made.inputPerMTok ?? '');
          const sum =
            parts(made.inputPerMTok ?? '') * BigInt(inputTokens - cachedInputTokens) +
            kept * BigInt(cachedInputTokens) +
            parts(made.outputPerMTok ?? '') * BigInt(outputTokens);
          const scale = PARTS * 1_000_000n;
          const digits = `${sum / scale}.${String(sum % scale).padStart(15, '0')}`;
          const cost = costOf([made], { inputTokens, cachedInputTokens, outputTokens });
          expect(cost.total).toBe(Number(digits));
          const whole = (text: string) => BigInt(text.replace('.', '').padEnd(text.indexOf('.') + 18, '0'));
          expect(cost.lines.reduce((all, line) => all + whole(line.amount), 0n)).toBe(whole(cost.amount));
        },
      ),
    );
  });
});

const tokens = fc
  .record({
    inputTokens: fc.integer({ min: 0, max: 1_000_000_000_000 }),
    cachedInputTokens: fc.nat(1_000_000),
    outputTokens: fc.nat(1_000_000_000),
  })
  .map((each) => ({ ...each, cachedInputTokens: Math.min(each.cachedInputTokens, each.inputTokens) }));

describe('a share of batches', () => {
  it('loses no token, and keeps what is cached within the input', () => {
    fc.assert(
      fc.property(tokens, fc.integer({ min: 0, max: 100 }), (asked, percent) => {
        const { now, later } = splitBatch(asked, percent);
        for (const name of ['inputTokens', 'cachedInputTokens', 'outputTokens'] as const) {
          expect(now[name] + later[name]).toBe(asked[name]);
          expect(Math.min(now[name], later[name])).toBeGreaterThanOrEqual(0);
        }
        for (const part of [now, later]) expect(part.cachedInputTokens).toBeLessThanOrEqual(part.inputTokens);
      }),
    );
  });

  it('costs the sum of both parts, exactly, and leaves out what one has no rate for', () => {
    const large = {
      model: 'large',
      currency: 'USD',
      rates: [rate({ batchInputPerMTok: '1.25', batchOutputPerMTok: '5.00' })],
    };
    const small = { model: 'small', currency: 'USD', rates: [rate({ inputPerMTok: '0.10', outputPerMTok: '0.40' })] };
    const asked = { inputTokens: 10_000_000, cachedInputTokens: 0, outputTokens: 1_000_000 };
    const { now, later } = splitBatch(asked, 30);
    const estimateOf = (volume: typeof now, batch: boolean) => {
      const results = [large, small].map((of) => tokenCost(of, { ...volume, batch }));
      return {
        isBatch: batch,
        costs: results.flatMap((each) => ('cost' in each ? [each.cost] : [])),
        excludes: results.flatMap((each) => ('excluded' in each ? [each.excluded] : [])),
      };
    };
    const { costs, excludes } = mixed([estimateOf(now, false), estimateOf(later, true)]);
    expect(costs.map(({ model }) => model)).toEqual(['large']);
    // 7 M at 2.50, 0.7 M at 10; 3 M at 1.25, 0.3 M at 5.
    expect(costs[0]?.total.equals(exact('29.75'))).toBe(true);
    expect(excludes).toMatchObject([{ model: 'small', reason: 'no_batch_rate' }]);
  });
});
