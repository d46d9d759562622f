/** /go/{slug} redirects to the vendor's pricing page of the catalogue. Pure. */
import { pricingUrl } from '../../data/product.ts';
import type { Store } from '../store/store.ts';
import { findAlias } from './lookup.ts';
import { Problem } from './problem.ts';

export const SOURCES = ['api_v2', 'mcp', 'feed', 'page'];

const WEB = new Set(['https:', 'http:']);

/** @throws {Problem} an unknown or retired product, or one without a pricing page */
export function pricingRedirect(store: Store, given: ReadonlyMap<string, string>): { location: string; src: string } {
  const { product } = findAlias(store, given.get('slug') ?? '');
  const url = pricingUrl(product);
  // Serialized by the URL standard: ASCII, and safe in a header.
  const { protocol, href: location } = new URL(url ?? 'about:blank');
  if (!WEB.has(protocol)) throw new Problem('not_found', `No pricing page of ${product.name} is known`);
  const src = given.get('src') ?? '';
  return { location, src: SOURCES.includes(src) ? src : 'other' };
}
