/**
 * Where on a page each tier is spoken of: the card around its price, or the section that its heading opens.
 */
import type { ReadTier } from '../../../data/reading.ts';
import { type Document, lastAtOrBefore, type PageElement, parentOf, runAt, type Span } from '../page/document.ts';

export interface Region extends Span {
  tier: string;
  /** Of least cost first: free ones, then by price, then those for the asking. */
  rank: number;
}

const MAX_CARD = 6000;
const NEAR = 14;

/** In page order. A tier that only a table or a sentence prices has none. */
export function regionsOf(
  document: Document,
  tiers: readonly ReadTier[],
  ranks: ReadonlyMap<string, number>,
): Region[] {
  const anchors = tiers.flatMap(({ name, prices, evidence }) => {
    const proofs = [...prices.map((price) => price.evidence), ...(evidence === undefined ? [] : [evidence])];
    const proof = proofs.find(({ scope, method }) => scope === 'text' && (method === 'cards' || method === 'recipe'));
    return proof === undefined ? [] : [{ name, at: proof.textStart, end: proof.textEnd }];
  });
  if (anchors.length === 0) return [];
  const headed = headingsOf(document, new Set(tiers.map(({ name }) => name)));
  return anchors
    .flatMap(({ name, at, end }) => {
      const region =
        cardAround(document, name, at, besides(at, name, anchors, headed)) ??
        sectionOf(document, name, { start: at, end }, anchors);
      return region === undefined ? [] : [{ ...region, tier: name, rank: ranks.get(name) ?? 0 }];
    })
    .sort((a, b) => a.start - b.start);
}

/** Headings by a tier's name: a page may have a second card of that tier, whose prices were read in the first. */
function headingsOf({ lines, visible }: Document, names: ReadonlySet<string>): Anchor[] {
  const found: Anchor[] = [];
  for (const { start, end, heading } of lines) {
    if (heading === 0 || end - start > 100) continue;
    const name = visible.slice(start, end).trim();
    if (names.has(name)) found.push({ name, at: start });
  }
  return found;
}

/** A tier's price or heading. */
interface Anchor {
  name: string;
  at: number;
}

/** The places of other tiers next to this one, before and after; undefined where there are none. */
function besides(at: number, name: string, ...lists: readonly (readonly Anchor[])[]): Span | undefined {
  let [start, end] = [-1, Number.POSITIVE_INFINITY];
  for (const anchors of lists) {
    for (const other of anchors) {
      if (other.name === name) continue;
      if (other.at <= at) start = Math.max(start, other.at);
      else end = Math.min(end, other.at);
    }
  }
  return start < 0 && end === Number.POSITIVE_INFINITY ? undefined : { start, end };
}

/** The largest element around the price that holds no other tier's, where it holds the tier's name too. */
function cardAround(document: Document, name: string, at: number, others: Span | undefined): Span | undefined {
  if (others === undefined) return undefined;
  let card: PageElement | undefined;
  let element: PageElement | undefined = runAt(document, at)?.element;
  while (element !== undefined && element.name !== '#page') {
    const { start, end } = element;
    if (end - start > MAX_CARD || others.start >= start || others.end < end) break;
    card = element;
    element = parentOf(element);
  }
  if (card === undefined) return undefined;
  const { start, end } = card;
  const words = document.visible.slice(start, end);
  return words.includes(name) || words.replace(/\s+/g, ' ').includes(name) ? { start, end } : undefined;
}

/** From the line of its name to the next tier's, or to the next heading that is as high. */
function sectionOf(
  { lines, visible }: Document,
  name: string,
  price: Span,
  anchors: readonly Anchor[],
): Span | undefined {
  const from = lastAtOrBefore(lines, price.start);
  const names = new Set(anchors.map((anchor) => anchor.name));
  const wordsOf = (index: number) => {
    const line = lines[index];
    return line === undefined || line.end - line.start > 100 ? '' : visible.slice(line.start, line.end).trim();
  };
  let top = from;
  while (top > 0 && from - top < NEAR && wordsOf(top) !== name) top -= 1;
  const head = lines[top];
  if (head === undefined || wordsOf(top) !== name) return undefined;
  // What the tiers stand in ends with the last of them, whatever follows on the page.
  const around = parentOf(head.element)?.end ?? visible.length;
  let bottom = from;
  for (let index = from + 1; index < lines.length && index - from < 40; index += 1) {
    const line = lines[index];
    if (line === undefined || line.start >= around || names.has(wordsOf(index))) break;
    if (line.heading > 0 && (head.heading === 0 || line.heading <= head.heading)) break;
    bottom = index;
  }
  // Without headings nobody knows where the last tier ends.
  if (head.heading === 0) return undefined;
  return { start: head.start, end: lines[bottom]?.end ?? price.end };
}

const MAX_PRICED_LINE = 400;

/** Lines that price one tier alone: "The Team plan ($79 / month, 3 seats included)". */
export function pricedLines({ lines }: Document, tiers: readonly ReadTier[]): Region[] {
  const found = new Map<number, string | undefined>();
  for (const { name, prices, evidence } of tiers) {
    for (const proof of [...prices.map((price) => price.evidence), evidence ?? []].flat()) {
      if (proof.scope !== 'text' || proof.method !== 'prose') continue;
      const at = lastAtOrBefore(lines, proof.textStart);
      found.set(at, found.has(at) && found.get(at) !== name ? undefined : name);
    }
  }
  return [...found]
    .flatMap(([at, tier]) => {
      const line = lines[at];
      if (line === undefined || tier === undefined || line.end - line.start > MAX_PRICED_LINE) return [];
      return [{ start: line.start, end: line.end, tier, rank: 0 }];
    })
    .sort((a, b) => a.start - b.start);
}

export function regionAt(regions: readonly Region[], offset: number): Region | undefined {
  const region = regions[lastAtOrBefore(regions, offset)];
  return region !== undefined && offset < region.end ? region : undefined;
}

/** Free tiers first, then by their least amount, then those for the asking; the page's order among equals. */
export function ranksOf(tiers: readonly ReadTier[]): Map<string, number> {
  const keyed = tiers.map((tier, index) => {
    const amounts = tier.prices
      .filter(({ kind, per }) => kind !== 'struck' && (per === 'month' || per === 'year'))
      .map(({ amount, per }) => Number(amount) / (per === 'year' ? 12 : 1));
    const cost = tier.isFree ? -1 : amounts.length > 0 ? Math.min(...amounts) : Number.POSITIVE_INFINITY;
    return { name: tier.name, cost, index };
  });
  keyed.sort((a, b) => (a.cost === b.cost ? a.index - b.index : a.cost - b.cost));
  return new Map(keyed.map(({ name }, rank) => [name, rank]));
}
