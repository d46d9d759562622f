import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact } from '../../../serve/cost/exact.ts';
import { tokenCost } from '../../../serve/cost/token-cost.ts';
import { mixed, splitBatch } from '../../../serve/cost/token-mix.ts';
import { rate } from '../../builders.ts';

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
