/** Where /go/{slug} leads: to the vendor's pricing page as the catalogue has it, and nowhere else. Pure. */
import { find, pricingUrl, seek } from './lookup.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

export const SOURCES = ['api_v2', 'mcp', 'feed', 'page'];

/** @throws {Problem} an unknown or retired product, or one without a pricing page */
export function pricingRedirect(store: Store, given: ReadonlyMap<string, string>): { location: string; src: string } {
  const slug = given.get('slug') ?? '';
  const sought = seek(store, slug);
  const { product } = find(store, sought.kind === 'moved' ? sought.to : slug);
  const location = pricingUrl(product);
  if (location === undefined) throw new Problem('not_found', `No pricing page of ${product.name} is known`);
  const src = given.get('src') ?? '';
  return { location, src: SOURCES.includes(src) ? src : 'other' };
}
