/** Which of a site's addresses may be its price list, by their words and paths in any language. Pure. */
import { percentDecoded } from '../../../data/text/percent-encoding.ts';
import { isPriceListAddress, pathOf } from '../judge/page-facts.ts';
import { isSaid } from '../judge/page-says.ts';
import type { Link } from './survey.ts';

/** Parts of a path under which a price list is about something else, or about the past. */
const ELSEWHERE =
  /^(?:blog|news|press|community|forum|careers?|jobs|legal|terms|privacy|login|signin|sign-in|signup|register|events?|webinars?|customers?|case-studies|changelog|partners?|compare|alternatives?|vs|glossary|academy|learn|podcasts?|templates?|tag|category|author)$/;
/** Vendors of APIs state prices here; others explain their bills. */
const EXPLAINED = /^(?:docs?|documentation|help|support)$/;
const MAX_PARTS = 5;
const FILE = /\.(?:pdf|png|jpe?g|gif|svg|webp|zip|mp4|xml|json|docx?|xlsx?|csv)$/i;

/** 0: none. The more, the likelier it is one. */
export function priceLinkScore({ url, words }: Link): number {
  const parts = pathOf(url).map(percentDecoded);
  if (parts.length > MAX_PARTS || FILE.test(parts.at(-1) ?? '') || parts.some((part) => ELSEWHERE.test(part))) return 0;
  const last = (parts.at(-1) ?? '').replace(/\.\w{2,5}$/, '').replaceAll(/[-_+]+/g, ' ');
  const byPath = isPriceListAddress(url) ? 3 : Number(isSaid('priceList', last)) * 2;
  const byWords = words !== '' && isSaid('priceList', words) ? 3 : 0;
  if (byPath + byWords === 0) return 0;
  // A site's price list is near its root.
  const likely = byPath + byWords + 1 / (1 + parts.length);
  return parts.some((part) => EXPLAINED.test(part)) ? likely / 4 : likely;
}

/** Likeliest first. */
export function priceLinks(links: readonly Link[]): Link[] {
  return links
    .map((link) => ({ link, score: priceLinkScore(link) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ link }) => link);
}
