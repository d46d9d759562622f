/** Offers by seed: enough variety of amounts, terms, currencies and names to try a reader on what nobody wrote by hand. */
import { type Amount, overAmount, timesAmount, toAmount } from '../../data/money.ts';
import type { Offer, OfferModel, OfferPrice, OfferTier } from './offer.ts';
import { type Random, seeded } from './random.ts';

type Place = Pick<Offer, 'locale' | 'language' | 'currency'> & {
  /** Typical price in that currency of what costs 1 in dollars. */
  scale: number;
  hasCents: boolean;
};

const PLACES: readonly Place[] = [
  { locale: 'en-US', language: 'en', currency: 'USD', scale: 1, hasCents: true },
  { locale: 'en-US', language: 'en', currency: 'USD', scale: 1, hasCents: true },
  { locale: 'en-US', language: 'en', currency: 'USD', scale: 1, hasCents: false },
  { locale: 'en-GB', language: 'en', currency: 'GBP', scale: 1, hasCents: true },
  { locale: 'en-IE', language: 'en', currency: 'EUR', scale: 1, hasCents: false },
  { locale: 'de-DE', language: 'de', currency: 'EUR', scale: 1, hasCents: true },
  { locale: 'fr-FR', language: 'fr', currency: 'EUR', scale: 1, hasCents: true },
  { locale: 'de-CH', language: 'de', currency: 'CHF', scale: 20, hasCents: true },
  { locale: 'ja-JP', language: 'ja', currency: 'JPY', scale: 150, hasCents: false },
  { locale: 'zh-CN', language: 'zh', currency: 'CNY', scale: 7, hasCents: false },
  { locale: 'en-IN', language: 'en', currency: 'INR', scale: 900, hasCents: false },
];

const LADDERS: readonly (readonly string[])[] = [
  ['Starter', 'Growth', 'Scale'],
  ['Basic', 'Plus', 'Premium'],
  ['Solo', 'Team', 'Business'],
  ['Essentials', 'Professional', 'Advanced'],
  ['Seed', 'Sprout', 'Forest'],
  ['Bronze', 'Silver', 'Gold'],
];
const FREE_NAMES = ['Free', 'Hobby', 'Community', 'Personal'];
const CUSTOM_NAMES = ['Enterprise', 'Custom', 'Organization'];

const FEATURES: readonly string[] = [
  'Unlimited projects',
  '3 projects',
  '10 GB storage',
  '100 GB storage',
  '1 TB storage',
  'Email support',
  'Priority support',
  'Support within 4 hours',
  'SSO with SAML',
  'SCIM provisioning',
  'Audit log',
  '99.9% uptime SLA',
  'Custom domain',
  '5,000 contacts',
  '25,000 contacts',
  'API access',
  'Webhooks',
  '30-day history',
  '12-month history',
  'Role permissions',
  'Two-factor sign-in',
  'Up to 5 members',
  'Guest access',
  'Custom branding',
  'Data export',
  'Dedicated manager',
];
const TAGLINES = [
  'For trying things out.',
  'For small teams that ship.',
  'For a company that grows.',
  'For those with rules to keep.',
];
const SYLLABLES = ['lor', 'quin', 'vesk', 'tal', 'brim', 'osk', 'fen', 'dray', 'mur', 'zel', 'hask', 'pell'];

