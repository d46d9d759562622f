/**
 * Money: a decimal string and a currency code, with arithmetic by decimal.js. No amount is a float inside the system;
 * `plainNumber` is for the edge only.
 */
import { Decimal } from 'decimal.js';
import * as z from 'zod';

/** Exact, canonical: no sign, no exponent, no thousands. Nine decimals hold a rate per single token. */
export const Amount = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,9})?$/, 'must be a decimal amount such as "12.00"');
export type Amount = z.infer<typeof Amount>;

/** ISO 4217 alphabetic code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'Must be a currency code such as "USD"');
export type Currency = z.infer<typeof Currency>;

export const Money = z.strictObject({ amount: Amount, currency: Currency });
export type Money = z.infer<typeof Money>;

type Exact = Amount | Decimal;

/** Canonical as it stands. */
const WITH_HUNDREDTHS = /^(?:0|[1-9]\d{0,11})\.\d\d$/;

/** The canonical string of an exact value: at least two decimals, no trailing zeros beyond them. */
export function toAmount(value: Exact): Amount {
  if (typeof value === 'string' && WITH_HUNDREDTHS.test(value)) return value;
  const decimal = new Decimal(value);
  if (!decimal.isFinite() || decimal.isNegative()) throw new RangeError(`Cannot write ${String(value)} as an amount`);
  return decimal.toFixed(Math.max(2, Math.min(9, decimal.decimalPlaces())));
}

export function compareAmounts(a: Amount, b: Amount): number {
  return new Decimal(a).comparedTo(b);
}

export function sameAmount(a: Amount, b: Amount): boolean {
  return a === b || compareAmounts(a, b) === 0;
}

export function addAmounts(...amounts: Amount[]): Amount {
  return toAmount(amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), new Decimal(0)));
}

/** @throws {RangeError} `less` is more than `amount` */
export function minusAmount(amount: Amount, less: Amount): Amount {
  return toAmount(new Decimal(amount).minus(less));
}

export function timesAmount(amount: Amount, factor: Amount | number): Amount {
  return toAmount(new Decimal(amount).times(factor));
}

/** Half-even to nine decimals where the quotient does not end, e.g. an annual total over twelve months. */
export function overAmount(amount: Amount, divisor: Amount | number): Amount {
  return toAmount(new Decimal(amount).dividedBy(divisor).toDecimalPlaces(9, Decimal.ROUND_HALF_EVEN));
}

export function isZero(amount: Amount): boolean {
  return !/[1-9]/.test(amount);
}

/** For the JSON's plain numbers only; never computed with. */
export function plainNumber(amount: Amount): number {
  return new Decimal(amount).toNumber();
}

/** Currencies without a hundredth, by ISO 4217. */
const EXPONENTS: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
};

/** Decimals of a currency's minor unit: 2 for USD, 0 for JPY (ISO 4217). */
export function minorDigits(currency: Currency): number {
  return EXPONENTS[currency] ?? 2;
}

/** From minor units: 1200 of USD is 12.00, 1200 of JPY is 1200.00. */
export function fromMinorUnits(amount: Amount, currency: Currency): Amount {
  return toAmount(new Decimal(amount).dividedBy(new Decimal(10).pow(minorDigits(currency))));
}
