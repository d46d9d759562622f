/**
 * How one page words its prices. Vendors say "per month" in a dozen ways; one page says it in one way throughout, so
 * the choice is made once a page.
 */
import type { Amount } from '../../data/money.ts';
import { dataOf } from './data.ts';
import type { Language, Offer, OfferPrice, OfferTier } from './offer.ts';
import type { Random } from './random.ts';

interface Vocabulary {
  units: Record<NonNullable<Offer['unit']>, string>;
  /** The term of one period, around the translated `{unit}`, and for a flat price. */
  month: readonly [perUnit: string, flat: string][];
  year: readonly [perUnit: string, flat: string][];
  billedMonthly: readonly string[];
  billedAnnually: readonly string[];
  free: readonly string[];
  custom: readonly string[];
  buy: readonly string[];
  /** Around `{count}` and `{unit}`. */
  minimum: string;
  title: string;
  lead: string;
  monthly: string;
  annual: string;
  tier: string;
  price: string;
  or: string;
}

const VOCABULARIES = dataOf<Record<Language, Vocabulary>>('wording');

export interface Wording {
  money(amount: Amount): string;
  /** What stands beside the amount: "per user / month, billed annually". */
  terms(price: Pick<OfferPrice, 'billing' | 'per'>): string;
  /** The terms without how they are billed: "per user / month". */
  period(price: Pick<OfferPrice, 'per'>): string;
  /** Amount and terms in one run of text. */
  line(price: OfferPrice): string;
  free: string;
  custom: string;
  buy: string;
  minimum(tier: OfferTier): string | undefined;
  labels: Pick<Vocabulary, 'title' | 'lead' | 'monthly' | 'annual' | 'tier' | 'price' | 'or'>;
}

export function wordingOf(offer: Offer, random: Random): Wording {
  const words = VOCABULARIES[offer.language];
  const unit = offer.unit === undefined ? undefined : words.units[offer.unit];
  const style = random.int(0, words.month.length - 1);
  const billed = { monthly: random.pick(words.billedMonthly), annual: random.pick(words.billedAnnually) };
  const free = random.pick(words.free);
  const money = (amount: Amount) => moneyText(amount, offer);
  const period = ({ per }: Pick<OfferPrice, 'per'>) =>
    (per === 'month' ? words.month : words.year)[style]?.[unit === undefined ? 1 : 0].replace('{unit}', unit ?? '') ??
    '';
  const terms = ({ billing, per }: Pick<OfferPrice, 'billing' | 'per'>) => {
    // "/year" says how it is billed; "/month" beside an annual price of the same tier does not.
    const isPlain = per === 'year' || (billing === 'monthly' && !offer.tiers.some(hasAnnual));
    return isPlain ? period({ per }) : `${period({ per })}, ${billed[billing]}`;
  };
  return {
    money,
    terms,
    period,
    line: (price) => {
      const said = terms(price);
      return said.startsWith('/') ? `${money(price.amount)}${said}` : `${money(price.amount)} ${said}`;
    },
    free: free === '0' ? money('0') : free,
    custom: random.pick(words.custom),
    buy: random.pick(words.buy),
    minimum: ({ minimumUnits }) =>
      minimumUnits === undefined || unit === undefined
        ? undefined
        : words.minimum.replace('{count}', String(minimumUnits)).replace('{unit}', unit),
    labels: words,
  };
}

function hasAnnual({ prices }: OfferTier): boolean {
  return prices.some(({ billing }) => billing === 'annual');
}

/** As a vendor of that country writes it: whole amounts without decimals, small rates with all of theirs. */
export function moneyText(amount: Amount, offer: Pick<Offer, 'locale' | 'currency' | 'money'>): string {
  return moneyParts(amount, offer)
    .map(({ value }) => value)
    .join('');
}

export function moneyParts(
  amount: Amount,
  { locale, currency, money }: Pick<Offer, 'locale' | 'currency' | 'money'>,
): Intl.NumberFormatPart[] {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: money === 'code' ? 'code' : 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    trailingZeroDisplay: 'stripIfInteger',
  });
  // A string is formatted exactly, where a number would be a float; `Amount` is such a string by its schema.
  return format.formatToParts(amount as `${number}`);
}
