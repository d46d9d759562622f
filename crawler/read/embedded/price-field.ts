/**
 * What the name of a field says about the amount in it: `monthlyPrice`, `price_annual_cents`, `pricePerSeat`.
 *
 * A closed vocabulary: a name with a word that is not in it (`setupPrice`, `storage_cost`) is no price of a tier.
 */
import type { Billing, Per } from '../../../data/reading.ts';
import { isCode } from '../money/currency.ts';

/** What names and neighbouring fields say; each is absent where nothing does. */
export interface FieldTerms {
  isMonthly?: true;
  isAnnual?: true;
  /** "per month": what the amount is for, however it is billed. */
  isPerMonth?: true;
  isPerYear?: true;
  /** It recurs every year: a year's amount, unless a dearer one a month stands beside it. */
  isEachYear?: true;
  /** In minor units: cents, pence. */
  isMinor?: true;
  currency?: string;
  isCurrencyAssumed?: true;
  unit?: string;
}

const PRICE = new Set(['price', 'prices', 'pricing', 'cost', 'amount']);
const MONTH = new Set(['month', 'monthly', 'mo', 'months']);
const YEAR = new Set(['annual', 'annually', 'yearly', 'year', 'yr']);
const MINOR = new Set(['cents', 'cent', 'minor', 'pence']);
const UNIT = new Set(['user', 'seat', 'member', 'agent', 'editor']);
/** Say nothing against its being the price. */
const PLAIN = new Set([
  ...['value', 'unit', 'list', 'base', 'billed', 'billing', 'when', 'if', 'in', 'per', 'total', 'display', 'formatted'],
  ...[
    'text',
    'label',
    'string',
    'number',
    'default',
    'current',
    'plan',
    'payment',
    'by',
    'units',
    'usual',
    'subscription',
  ],
]);
/** Beside a price, these say that it is or has been on sale: which of them is asked can't be told from names. */
const SALE = /sale|promo|discounted|intro|original|compare|strike|struck|^old|^was|previous|regular|special|offer/i;

/** Names of fields recur by the thousand. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 4000;

/** `priceInCents` → price, in, cents. */
export function wordsOf(name: string): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, words);
  return words;
}

export interface PriceField extends FieldTerms {
  /** Whether the name itself speaks of money or of a billing; others are prices only inside of such a field. */
  isPrice: boolean;
}

/** Undefined where the name speaks of something else. */
export function priceField(name: string): PriceField | undefined {
  if (name.length > 40) return undefined;
  const words = wordsOf(name);
  const field: PriceField = { isPrice: false };
  if (words.length === 0 || words.length > 7) return undefined;
  for (const [at, word] of words.entries()) {
    const isAfterPer = words[at - 1] === 'per';
    if (PRICE.has(word)) field.isPrice = true;
    else if (MONTH.has(word)) {
      if (isAfterPer) field.isPerMonth = true;
      else field.isMonthly = true;
    } else if (YEAR.has(word)) {
      if (isAfterPer) field.isPerYear = true;
      else field.isAnnual = true;
    } else if (MINOR.has(word)) field.isMinor = true;
    else if (UNIT.has(word) && (isAfterPer || words.length === 1)) field.unit = word;
    else if (word.length === 3 && isCode(word.toUpperCase())) field.currency = word.toUpperCase();
    else if (!PLAIN.has(word)) return undefined;
  }
  // Stripe's name for the price of one unit; always in minor units.
  if (/^unit_?amount$/i.test(name)) field.isMinor = true;
  if (words.includes('total') && field.isAnnual) field.isPerYear = true;
  if (field.isMonthly || field.isAnnual || field.isPerMonth || field.isPerYear) field.isPrice = true;
  return field;
}

export function isSaleField(name: string): boolean {
  return name.length <= 40 && SALE.test(name) && wordsOf(name).some((word) => PRICE.has(word));
}

export interface Period {
  billing?: Billing;
  per?: Per;
  /** Billed by the year, and whether the amount is a month's or the year's is not said. */
  isOpen?: true;
  /** What it is where nothing beside it tells. */
  else?: 'year';
  /** Nothing but "a month" is said. */
  isBillingAssumed?: true;
}

export function periodOf({ isMonthly, isAnnual, isPerMonth, isPerYear, isEachYear }: FieldTerms): Period {
  if (isAnnual || isEachYear) {
    if (isMonthly || isPerMonth) return { billing: 'annual', per: 'month' };
    if (isPerYear) return { billing: 'annual', per: 'year' };
    return { billing: 'annual', isOpen: true, ...(isEachYear && { else: 'year' as const }) };
  }
  if (isPerYear) return { billing: 'annual', per: 'year' };
  if (isMonthly) return { billing: 'monthly', per: 'month' };
  return isPerMonth ? { billing: 'monthly', per: 'month', isBillingAssumed: true } : {};
}

/** What a field of a period says, in the languages that templates are filled in. */
const EACH = '(?:\\/ ?|per |an? |every |billed |pro |im |je |par |al |por |a la |na |за |в )?';
const A_MONTH = new RegExp(
  `^${EACH}(?:month|monthly|mo|months|p1m|monat|monatlich|mois|mensuel(?:le)?|mes|mensual|mês|mensal|mese|mensile|maand|maandelijks|miesiąc|miesięcznie|měsíc|měsíčně|månad|måned|kuukausi|месяц|місяць|ay|bulan)$|^(?:1 ?)?(?:[个個ヶか]?月|月額|月额|每月|개월|월)$`,
);
const A_YEAR = new RegExp(
  `^${EACH}(?:year|yearly|annual|annually|yr|annum|years|p1y|jahr|jährlich|an|année|annuel(?:le)?|año|anual|ano|anno|annuale|jaar|jaarlijks|rok|rocznie|ročně|år|vuosi|год|рік|yıl|tahun)$|^(?:1 ?)?(?:年|年額|年额|每年|년)$`,
);
const INTERVAL = /^(?:interval|period|frequency|cycle|duration|per|recurrence|term)$/;

/** What fields beside an amount say of it: `interval: "month"`, `billing: "annual"`, `currency: "usd"`, `unit: "seat"`. */
export function termsBeside(name: string, value: string): FieldTerms | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (value.length > 40 || words.length > 3) return undefined;
  if (
    last === 'currency' ||
    /^(?:currency|currency ?code|price currency|iso currency|currency iso)$/.test(words.join(' '))
  ) {
    const code = value.trim().toUpperCase();
    return /^[A-Z]{3}$/.test(code) && isCode(code) ? { currency: code } : undefined;
  }
  const isBilling = words[0] === 'billing' || words[0] === 'billed' || words[0] === 'payment';
  const isInterval = INTERVAL.test(last);
  if (isBilling || isInterval) {
    const said = value.toLowerCase().replace(/[_-]/g, ' ').trim();
    if (A_MONTH.test(said)) return isBilling ? { isMonthly: true } : { isPerMonth: true };
    if (A_YEAR.test(said)) return isBilling ? { isAnnual: true } : { isEachYear: true };
    return undefined;
  }
  if (/^(?:unit|unit label|unit name|price unit|per unit)$/.test(words.join(' '))) {
    const unit = value.toLowerCase().replace(/^(?:per|\/) ?/, '');
    return UNIT.has(unit) || unit === 'workspace' || unit === 'project' ? { unit } : undefined;
  }
  return undefined;
}
