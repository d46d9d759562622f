/** Regions of a page that were read as offers. */
import type { Span } from '../page/document.ts';
import type { NameCandidate } from './names.ts';
import type { OfferPrices } from './prices.ts';
import type { Group, Region } from './regions.ts';

/** A region read as an offer. */
export interface Offer {
  region: Region;
  name: NameCandidate | undefined;
  /** Lines that may be its name, the likeliest first. */
  candidates: readonly NameCandidate[];
  prices: OfferPrices;
  /** How likely the region is one offer with that name and these prices, 0 to 1. */
  quality: number;
}

/** The offers of a group of regions; `quality` is how many of them are right, as far as the page tells. */
export interface OfferGroup extends Span {
  group: Group;
  offers: Offer[];
  quality: number;
}
