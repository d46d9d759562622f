/** Short ways to write an offer by hand, for the vendors of this web and for tests that need one. */
import { toAmount } from '../../data/money.ts';
import type { Offer, OfferModel, OfferPrice, OfferTier } from './offer.ts';

const FEATURES: readonly (readonly string[])[] = [
  ['3 projects', '1 GB storage', 'Community support'],
  ['Unlimited projects', '50 GB storage', 'Email support'],
  ['Unlimited projects', '500 GB storage', 'Priority support', 'Audit log'],
  ['Unlimited projects', 'SSO with SAML', 'SCIM provisioning', '99.9% uptime SLA'],
];

export interface PaidTerms {
  monthly?: string;
  /** A month, when paid by the year. */
  annual?: string;
  /** The whole year's sum. */
  yearly?: string;
  minimumUnits?: number;
}

export function free(name: string): OfferTier {
  return { name, kind: 'free', tagline: 'For trying things out.', prices: [], features: FEATURES[0] ?? [] };
}

export function paid(name: string, { monthly, annual, yearly, minimumUnits }: PaidTerms): OfferTier {
  const prices = [
    ...listed(monthly, 'monthly', 'month'),
    ...listed(annual, 'annual', 'month'),
    ...listed(yearly, 'annual', 'year'),
  ];
  const features = FEATURES[1 + (name.length % 2)] ?? [];
  const minimum = minimumUnits === undefined ? {} : { minimumUnits };
  return { name, kind: 'priced', tagline: 'For teams that ship every week.', prices, features, ...minimum };
}

/** A tier on sale: `was` is struck through, `now` stands beside it. */
export function onSale(name: string, { was, now }: { was: string; now: string }): OfferTier {
  const price = { billing: 'monthly', per: 'month' } as const;
  const prices: OfferPrice[] = [
    { amount: toAmount(was), ...price, kind: 'struck' },
    { amount: toAmount(now), ...price, kind: 'promo' },
  ];
  return { ...paid(name, {}), prices };
}

export function custom(name: string): OfferTier {
  return { name, kind: 'custom', tagline: 'For those with rules to keep.', prices: [], features: FEATURES[3] ?? [] };
}

export function model(name: string, input: string, output: string, cachedInput?: string): OfferModel {
  const cached = cachedInput === undefined ? {} : { cachedInput: toAmount(cachedInput) };
  return { model: name, input: toAmount(input), output: toAmount(output), ...cached };
}

/** An American offer; the overrides say what it is about. */
export function offer(product: string, over: Partial<Offer>): Offer {
  return { product, language: 'en', locale: 'en-US', money: 'symbol', currency: 'USD', tiers: [], models: [], ...over };
}

function listed(amount: string | undefined, billing: OfferPrice['billing'], per: OfferPrice['per']): OfferPrice[] {
  return amount === undefined ? [] : [{ amount: toAmount(amount), billing, per, kind: 'list' }];
}
