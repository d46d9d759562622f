/** "Crew", a list of what it has, then "$12 / month": no item of that list is what the price below it is paid for. */
import type { Document, Line, Span } from '../page/document.ts';
import { amountBetween } from './alike-elements.ts';
import type { Name } from './name.ts';
import { isFreeName } from './words.ts';

const MIN_LISTS = 2;
const MIN_ITEMS = 2;

/** What a price is said by. */
interface Said {
  amounts: readonly Span[];
  words: readonly Span[];
}

/** Named by what stands above such lists, and by no item of theirs, where the page has several of them. */
export function withoutItems({ lines, visible }: Document, names: readonly Name[], said: Said): readonly Name[] {
  if (!lines.some(isItem)) return names;
  const heads = new Set(names.filter(({ element }) => element.name !== 'li').map(({ line }) => line));
  const dropped = new Set<number>();
  const added: Name[] = [];
  let headed = 0;
  for (let first = 0; first < lines.length; first += 1) {
    if (!isItem(lines[first])) continue;
    let last = first;
    while (isItem(lines[last + 1])) last += 1;
    const from = lines[first] as Line;
    const below = lines[last + 1];
    const isList = last - first + 1 >= MIN_ITEMS && below !== undefined && !isIndented(visible, below);
    if (isList && isPrice(below, from, said)) {
      for (let at = first; at <= last; at += 1) dropped.add(at);
      const head = heads.has(first - 1) ? undefined : namedByPrice(lines[first - 1], visible);
      if (head !== undefined) added.push({ ...head, line: first - 1 });
      if (head !== undefined || heads.has(first - 1)) {
        headed += 1;
        // "Free" below a list is the price of what is named above it.
        if (amountBetween(said.words, below.start, below.end - 1)) dropped.add(last + 1);
      }
    }
    first = last;
  }
  if (headed < MIN_LISTS) return names;
  return [...names.filter(({ line }) => !dropped.has(line)), ...added].sort((a, b) => a.start - b.start);
}

const isItem = (line: Line | undefined) => line?.element.name === 'li';

/** What is indented belongs to the item before it. */
const isIndented = (visible: string, { start }: Line) => visible.charAt(start).trim() === '';

/** "Custom" and "Free" may be prices elsewhere; over a list with a price below they are names. */
function namedByPrice(line: Line | undefined, visible: string): Omit<Name, 'line'> | undefined {
  const words = line === undefined ? '' : visible.slice(line.start, line.end).trim();
  if (line === undefined || !(words === 'Custom' || isFreeName(words))) return undefined;
  return { start: line.start, end: line.end, words, rank: line.heading || 7, element: line.element };
}

/** The line holds a price or the word for one, and nothing from `first` to it does. */
function isPrice(line: Line, first: Line, { amounts, words }: Said): boolean {
  const isIn = (from: number, to: number) => amountBetween(amounts, from, to) || amountBetween(words, from, to);
  return isIn(line.start, line.end - 1) && !isIn(first.start, line.start - 1);
}
