/**
 * How one page words its prices. Vendors say "per month" in a dozen ways; one page says it in one way throughout, so
 * the choice is made once a page.
 */
import type { Amount } from '../../data/money.ts';
import type { Language, Offer, OfferPrice, OfferTier } from './offer.ts';
import type { Random } from './random.ts';

interface Vocabulary {
  units: Record<NonNullable<Offer['unit']>, string>;
  /** The term of one period; `unit` is translated, or undefined where the price is flat. */
  month: readonly ((unit: string | undefined) => string)[];
  year: readonly ((unit: string | undefined) => string)[];
  billedMonthly: readonly string[];
  billedAnnually: readonly string[];
  free: readonly string[];
  custom: readonly string[];
  buy: readonly string[];
  minimum(count: number, unit: string): string;
  title: string;
  lead: string;
  monthly: string;
  annual: string;
  tier: string;
  price: string;
  or: string;
}

const english: Vocabulary = {
  units: { user: 'user', seat: 'seat', agent: 'agent', workspace: 'workspace' },
  month: [
    (unit) => (unit ? `per ${unit} / month` : 'per month'),
    (unit) => (unit ? `/${unit}/month` : '/month'),
    (unit) => (unit ? `/mo per ${unit}` : '/mo'),
    (unit) => (unit ? `per ${unit} per month` : 'a month'),
  ],
  year: [
    (unit) => (unit ? `per ${unit} / year` : 'per year'),
    (unit) => (unit ? `/${unit}/year` : '/year'),
    (unit) => (unit ? `/yr per ${unit}` : '/yr'),
    (unit) => (unit ? `per ${unit} per year` : 'a year'),
  ],
  billedMonthly: ['billed monthly', 'when billed monthly', 'paid monthly'],
  billedAnnually: ['billed annually', 'when billed annually', 'billed yearly', 'paid annually'],
  free: ['Free', 'Free forever', '0'],
  custom: ['Contact us', 'Custom', "Let's talk", 'Contact sales'],
  buy: ['Start free trial', 'Get started', 'Choose this one', 'Buy now'],
  minimum: (count, unit) => `Minimum ${count} ${unit}s`,
  title: 'Pricing',
  lead: 'Pick what fits today and change it whenever you like.',
  monthly: 'Monthly',
  annual: 'Annual',
  tier: 'Plan',
  price: 'Price',
  or: 'or',
};

const german: Vocabulary = {
  units: { user: 'Nutzer', seat: 'Platz', agent: 'Agent', workspace: 'Arbeitsbereich' },
  month: [(unit) => (unit ? `pro ${unit} / Monat` : 'pro Monat'), (unit) => (unit ? `/ Monat pro ${unit}` : '/ Monat')],
  year: [(unit) => (unit ? `pro ${unit} / Jahr` : 'pro Jahr'), (unit) => (unit ? `/ Jahr pro ${unit}` : '/ Jahr')],
  billedMonthly: ['bei monatlicher Abrechnung', 'monatlich abgerechnet'],
  billedAnnually: ['bei jährlicher Abrechnung', 'jährlich abgerechnet'],
  free: ['Kostenlos'],
  custom: ['Auf Anfrage', 'Kontakt aufnehmen'],
  buy: ['Jetzt testen', 'Auswählen'],
  minimum: (count, unit) => `Mindestens ${count} ${unit}`,
  title: 'Preise',
  lead: 'Wählen Sie, was heute passt, und wechseln Sie jederzeit.',
  monthly: 'Monatlich',
  annual: 'Jährlich',
  tier: 'Tarif',
  price: 'Preis',
  or: 'oder',
};

const french: Vocabulary = {
  units: { user: 'utilisateur', seat: 'poste', agent: 'agent', workspace: 'espace' },
  month: [(unit) => (unit ? `par ${unit} / mois` : 'par mois'), (unit) => (unit ? `/mois par ${unit}` : '/mois')],
  year: [(unit) => (unit ? `par ${unit} / an` : 'par an'), (unit) => (unit ? `/an par ${unit}` : '/an')],
  billedMonthly: ['facturé mensuellement'],
  billedAnnually: ['facturé annuellement'],
  free: ['Gratuit'],
  custom: ['Sur devis', 'Contactez-nous'],
  buy: ['Essayer', 'Choisir'],
  minimum: (count, unit) => `Minimum ${count} ${unit}s`,
  title: 'Tarifs',
  lead: 'Choisissez ce qui vous convient, changez quand vous voulez.',
  monthly: 'Mensuel',
  annual: 'Annuel',
  tier: 'Formule',
  price: 'Prix',
  or: 'ou',
};

const chinese: Vocabulary = {
  units: { user: '用户', seat: '席位', agent: '坐席', workspace: '工作区' },
  month: [(unit) => (unit ? `/ ${unit} / 月` : '/ 月'), (unit) => (unit ? `每${unit}每月` : '每月')],
  year: [(unit) => (unit ? `/ ${unit} / 年` : '/ 年'), (unit) => (unit ? `每${unit}每年` : '每年')],
  billedMonthly: ['按月付费'],
  billedAnnually: ['按年付费'],
  free: ['免费'],
  custom: ['联系我们', '联系销售'],
  buy: ['立即开始', '免费试用'],
  minimum: (count, unit) => `最少 ${count} 个${unit}`,
  title: '价格',
  lead: '选择适合您的方案，随时可以更改。',
  monthly: '月付',
  annual: '年付',
  tier: '方案',
  price: '价格',
  or: '或',
};

const japanese: Vocabulary = {
  units: { user: 'ユーザー', seat: 'シート', agent: 'エージェント', workspace: 'ワークスペース' },
  month: [(unit) => (unit ? `/ ${unit} / 月` : '/ 月')],
  year: [(unit) => (unit ? `/ ${unit} / 年` : '/ 年')],
  billedMonthly: ['月払い'],
  billedAnnually: ['年払い'],
  free: ['無料'],
  custom: ['お問い合わせ'],
  buy: ['無料で試す', '申し込む'],
  minimum: (count, unit) => `最低 ${count} ${unit}`,
  title: '料金',
  lead: '必要な分だけ、いつでも変更できます。',
  monthly: '月払い',
  annual: '年払い',
  tier: 'プラン',
  price: '料金',
  or: 'または',
};

const VOCABULARIES: Record<Language, Vocabulary> = {
  en: english,
  de: german,
  fr: french,
  zh: chinese,
  ja: japanese,
};

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
    (per === 'month' ? words.month : words.year)[style]?.(unit) ?? '';
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
      minimumUnits === undefined || unit === undefined ? undefined : words.minimum(minimumUnits, unit),
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
