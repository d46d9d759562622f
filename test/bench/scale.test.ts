/** What the benchmark of many products says of costs at two sizes. */
import { describe, expect, it } from 'vitest';
import { type Cost, growth } from '../../bench/scale/costs.ts';

const few = (cost: Cost) => ({ products: 1_000, costs: [cost] });

describe('growth of a cost', () => {
  it('of a product is 1 where it is flat, and tells what each more adds without what a process costs anyhow', () => {
    const cost = (value: number): Cost => ({ case: 'publishing', value, unit: 'ms', of: 'product' });
    // 500 ms for the process, and 1 ms a product.
    const finding = growth(cost(1.05), 10_000, few(cost(1.5)));
    expect(finding).toMatchObject({
      case: 'publishing, 10000 products',
      baseline: 'the same at 1000',
      ratio: 0.7,
      better: 'lower',
      figures: {
        subject: { value: 1.05, unit: 'ms' },
        baseline: { value: 1.5 },
        'each more': { value: 1, unit: 'ms' },
      },
    });
  });

  it('that is quadratic is the ratio of the sizes', () => {
    const cost = (products: number): Cost => ({ case: 'pairs', value: products / 100, unit: 'ms', of: 'product' });
    expect(growth(cost(10_000), 10_000, few(cost(1_000)))?.ratio).toBe(10);
  });

  it('of all together tells what each product adds to it', () => {
    const memory = (value: number): Cost => ({ case: 'memory', value, unit: 'MB', of: 'all' });
    const finding = growth(memory(190), 10_000, few(memory(100)));
    expect(finding).toMatchObject({ ratio: 1.9, figures: { 'each more': { value: 0.01, unit: 'MB' } } });
  });

  it('of one thing that is done has no part of a product', () => {
    const answer = (value: number): Cost => ({ case: 'answer', value, unit: 'µs', of: 'one' });
    const finding = growth(answer(42), 10_000, few(answer(40)));
    expect(finding?.ratio).toBe(1.05);
    expect(finding?.figures).not.toHaveProperty('each more');
  });

  it('is not told of what only one of the sizes has', () => {
    const cost: Cost = { case: 'fill', value: 1, unit: 'ms', of: 'product' };
    expect(growth(cost, 10_000, few({ ...cost, case: 'visit' }))).toBeUndefined();
  });
});
