/** Products as named in a form (slug, alias or name), and near matches. */
import * as z from 'zod';
import { WELL_KNOWN } from '../../../config/well-known.ts';
import { type Html, html } from '../../../web/html.ts';
import { seek } from '../../interface/lookup.ts';
import { comparableUnit } from '../../record/market.ts';
import { label } from '../../record/vendor-text.ts';
import { type Alternatives, alternativesTo } from '../../search/alternatives.ts';
import type { Search, SoldProduct } from '../../search/discovery.ts';
import type { Store } from '../../store/store.ts';

/** Of a team where no other size is given. */
export const SEATS = 10;

export interface Named {
  slug: string;
  name: string;
}

/** An optional parameter that a form may send empty. */
export function fieldParameter<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).optional();
}

export function productsFound({ discovery }: Store, query: Omit<Search, 'offset'>): SoldProduct[] {
  return Array.from(discovery.find({ ...query, offset: 0 }).rows, (row) => discovery.productAt(row));
}

const WHOLE = 1_000_000;

/** Undefined where the product is not sold. */
export function alternativesIn(
  store: Store,
  slug: string,
  category: string,
): (Alternatives & { own: SoldProduct; ofCategory: readonly SoldProduct[] }) | undefined {
  const ofCategory = productsFound(store, { category, sort: 'name', limit: WHOLE });
  const own = ofCategory.find((each) => each.slug === slug);
  return own && { own, ofCategory, ...alternativesTo(own, ofCategory) };
}

export function distinct(products: readonly Named[]): Named[] {
  return [...new Map(products.map((each) => [each.slug, each])).values()];
}

/** Only products that are sold. */
export function productNamed(store: Store, text: string): Named | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const sought = seek(store, wanted.replaceAll(/\s+/g, '-'));
  if (sought.kind === 'found') return sought.product;
  if (sought.kind === 'moved') return productNamed(store, sought.to);
  return store.listed.find(({ name, retired }) => !retired && name.toLowerCase() === wanted);
}

/** At most eight, by words or else by similar spelling. */
function productsNear(store: Store, text: string): Named[] {
  const byWords = productsFound(store, { q: text, sort: 'relevance', limit: 8 });
  if (byWords.length > 0) return byWords;
  const similar = store.suggestions.for(text);
  return distinct(similar.flatMap((name) => productNamed(store, name) ?? []));
}

export function unknownProduct(store: Store, text: string, link: (near: Named) => Html): Html {
  const near = productsNear(store, text);
  return html`<p>No product is called “${text}”.${near.length > 0 && ' Is it one of these?'}</p>
${near.length > 0 && html`<ul class="names">${near.map((each) => html`<li>${link(each)}</li>`)}</ul>`}`;
}

export function productField(
  { label: words, name, value }: { label: string; name: string; value: string },
  likely: Iterable<Named>,
): Html {
  const options = Array.from(likely, (each) => html`<option value="${label(each.name)}"></option>`);
  return html`<label>${words}<input type="search" name="${name}" value="${value}" maxlength="100" list="${name}-names" placeholder="Notion, CRM, …" autocomplete="off" data-suggest></label><datalist id="${name}-names">${options}</datalist>`;
}

export function likelyOf(store: Store, category: string | undefined): Named[] {
  return productsFound(store, { category, sort: 'name', limit: 80 });
}

/** Well-known products with a starting price per user: of one category and currency, where there are as many. */
export function exampleProducts({ listed, derived }: Store, count: number): Named[] {
  return derived.of(listed, `examples ${count}`, () => examplesIn(listed, count));
}

function examplesIn(listed: Store['listed'], count: number): Named[] {
  const places = new Map(WELL_KNOWN.map((slug, place) => [slug, place]));
  const priced = listed
    .filter(({ retired, startingAmount, startingUnit: unit }) => {
      return !retired && startingAmount !== undefined && unit !== undefined && comparableUnit(unit) === 'user';
    })
    .sort((a, b) => (places.get(a.slug) ?? places.size) - (places.get(b.slug) ?? places.size));
  // Groups are in the order of their first product.
  const alike = [...Map.groupBy(priced, ({ category, currency }) => `${category} ${currency}`).values()];
  return (alike.find(({ length }) => length >= count) ?? priced).slice(0, count);
}

export function comparePath(slugs: readonly string[], seats?: number): string {
  return `/compare?slugs=${slugs.join(',')}${seats === undefined ? '' : `&seats=${seats}`}`;
}
