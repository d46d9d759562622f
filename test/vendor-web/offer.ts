/**
 * What an invented vendor sells, as plain data. The pages and the truth that a reader is judged by are both derived
 * from one offer, so they cannot disagree.
 *
 * An offer has tiers or models, never both: a layout is a layout of one of the two.
 */
import type { Amount, Currency } from '../../data/money.ts';
import type { Billing, PriceKind } from '../../data/reading.ts';

export interface OfferPrice {
  amount: Amount;
  billing: Billing;
  per: 'month' | 'year';
  /** `struck` is the old price that a `promo` stands beside. */
  kind: Extract<PriceKind, 'list' | 'promo' | 'struck'>;
}

export interface OfferTier {
  name: string;
  kind: 'priced' | 'free' | 'custom';
  tagline: string;
  /** In the order in which the page states them; empty unless `priced`. */
  prices: readonly OfferPrice[];
  features: readonly string[];
  minimumUnits?: number;
}

/** Rates per million tokens. */
export interface OfferModel {
  model: string;
  input: Amount;
  output: Amount;
  cachedInput?: Amount;
}

export type Language = 'en' | 'de' | 'fr' | 'zh' | 'ja';

export interface Offer {
  product: string;
  language: Language;
  /** BCP 47 tag that says how amounts are written: `de-DE` gives "1.250,00 €". */
  locale: string;
  /** `code` writes "USD 12" where `symbol` writes "$12". */
  money: 'symbol' | 'code';
  currency: Currency;
  /** What one price buys; absent where it is flat. */
  unit?: 'user' | 'seat' | 'agent' | 'workspace';
  tiers: readonly OfferTier[];
  models: readonly OfferModel[];
}

export interface TruthPrice extends OfferPrice {
  currency: Currency;
  unit?: string;
}

export interface TruthTier {
  name: string;
  isFree: boolean;
  isCustom: boolean;
  prices: TruthPrice[];
  minimumUnits?: number;
}

export interface TruthRate {
  model: string;
  currency: Currency;
  inputPerMTok: Amount;
  outputPerMTok: Amount;
  cachedInputPerMTok?: Amount;
}

/** All that a perfect reader would find. */
export interface Truth {
  tiers: TruthTier[];
  tokenRates: TruthRate[];
}

export const NO_TRUTH: Truth = { tiers: [], tokenRates: [] };

export function truthOf(offer: Offer): Truth {
  const { currency, unit } = offer;
  return {
    tiers: offer.tiers.map(({ name, kind, prices, minimumUnits }) => ({
      name,
      isFree: kind === 'free',
      isCustom: kind === 'custom',
      prices: prices.map((price) => ({ ...price, currency, ...(unit === undefined ? {} : { unit }) })),
      ...(minimumUnits === undefined ? {} : { minimumUnits }),
    })),
    tokenRates: offer.models.map(({ model, input, output, cachedInput }) => ({
      model,
      currency,
      inputPerMTok: input,
      outputPerMTok: output,
      ...(cachedInput === undefined ? {} : { cachedInputPerMTok: cachedInput }),
    })),
  };
}

/** Both ways of paying are stated for at least one tier, so that a toggle has something to switch. */
export function hasBothBillings(offer: Offer): boolean {
  return offer.tiers.some(
    ({ prices }) => prices.some((p) => p.billing === 'monthly') && prices.some((p) => p.billing === 'annual'),
  );
}