/** An offer of tiers: one to three paid ones, often a free one below them and a "contact us" above. */
export function randomOffer(seed: string | number): Offer {
  const random = seeded(`offer ${seed}`);
  const { scale, hasCents, ...place } = random.pick(PLACES);
  const billing = random.pick(['monthly', 'both', 'both', 'both', 'annual', 'total'] as const);
  const unit = random.pick(['user', 'seat', 'agent', 'workspace', undefined, undefined] as const);
  let dollars = random.int(4, 25);
  const paid = random
    .pick(LADDERS)
    .slice(0, random.int(1, 3))
    .map((name): OfferTier => {
      const monthly = priced(dollars * scale, random, hasCents);
      dollars = Math.ceil(dollars * (1.6 + random.next() * 1.5));
      const minimumUnits = unit !== undefined && random.chance(0.2) ? random.int(2, 10) : undefined;
      const prices = pricesOf(monthly, billing, random);
      return {
        name,
        kind: 'priced',
        ...words(random),
        prices,
        ...(minimumUnits === undefined ? {} : { minimumUnits }),
      };
    });
  const tiers: OfferTier[] = [
    ...(random.chance(0.6)
      ? [{ name: random.pick(FREE_NAMES), kind: 'free' as const, ...words(random), prices: [] }]
      : []),
    ...paid,
    ...(random.chance(0.6)
      ? [{ name: random.pick(CUSTOM_NAMES), kind: 'custom' as const, ...words(random), prices: [] }]
      : []),
  ];
  const money = random.chance(0.1) ? 'code' : 'symbol';
  return { product: productName(random), ...place, money, ...(unit === undefined ? {} : { unit }), tiers, models: [] };
}

/** An offer of models, billed by the token. */
export function randomRates(seed: string | number): Offer {
  const random = seeded(`rates ${seed}`);
  const product = productName(random);
  const hasCache = random.chance(0.7);
  const isYuan = random.chance(0.2);
  const models = Array.from({ length: random.int(2, 7) }, (_, at): OfferModel => {
    const input = toAmount(random.pick(['0.075', '0.10', '0.15', '0.25', '0.80', '1.25', '2.50', '3.00', '15.00']));
    return {
      model: `${product.toLowerCase()}-${random.int(1, 5)}.${at}${random.pick(['', '-mini', '-pro', '-flash'])}`,
      input,
      output: timesAmount(input, random.pick([3, 4, 5, 8])),
      ...(hasCache ? { cachedInput: overAmount(input, random.pick([2, 4, 10])) } : {}),
    };
  });
  const place = isYuan
    ? ({ locale: 'zh-CN', language: 'zh', currency: 'CNY' } as const)
    : ({ locale: 'en-US', language: 'en', currency: 'USD' } as const);
  return { product, ...place, money: 'symbol', tiers: [], models };
}

function productName(random: Random): string {
  const name = random.pick(SYLLABLES) + random.pick(SYLLABLES);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function words(random: Random): Pick<OfferTier, 'tagline' | 'features'> {
  return { tagline: random.pick(TAGLINES), features: random.shuffle(FEATURES).slice(0, random.int(2, 6)) };
}

function priced(about: number, random: Random, hasCents: boolean): Amount {
  const whole = about >= 1000 ? Math.round(about / 100) * 100 : Math.max(1, Math.round(about));
  return toAmount(hasCents && random.chance(0.3) ? `${whole - 1}.99` : String(whole));
}

function pricesOf(monthly: Amount, billing: 'monthly' | 'both' | 'annual' | 'total', random: Random): OfferPrice[] {
  const list = { kind: 'list' as const };
  const reduced = wholeShare(monthly, random.pick(['0.8', '0.75', '0.9']));
  const annual: OfferPrice = { amount: reduced, billing: 'annual', per: 'month', ...list };
  if (billing === 'annual') return [annual];
  if (billing === 'total') return [{ amount: timesAmount(reduced, 12), billing: 'annual', per: 'year', ...list }];
  const monthlyPrice: OfferPrice = { amount: monthly, billing: 'monthly', per: 'month', ...list };
  return billing === 'monthly' ? [monthlyPrice] : [monthlyPrice, annual];
}

/** A share in whole currency units, as vendors round their annual prices, and never nothing. */
function wholeShare(amount: Amount, share: Amount): Amount {
  const whole = timesAmount(amount, share).split('.')[0] ?? '0';
  return toAmount(whole === '0' ? '1' : whole);
}
