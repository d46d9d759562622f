/**
 * Prices as people write them: "$25", "€9.50", "$12 per user/mo", "$25-$599 per mo". The one place where an amount
 * becomes words. Pure; exact, since the formatter is given the decimal string.
 */
import { Decimal } from 'decimal.js';
import { type Amount, type Currency, minorDigits, toAmount } from '../money.ts';
import { type MonthlyPrice, monthlyTotal } from '../prices/starting-price.ts';
import type { Billing, Per, Unit } from '../reading.ts';

const formats = new Map<string, Intl.NumberFormat>();

export function moneyText(amount: Amount | number, currency: Currency): string {
  // A number below a millionth would be a string with an exponent.
  const exact = typeof amount === 'string' ? amount : new Decimal(amount).toFixed();
  const [, fraction = ''] = exact.split('.');
  const digits = /^0*$/.test(fraction) ? 0 : Math.max(2, fraction.length);
  const key = `${currency}${digits}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  // ECMA-402 formats a decimal string exactly, and the type only knows numbers in such strings.
  return format.format(exact as `${number}`).replace('\u00A0', ' ');
}

/** "IDR 1.5M": an amount from ten thousand on in few letters, for an axis. */
export function shortMoneyText(amount: Amount, currency: Currency): string {
  if (new Decimal(amount).lessThan(10_000)) return moneyText(amount, currency);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  return format.format(amount as `${number}`).replace('\u00A0', ' ');
}

/** A quotient rounded to the currency's digits, or to two significant digits where that is zero: for texts, not sums. */
export function rounded(amount: Amount | number, currency: Currency): Amount {
  const exact = new Decimal(amount);
  const round = exact.toDecimalPlaces(minorDigits(currency));
  return toAmount(round.isZero() ? exact.toSignificantDigits(2) : round);
}

/** "$12.35": an exact amount in the digits of its currency. */
export function roundedText(amount: Amount | number, currency: Currency): string {
  return moneyText(rounded(amount, currency), currency);
}

/** The monthly price of so many units. */
export function totalText(monthly: MonthlyPrice, units: number): string {
  const { currency, price } = monthly;
  const total = monthlyTotal(monthly, units);
  return amountText(price.per === 'year' ? rounded(total, currency) : total, { currency, per: 'month' });
}

/** The monthly price of one unit, with the unit. */
export function perMonthText(monthly: MonthlyPrice): string {
  const { currency, price } = monthly;
  return amountText(shownAmount(monthly), { currency, per: 'month', unit: price.unit });
}

function shownAmount({ amount, currency, price }: MonthlyPrice): Amount {
  return price.per === 'year' ? rounded(amount, currency) : amount;
}

/** "$8.33": an amount a month. With annual billing it may be a twelfth. */
export function monthlyText(amount: Amount | number, currency: Currency, billing: Billing | undefined): string {
  return billing === 'annual' ? roundedText(amount, currency) : moneyText(amount, currency);
}

const PERIODS: Record<Per, string> = { month: '/mo', year: '/yr', week: '/wk', day: '/day', once: ' once', usage: '' };
/** Units that name a way to pay. */
const NO_UNITS: readonly string[] = ['flat', 'usage'];

/** An amount with what it buys and for how long: "$12 per user/mo", "€99 once". */
export function amountText(
  amount: Amount,
  { currency, per, unit }: { currency: Currency; per?: Per | undefined; unit?: Unit | undefined },
): string {
  const bought = unit === undefined || NO_UNITS.includes(unit) ? '' : ` per ${unit}`;
  return `${moneyText(toAmount(amount), currency)}${bought}${per === undefined ? '' : PERIODS[per]}`;
}

export function rangeText(min: MonthlyPrice, max: MonthlyPrice): string {
  const lowest = moneyText(shownAmount(min), min.currency);
  const highest = moneyText(shownAmount(max), max.currency);
  return lowest === highest ? `${lowest} per mo` : `${lowest}-${highest} per mo`;
}
