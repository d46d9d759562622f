/** Which amounts and words could be a tier's, by where they stand. */
import { isCell, nearest, type PageElement, parentOf, type Span } from '../page/document.ts';
import { headingSays } from '../vocabulary/vocabulary.ts';
import { amountBetween } from './alike-elements.ts';
import type { AmountSignal } from './amounts.ts';
import { hasTierWord } from './words.ts';

/** Token rates and what stands in tables have readers of their own. */
export function isCandidate({ element, terms }: AmountSignal): boolean {
  return !isInTable(element) && !(terms.unit !== undefined && /token|mtok/.test(terms.unit));
}

export function isInTable(element: PageElement): boolean {
  return nearest(element, 12, isCell) !== undefined;
}

/** A link or a button, around no amount, that says something else than what vendors call tiers: "Start a conversation". */
export function isOtherLink(element: PageElement, words: string, amounts: readonly Span[]): boolean {
  const link = nearest(element, 2, ({ name }) => name === 'a' || name === 'button');
  const isTier = hasTierWord(words) && !headingSays(words).has('menu');
  return link !== undefined && !isTier && !amountBetween(amounts, link.start, link.end);
}

/** Menus and the site's footer say "Contact sales" on every page. */
export function isOfSite(element: PageElement): boolean {
  let isFooter = false;
  let at: PageElement | undefined = element;
  for (let up = 0; up < 30 && at !== undefined; up += 1) {
    if (at.name === 'nav') return true;
    if (at.name === 'main' || at.name === 'article' || at.name === 'section' || at.name === 'li') {
      if (isFooter) return false;
    } else if (at.name === 'footer') isFooter = true;
    at = parentOf(at);
  }
  return isFooter;
}
