/** What stages cost at one size, and how that compares with another size. Pure. */
import { type Figure, type Finding, figure, once } from '../measurement.ts';

/** What is compared between sizes. */
export interface Cost {
  /** Unique within a size. */
  case: string;
  value: number;
  unit: string;
  /** What it is the cost of: a product, all of them together, or one thing that is done however many there are. */
  of: 'product' | 'all' | 'one';
  /** What else is known of it. */
  figures?: Record<string, Figure>;
}

export interface Size {
  products: number;
  costs: readonly Cost[];
}

/**
 * What a cost is over the same at fewer products: flat is 1, and what is quadratic is the ratio of the sizes. Beside it
 * stands what each product beyond those few adds, which holds no part of what a process costs without any. Undefined
 * where the few have no such cost.
 */
export function growth(cost: Cost, products: number, fewer: Size): Finding | undefined {
  const { case: name, value, unit, figures } = cost;
  const before = fewer.costs.find((other) => other.case === name);
  if (before === undefined) return undefined;
  const ofAll = (cost: Cost, count: number) => (cost.of === 'product' ? count : 1) * cost.value;
  const more = (ofAll(cost, products) - ofAll(before, fewer.products)) / (products - fewer.products);
  return {
    case: `${name}, ${products} products`,
    baseline: `the same at ${fewer.products}`,
    better: 'lower',
    ...once(value / before.value),
    figures: {
      subject: figure(value, unit),
      baseline: figure(before.value, unit),
      ...(cost.of !== 'one' && { 'each more': figure(more, unit) }),
      ...figures,
    },
  };
}
