/** Honest vendors with one unchanging offer each (data/offers.yaml). */
import { dataOf } from '../data.ts';
import { NOISE_AMOUNTS } from '../layouts/noisy.ts';
import type { Offer, OfferTier } from '../offer.ts';
import { custom, free, offer, onSale, type PaidTerms, paid } from '../offers.ts';
import { type OfferFacts, offerVendor } from '../page-vendor.ts';
import type { Vendor } from '../vendor.ts';

type Terms = 'free' | 'custom' | PaidTerms | { was: string; now: string };

interface Row
  extends Pick<OfferFacts, 'slug' | 'category' | 'path' | 'expect'>,
    Partial<Pick<Offer, 'unit' | 'locale' | 'language' | 'currency' | 'money'>> {
  /** The slug with a capital by default. */
  name?: string;
  layout: string;
  tiers: Record<string, Terms>[];
}

const OFFERS = dataOf<{ plain: Row[]; terms: Row[] }>('offers');

function tierOf([name, terms]: [string, Terms]): OfferTier {
  if (terms === 'free') return free(name);
  if (terms === 'custom') return custom(name);
  return 'was' in terms ? onSale(name, terms) : paid(name, terms);
}

function vendorIn({ slug, category, path, expect, layout, tiers, ...row }: Row): Vendor {
  const { name = slug.charAt(0).toUpperCase() + slug.slice(1), ...terms } = row;
  const own = { ...(category && { category }), ...(path && { path }), ...(expect && { expect }) };
  return offerVendor({
    slug,
    name,
    layout,
    ...own,
    ...(layout === 'noisy-cards' && { decoys: NOISE_AMOUNTS }),
    offer: offer(name, { ...terms, tiers: tiers.flatMap((tier) => Object.entries(tier).map(tierOf)) }),
    // Swiss pages group with either apostrophe; ICU has changed its mind between versions.
    ...(slug === 'alpenkasse' && { edit: (body: string) => body.replaceAll(/1['’]250/g, () => '1’250') }),
  });
}

/** One vendor for each kind of layout of tiers; test/crawler/read/vendor-web.test.ts reads every layout. */
export const PLAIN: readonly Vendor[] = OFFERS.plain.map(vendorIn);

/** Vendors of several currencies, locales and ways of billing. */
export const TERMS: readonly Vendor[] = OFFERS.terms.map(vendorIn);
