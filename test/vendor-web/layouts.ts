/**
 * The one list of layouts, and the call that lays one offer out in all of them.
 *
 * Every page of `layoutsOf(offer)` has the same truth, so a reader must read the same from each.
 */

import type { Layout } from './layout.ts';
import {
  articleCards,
  divCards,
  flatHeadings,
  listCards,
  priceFirstCards,
  templateLeftovers,
} from './layouts/cards.ts';
import { jsonLdOffers, microdata, microdataTerms, nextData, rdfa } from './layouts/embedded.ts';
import { frontMatter } from './layouts/front-matter.ts';
import * as hydration from './layouts/hydration.ts';
import { noisyCards } from './layouts/noisy.ts';
import * as rates from './layouts/rate-cards.ts';
import { scriptOnly } from './layouts/script-only.ts';
import { splitPrice } from './layouts/split-price.ts';
import {
  ariaGrid,
  cardsAndComparison,
  planColumns,
  planRows,
  plansSecond,
  splitTable,
  termsInHeader,
} from './layouts/tables.ts';
import { definitionList, markdownLists, markdownSections, markdownTable, prose } from './layouts/text.ts';
import { toggleAttributes, toggleBare, toggleClass, toggleHidden, toggleStyle } from './layouts/toggles.ts';
import { type Offer, type Truth, truthOf } from './offer.ts';
import { seeded } from './random.ts';

export const LAYOUTS: readonly Layout[] = [
  divCards,
  listCards,
  articleCards,
  flatHeadings,
  priceFirstCards,
  templateLeftovers,
  planColumns,
  planRows,
  plansSecond,
  termsInHeader,
  splitTable,
  ariaGrid,
  cardsAndComparison,
  definitionList,
  prose,
  markdownTable,
  markdownSections,
  markdownLists,
  splitPrice,
  toggleHidden,
  toggleClass,
  toggleStyle,
  toggleAttributes,
  toggleBare,
  jsonLdOffers,
  microdata,
  microdataTerms,
  rdfa,
  nextData,
  hydration.nextState,
  hydration.nextBare,
  hydration.flightState,
  hydration.nuxtState,
  hydration.nuxtPayload,
  hydration.astroIsland,
  hydration.stateShell,
  hydration.staleState,
  hydration.pricingJson,
  frontMatter,
  scriptOnly,
  noisyCards,
  rates.ratesPerMillion,
  rates.ratesPerThousand,
  rates.ratesUnitInHeader,
  rates.ratesTransposed,
  rates.ratesCards,
  rates.ratesMarkdown,
];

export interface LaidOut {
  layout: Layout['name'];
  format: Layout['format'];
  render: Layout['render'];
  body: string;
  /** What the page's script fetches, relative to the page. */
  data?: { path: string; body: string };
  truth: Truth;
}

export function layoutNamed(name: string): Layout {
  const layout = LAYOUTS.find((each) => each.name === name);
  if (layout === undefined) throw new RangeError(`Cannot find layout "${name}"`);
  return layout;
}

/** One page of an offer. The same offer, layout and seed give the same bytes. */
export function layOut(offer: Offer, layout: Layout, seed: string | number = 1): LaidOut {
  if (!suits(layout, offer)) throw new RangeError(`Cannot lay out the offer of "${offer.product}" as ${layout.name}`);
  const random = () => seeded(`${layout.name} ${offer.product} ${seed}`);
  const { name, format, render, data } = layout;
  return {
    layout: name,
    format,
    render,
    body: layout.page(offer, random()),
    ...(data === undefined ? {} : { data: { path: data.path, body: data.json(offer, random()) } }),
    truth: truthOf(offer),
  };
}

/** The same offer laid out in every way that suits it. */
export function layoutsOf(offer: Offer, seed: string | number = 1): LaidOut[] {
  return LAYOUTS.filter((layout) => suits(layout, offer)).map((layout) => layOut(offer, layout, seed));
}

export function suits(layout: Layout, offer: Offer): boolean {
  const isOfKind = layout.of === 'tiers' ? offer.tiers.length > 0 : offer.models.length > 0;
  return isOfKind && (layout.suits?.(offer) ?? true);
}
