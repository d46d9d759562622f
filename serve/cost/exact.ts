/** Exact arithmetic of costs; plain numbers exist at the edge only. */
import { Decimal } from 'decimal.js';
import * as z from 'zod';

/** Digits for the widest product: an amount of 21 digits by a million seats and 60 months, or a rate by 10^12 tokens. */
export const Exact = Decimal.clone({ precision: 60 });
export type Exact = Decimal;

/** An amount as large as sums become. */
export const Sum = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,29})(?:\.\d{1,18})?$/)
  .meta({ description: 'Exact decimal.', examples: ['1440.00'] });
export type Sum = z.infer<typeof Sum>;

export const ZERO: Exact = new Exact(0);

export function exact(amount: string | number): Exact {
  return new Exact(amount);
}

export function sumOf(values: readonly Exact[]): Exact {
  return values.reduce((sum, value) => sum.plus(value), ZERO);
}

/** Two decimals at least, and no zeros beyond them. */
export function sumText(value: Exact): Sum {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

/** The twelfth of a year's sum, half-even to nine decimals where it does not end. */
export function twelfth(annual: Exact): Exact {
  return annual.dividedBy(12).toDecimalPlaces(9, Decimal.ROUND_HALF_EVEN);
}
