/** What the page's own classes call the name of a plan and its price: "plan-name", "tier__price". */
import { hasNameClass, hasPriceClass } from '../page/classes.ts';
import { nearest, type PageElement } from '../page/document.ts';
import type { Name } from './name.ts';

const MAX_AROUND = 3;
/** "Seedling 🌱" */
const MAX_BESIDE = 4;

/** Its element, or one around it that holds nothing else, is called a name or a title. */
export function isCalledName({ element, words }: Pick<Name, 'element' | 'words'>): boolean {
  const named = nearest(element, MAX_AROUND, hasNameClass);
  return named !== undefined && named.end - named.start <= words.length + MAX_BESIDE;
}

type Placed = { element: PageElement };

/** One of its amounts, or words in place of one, stands in what is called a price. */
export function hasCalledPrice({ root, signals }: { root: PageElement; signals: readonly Placed[] }): boolean {
  const isPrice = (at: PageElement) => at !== root && hasPriceClass(at);
  return signals.some(({ element }) => nearest(element, MAX_AROUND, isPrice) !== undefined);
}
