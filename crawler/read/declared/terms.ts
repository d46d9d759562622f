/** The words of money and terms, as this witness asks for them, and what data and words say of a price. */

import { Decimal } from 'decimal.js';
import { defined } from '../../../data/defined.ts';
import { type Amount, toAmount } from '../../../data/money.ts';
import type { Billing } from '../../../data/reading.ts';
import { anyOfUse } from '../../../data/text/claim-words.ts';
import { memoized } from '../../../data/text/memoized.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { periodOf } from '../mentions/between-amounts.ts';
import { termsAround as termsOf } from '../mentions/terms.ts';
import { findMoney } from '../money/money.ts';
import { isPlain, label, tidyName } from '../page/label.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';

/** Each is absent where nothing says it. */
export interface Terms {
  billing?: Billing;
  /** What the amount is for, however it is billed. */
  per?: 'month' | 'year';
  /** The same, where no price beside it tells otherwise. */
  perElse?: 'month' | 'year';
  currency?: string;
  isCurrencyAssumed?: true;
  unit?: string;
  /** In minor units: cents, pence. */
  isMinor?: true;
  isFloor?: true;
}

const FREE = new RegExp(`^(?:${anyOfUse('free', 'line')})[.!]?$`, 'iu');
const CUSTOM = new RegExp(`^(?:${anyOfUse('custom', 'line')})[.!]?$`, 'iu');
const DURATIONS: Record<string, Terms> = {
  ...{ P1M: { per: 'month' }, P30D: { per: 'month' }, P1Y: { per: 'year' }, P12M: { per: 'year' } },
  ...{ MON: { per: 'month' }, ANN: { per: 'year' } },
};

export const isFreeWord = (words: string): boolean => words.length <= 60 && FREE.test(words);
export const isCustomWord = (words: string): boolean => words.length <= 60 && CUSTOM.test(words);

/** What the words around an amount say; undefined where they say that it is no price of a plan. */
function termsAround(head: string, tail: string): Terms | undefined {
  const [start, end] = [head.length, head.length + 1];
  const text = `${head}0${tail}`;
  const { kind, per, billing, unit, isFloor, isOtherTerm } = termsOf({
    ...{ text, amount: { start, end }, before: 0, after: text.length, match: matchAny, seams: [] },
  });
  if (kind !== 'price' || isOtherTerm === true) return undefined;
  if (per !== undefined && per !== 'month' && per !== 'year') return undefined;
  return defined({ per, billing: billing ?? (per === 'year' ? ('annual' as const) : undefined), unit, isFloor });
}

/** "month", "yearly", "P1M", "per user / month", "/mo, billed annually": what stands behind an amount. */
export const periodIn = memoized((words: string): Terms | undefined => {
  const tails = [`/${words.replace(/^[/ ]+|^(?:per|every) /i, '')}`, ` ${words}`];
  const terms = tails.map((tail) => termsAround('', tail)).find((each) => each?.per !== undefined);
  return DURATIONS[words.toUpperCase()] ?? terms;
});

export function unitIn(words: string): Terms {
  return defined({ unit: termsAround('', ` / ${words.replace(/^(?:per|\/) ?/i, '')}`)?.unit });
}

/** "€", "US$": the currency that a template writes before or behind an amount. */
export function currencySigned(sign: string): Terms | undefined {
  const [money] = sign.length > 3 ? [] : findMoney(`${sign}10`, { lang: '' });
  return money && defined({ currency: money.currency, isCurrencyAssumed: money.currencyAssumed || undefined });
}

/** "12", "$12/mo", "From 12 € per seat": one amount, and nothing but its terms. */
export function writtenPrice(words: string, lang: string, stated?: string): (Terms & { amount: Amount }) | undefined {
  if (words.length > 60) return undefined;
  if (/^\d{1,9}(?:\.\d{1,4})?$/.test(words)) return { amount: toAmount(words) };
  const money = onlyOf(findMoney(words, { lang, ...defined({ stated }) }));
  if (money === undefined) return undefined;
  const [head, tail] = [words.slice(0, money.start).trim(), words.slice(money.end)];
  const said = termsAround(head, tail);
  if (said === undefined || (head !== '' && said.isFloor === undefined && said.per === undefined)) return undefined;
  if (tail.trim() !== '' && Object.keys(said).length === 0) return undefined;
  const { amount, currency, currencyAssumed, isFloor } = money;
  return {
    ...said,
    amount,
    currency,
    ...defined({ isCurrencyAssumed: currencyAssumed || undefined, isFloor: isFloor || undefined }),
  };
}

export interface PlanName {
  name: string;
  /** "Pro (Annual)": one way to pay for the plan Pro. */
  billing?: Billing;
}

/** What data calls a plan; undefined for what is no name but a period, a price or a sentence. */
export function planName(words: string): PlanName | undefined {
  const whole = tidyName(label(words, 80));
  const last = matchAny(whole).at(-1);
  const period = last && !/\p{L}/u.test(whole.slice(last.end)) ? periodOf(last) : undefined;
  const rest = period === undefined ? whole : whole.slice(0, last?.start).replace(/[\s,(–—-]{1,5}$/u, '');
  // "Annual plan" is a name where it is all there is, "Annual" a period.
  const name = rest === '' && whole.includes(' ') ? whole : tidyName(rest);
  if (name === '' || name.length > 60 || !/\p{L}/u.test(name) || /[?!;$€£¥₹]/u.test(name)) return undefined;
  if (!isPlain(name) || (isCustomWord(name) && name.includes(' '))) return undefined;
  return { name, ...(period && name !== whole && { billing: period === 'year' ? 'annual' : 'monthly' }) };
}

/** What an annual price beside a monthly one is for, where no field says so. */
export function periodBeside(annual: Amount, monthly: Amount): Terms['per'] {
  const ratio = new Decimal(annual).dividedBy(monthly).toNumber();
  if (ratio >= 0.4 && ratio <= 1) return 'month';
  return ratio >= 5 && ratio <= 12.01 ? 'year' : undefined;
}
