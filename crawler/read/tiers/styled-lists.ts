/**
 * Lists that are none to HTML: an element that holds nothing but elements styled alike, one below the other. What a card
 * has stands so as often as in `<ul>`, and no item is a tier's name.
 */
import { childrenOf, type PageElement, parentOf, type Span, siblingsOf } from '../page/document.ts';
import { amountBetween } from './alike-elements.ts';
import type { Name } from './name.ts';

const MIN_ITEMS = 3;
/** An item may have an icon, and its words in an element beside it. */
const MAX_CLIMB = 3;
/** "Free", "Contact us": what stands so short in a row may be a price; "Free for all who only look on" may not. */
const MAX_PRICE = 14;
const MAX_CHILDREN = 60;

/** The list that an element is an item of, or stands in an item of. */
function styledListOf(element: PageElement): PageElement | undefined {
  let at = element;
  for (let up = 0; up < MAX_CLIMB; up += 1) {
    const parent = parentOf(at);
    if (parent === undefined || parent.name === 'body') return undefined;
    if (holdsOnlyItems(parent)) return parent;
    at = parent;
  }
  return undefined;
}

/** Classes or styles tell: of elements without either, the first may be a name and the last its price. */
function holdsOnlyItems(list: PageElement): boolean {
  const children = childrenOf(list);
  if (children.length < MIN_ITEMS || children.length > MAX_CHILDREN) return false;
  const items = children.filter(({ start, end }) => start >= 0 && end > start);
  const [first] = items;
  return (
    items.length >= MIN_ITEMS && first !== undefined && isStyled(first) && items.every((item) => isSame(item, first))
  );
}

const isStyled = ({ attribs }: PageElement) => (attribs.class ?? attribs.style ?? '') !== '';

const isSame = (a: PageElement, b: PageElement) =>
  a.name === b.name && a.attribs.class === b.attribs.class && a.attribs.style === b.attribs.style;

/**
 * `names` and `words` without items of such lists. Where items hold amounts they are offers, and lists that stand side by
 * side, built alike, are the rows of a table.
 */
export function withoutStyledItems<Word extends Span & { element: PageElement }>(
  names: readonly Name[],
  words: readonly Word[],
  amounts: readonly Span[],
): { names: readonly Name[]; words: readonly Word[] } {
  const known = new Map<PageElement, boolean>();
  const short = words.filter(({ start, end }) => end - start <= MAX_PRICE);
  const isItem = ({ element }: { element: PageElement }): boolean => {
    if (element.name === 'li') return false;
    const list = styledListOf(element);
    if (list === undefined) return false;
    const told = known.get(list);
    if (told !== undefined) return told;
    const { start, end } = list;
    const isList = !amountBetween(amounts, start, end - 1) && !amountBetween(short, start, end - 1) && !isRow(list);
    known.set(list, isList);
    return isList;
  };
  const kept = names.filter((name) => name.rank < 7 || !isItem(name));
  return { names: kept, words: words.filter((word) => word.end - word.start <= MAX_PRICE || !isItem(word)) };
}

function isRow(list: PageElement): boolean {
  const beside = [...siblingsOf(list, 'next', 2), ...siblingsOf(list, 'prev', 2)];
  return beside.some((other) => isSame(other, list) && childrenOf(other).length >= MIN_ITEMS);
}
