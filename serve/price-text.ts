/** Prices as people write them: "$25", "€9.50", "$25-$599 per mo". Pure; exact, since the formatter is given the decimal string. */
import type { Amount, Currency } from '../data/money.ts';

const formats = new Map<string, Intl.NumberFormat>();

export function moneyText(amount: Amount | number, currency: Currency): string {
  const [, fraction = ''] = String(amount).split('.');
  // Whole, or in hundredths, or as fine as a rate per token is.
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
  return format.format(amount as `${number}`);
}

export function rangeText(min: Amount, max: Amount, currency: Currency): string {
  const lowest = moneyText(min, currency);
  const highest = moneyText(max, currency);
  return lowest === highest ? `${lowest} per mo` : `${lowest}-${highest} per mo`;
}
