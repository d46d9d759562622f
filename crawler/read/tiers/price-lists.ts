/** Lists that are cards: the first item names the tier, one of the next two says what it costs, the rest what it has. */
import { childrenOf, type PageElement, parentOf, type Span } from '../page/document.ts';
import { amountBetween } from './kin.ts';
import type { Name } from './name.ts';

const MIN_LISTS = 2;
const MIN_ITEMS = 4;
const MAX_CLIMB = 4;
/** The items after a list's name of which one may be its price. */
const MAX_AFTER = 2;

/** Without what stands in such a list below its price, where the page has several of them. */
export function withoutFeatures(
  names: readonly Name[],
  amounts: readonly Span[],
  words: readonly Span[],
): readonly Name[] {
  const prices = new Map<PageElement, number>();
  // Each is taken apart once, however many of its items have names.
  const itemsOf = new Map<PageElement, readonly PageElement[]>();
  for (const name of names) {
    const item = itemAround(name.element);
    const list = item === undefined ? undefined : parentOf(item);
    if (item === undefined || list === undefined || prices.has(list)) continue;
    const items = itemsOf.get(list) ?? childrenOf(list);
    itemsOf.set(list, items);
    if (items[0] !== item || items.length < MIN_ITEMS || holds(amounts, item)) continue;
    const price = items.slice(1, 1 + MAX_AFTER).find((each) => holds(amounts, each) || holds(words, each));
    if (price !== undefined) prices.set(list, price.end);
  }
  if (prices.size < MIN_LISTS) return names;
  return names.filter(({ element, start }) => {
    const item = itemAround(element);
    const list = item === undefined ? undefined : parentOf(item);
    const end = list === undefined ? undefined : prices.get(list);
    return end === undefined || start < end;
  });
}

const holds = (spans: readonly Span[], { start, end }: PageElement) =>
  start >= 0 && amountBetween(spans, start, end - 1);

function itemAround(element: PageElement): PageElement | undefined {
  let at: PageElement | undefined = element;
  for (let up = 0; up < MAX_CLIMB && at !== undefined; up += 1) {
    if (at.name === 'li') return at;
    at = parentOf(at);
  }
  return undefined;
}
