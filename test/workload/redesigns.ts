/** Pages of the vendor web to teach, and the same plans at other prices in every layout: what vendors do to their pages. */

import type { TaughtFacts } from '../../data/recipe.ts';
import type { LabelledSource } from '../../lab/teach/trials.ts';
import { type LaidOut, layoutsOf } from '../vendor-web/layouts.ts';
import type { Offer, OfferPrice } from '../vendor-web/offer.ts';
import { randomOffer } from '../vendor-web/random-offer.ts';
import { labelOf } from './labelled-layouts.ts';

export interface Lesson {
  layout: string;
  page: LabelledSource;
  facts: TaughtFacts;
  /** Every layout, that of the lesson included, in other words and classes. */
  later: { layout: string; page: LabelledSource }[];
}

/** A tenth more, and a unit, so that no amount stays. */
const RISE = 1.1;

export function redesigns(seeds: number): Lesson[] {
  return Array.from({ length: seeds }, (_, at) => 7000 + at).flatMap((seed) => {
    const offer = randomOffer(seed);
    const later = plain(layoutsOf(repriced(offer), seed + 1)).map((page) => ({
      layout: page.layout,
      page: served(page, offer),
    }));
    return plain(layoutsOf(offer, seed)).map((page) => ({
      ...{ layout: page.layout, page: served(page, offer), later },
      facts: factsOf(page),
    }));
  });
}

/** Shown whole by plain HTTP, as text. */
function plain(pages: readonly LaidOut[]): LaidOut[] {
  return pages.filter(({ render, format }) => render === 'http' && format !== 'json');
}

function served({ body, format, truth }: LaidOut, { currency }: Offer): LabelledSource {
  return { source: body, format, url: 'https://vendor.example/pricing', label: labelOf(truth, currency) };
}

function repriced(offer: Offer): Offer {
  const raised = (price: OfferPrice): OfferPrice => {
    const [whole = '0', cents = '00'] = price.amount.split('.');
    return { ...price, amount: `${Math.round(Number(whole) * RISE) + 1}.${cents}` };
  };
  return { ...offer, tiers: offer.tiers.map((tier) => ({ ...tier, prices: tier.prices.map(raised) })) };
}

function factsOf({ truth }: LaidOut): TaughtFacts {
  const plans = truth.tiers.map(({ name, isFree, isCustom, prices }) => ({
    ...{ name, ...(isFree && { isFree }), ...(isCustom && { isCustom }) },
    prices: prices.filter(({ kind }) => kind !== 'struck').map(({ kind: _, ...price }) => price),
  }));
  return { plans, ignored: [] };
}
