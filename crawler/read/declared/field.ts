/**
 * What the name of a field says of the amount in it (`monthlyPrice`, `price_annual_cents`), and what fields beside it
 * say (`interval: "month"`, `currency: "€"`). The words are data: field-words.json.
 *
 * The vocabulary is closed: a name with a word that is not in it (`setupPrice`, `storage_cost`) is no price of a plan.
 */
import { defined } from '../../../data/defined.ts';
import { memoized } from '../../../data/text/memoized.ts';
import { isCode } from '../money/currency.ts';
import stated from './field-words.json' with { type: 'json' };
import { type DataEntry, type DataObject, fieldOf } from './literal.ts';
import { currencySigned, periodIn, type Terms, unitIn } from './terms.ts';

const WORDS = new Map(Object.entries(stated).map(([use, words]) => [use, new Set(words.split(' '))]));
export const isWord = (use: keyof typeof stated, word: string): boolean => WORDS.get(use)?.has(word) === true;
export const NAME_FIELDS: readonly string[] = stated.names.split(' ');

interface PriceField extends Terms {
  /** Whether the name itself speaks of money or of a billing; others are prices only inside of such a field. */
  isPrice: boolean;
}

/** `priceInCents` → price, in, cents. */
export const wordsOf = memoized((name): readonly string[] =>
  name
    .slice(0, 60)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== ''),
);

/** Undefined where the name speaks of something else. */
export const priceField = memoized((name): PriceField | undefined => {
  const words = wordsOf(name);
  if (words.length === 0 || words.length > 7) return undefined;
  // Stripe's name for the price of one unit is always in minor units.
  const field: PriceField = { isPrice: false, ...(/^unit_?amount$/i.test(name) && { isMinor: true }) };
  for (const [at, word] of words.entries()) {
    const isPer = words[at - 1] === 'per';
    const isYear = isWord('year', word);
    if (isYear || isWord('month', word)) {
      field.isPrice = true;
      if (isPer || (isYear && words.includes('total'))) field.per = isYear ? 'year' : 'month';
      Object.assign(field, isPer ? {} : billedBy(isYear, field));
    } else if (isWord('price', word)) field.isPrice = true;
    else if (isWord('minor', word)) field.isMinor = true;
    else if (isWord('unit', word) && (isPer || words.length === 1)) field.unit = word;
    else if (word.length === 3 && isCode(word.toUpperCase())) field.currency = word.toUpperCase();
    else if (!isWord('neutral', word)) return undefined;
  }
  return field;
});

/** "annualMonthlyPrice", and "monthly" among what is annual: a month's, billed by the year. */
export function billedBy(isYear: boolean, { billing, per }: Terms): Terms {
  const isBoth = isYear ? billing === 'monthly' : billing === 'annual';
  if (isBoth) return { billing: 'annual', per: 'month' };
  return { billing: isYear ? 'annual' : 'monthly', ...defined({ per }) };
}

/** Beside a price, it says that this is or has been on sale: which of the two is asked can't be told from names. */
export function isFormerPrice({ key, value }: DataEntry): boolean {
  if (value.kind !== 'number' && value.kind !== 'string') return false;
  if (key === 'priceType') return /(?:List|Strikethrough|SR)P(?:rice)?$/.test(value.value);
  const words = wordsOf(key);
  const isNamed = words.some((word) => isWord('former', word)) && words.some((word) => isWord('price', word));
  return isNamed && !/^0?$/.test(value.value);
}

/** What a key that holds plans says of all of them: `monthly`, `annualPlans`, `usd`. */
export const termsOfHolder = memoized((key): Terms => {
  const words = wordsOf(key).filter((word) => !isWord('holders', word));
  const { billing, currency } = priceField(words.join('_')) ?? {};
  return defined({ billing, currency });
});

/** What the fields of an object say of the prices among them. */
export function termsBeside({ entries }: DataObject): Terms {
  const terms: Terms = {};
  for (const { key, value } of entries.slice(0, 60)) {
    const isQuantity = value.kind === 'object' && isWord('quantities', key) && fieldOf(value, 'price') === undefined;
    if (isQuantity) Object.assign(terms, termsBeside(value));
    if (value.kind === 'string' && value.value.length <= 50) Object.assign(terms, termsOf(key, value.value.trim()));
  }
  return terms;
}

function termsOf(key: string, value: string): Terms | undefined {
  const words = wordsOf(key);
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length > 3 || value === '') return undefined;
  const code = value.toUpperCase();
  const isCurrency = isWord('currency', last) || first === 'currency';
  const currency = isCurrency && /^[A-Z]{3}$/.test(code) && isCode(code) ? { currency: code } : undefined;
  const money = isCurrency ? (currency ?? currencySigned(value)) : undefined;
  const isBilling = isWord('billing', first) && last !== 'duration';
  if (money !== undefined || (!isBilling && first !== 'unit' && !isWord('interval', last))) return money;
  const { per, ...others } = isWord('year', value.toLowerCase()) ? { per: 'year' } : (periodIn(value) ?? {});
  if (per === undefined) return first === 'unit' ? unitIn(value) : undefined;
  if (isBilling) return { billing: per === 'year' ? 'annual' : 'monthly', ...others };
  return per === 'month' ? { per, ...others } : { ...others, billing: 'annual', perElse: 'year' };
}

/** How many months or years a field beside says. */
function countIn(entries: readonly DataEntry[]): string | undefined {
  const isQuantity = entries.some(({ key }) => key === 'unitCode');
  const isCount = (key: string) =>
    /^interval_?count$/i.test(key) || (isQuantity && (key === 'value' || key === 'billingDuration'));
  const count = entries.find(({ key }) => isCount(key))?.value;
  return count?.kind === 'number' || count?.kind === 'string' ? count.value : undefined;
}

/** "Every three months" is neither a month nor a year; a fee, and a price for members, is not what a plan costs. */
export function isOfOtherTerms({ entries }: DataObject): boolean {
  const count = countIn(entries);
  const isOther = ({ key, value }: DataEntry) =>
    key === 'validForMemberTier' ||
    (key === 'priceComponentType' && value.kind === 'string' && !/Subscription$/.test(value.value)) ||
    (value.kind === 'object' &&
      isWord('quantities', key) &&
      fieldOf(value, 'price') === undefined &&
      isOfOtherTerms(value));
  return (count !== undefined && count !== '1') || entries.some(isOther);
}
