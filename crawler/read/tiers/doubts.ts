/** Whether what is laid out as a tier is one: by how its like is laid out, and by what it says. */
import { type Document, lastAtOrBefore, type PageElement, parentOf, type Span } from '../page/document.ts';
import { isTimed } from './claims.ts';
import { type Cluster, childToward, common } from './clusters.ts';
import { OF_ITEM } from './item-price.ts';
import { amountBetween } from './kin.ts';
import type { Name } from './name.ts';
import { isOtherTerm } from './term-names.ts';
import type { Card } from './twins.ts';
import { FREE_WORD, hasTierWord } from './words.ts';

const TRIAL = /^(?:\d{1,3}[- ]days? |(?:one|two)[- ]week )?(?:free )?trial(?: (?:plan|period))?$/i;

/** "30 day trial" over "free": nobody keeps it. */
export function isTrial({ lines, visible }: Document, { cluster, parts }: Card): boolean {
  if (!parts.isFree) return false;
  const end = cluster.signals[0]?.start ?? cluster.end;
  for (let at = lastAtOrBefore(lines, end); at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || line.start < cluster.root.start || line.start < end - 300) return false;
    if (line.end - line.start < 40 && TRIAL.test(visible.slice(line.start, line.end).trim())) return true;
  }
  return false;
}

/** A card for the asking in which an amount stands that is of use: "$50 / 500 tokens", and a button to write to sales. */
export function isPricedByUse(metered: readonly Span[], { cluster, parts }: Card): boolean {
  if (!parts.isCustom || parts.prices.length > 0) return false;
  const last = metered[lastAtOrBefore(metered, cluster.end)];
  return last !== undefined && last.start >= cluster.start;
}

const MAX_CLIMB = 10;

const AGAINST = /^(?:vs\.?|versus)$/i;

/** "Six people", "vs", "Our Pro": what the tier replaces is laid out beside it, as a card of the same row. */
export function areCompared({ visible }: Document, cards: readonly Card[]): boolean {
  return cards.some(({ cluster }, index) => {
    const next = cards[index + 1]?.cluster.start ?? cluster.end;
    return next - cluster.end < 40 && AGAINST.test(visible.slice(cluster.end, next).trim());
  });
}

/** Name and price of both stand in rows of their own that are built alike, element by element. */
export function isBuiltAs(one: Card, other: Card): boolean {
  const [a, b] = [one.cluster, other.cluster];
  const [price, like] = [a.signals[0], b.signals[0]];
  return (
    price !== undefined &&
    like !== undefined &&
    areAlike(a.name.element, b.name.element) &&
    areAlike(price.element, like.element)
  );
}

function areAlike(one: PageElement, other: PageElement): boolean {
  let [a, b]: [PageElement | undefined, PageElement | undefined] = [one, other];
  for (let up = 0; up < MAX_CLIMB && a !== undefined && b !== undefined; up += 1) {
    // Below each other in one element, they stand in no rows.
    if (a === b) return up > 2;
    if (a.name !== b.name || a.attribs.class !== b.attribs.class) return false;
    a = parentOf(a);
    b = parentOf(b);
  }
  return false;
}

/** What three months cost, or a month of three, is no price by the month. */
export const isPaidByOtherTerms = ({ name, parts }: Card) =>
  isOtherTerm(name) && parts.prices.every(({ per }) => per !== 'once');

/** A price by the month or the year under "Free plan" is another's, whose name stands in a sentence around it. */
export const isPaidThoughFree = ({ name, parts }: Card) =>
  FREE_WORD.test(name) &&
  !parts.isFree &&
  parts.prices.some(({ kind, per }) => kind !== 'struck' && (per === 'month' || per === 'year'));

/** "Prices: one product, all of it", "Work solo or with a team, from the first day": about prices, and no tier's name. */
export function isHeadline(name: string): boolean {
  const said = name.replace(/ ?\([^()]{0,80}\)$/, '');
  return said.split(' ').length > 6 || /\p{L}(?:[:：] ?|, )\p{L}{1,30} \p{L}/u.test(said) || /[.…]$/.test(said);
}

const MAX_CALL = 120;
/** More cards are no tiers. */
const MAX_CARDS = 60;

/** "Unlock with Pro, $19/month" below the cards: another card's price, said again with its name. */
export function withoutSaidAgain({ visible }: Document, cards: readonly Card[]): readonly Card[] {
  if (cards.length > MAX_CARDS) return cards;
  return cards.filter((card) => {
    const [signal] = card.cluster.signals;
    const [price, ...more] = card.parts.prices;
    if (signal?.kind !== 'money' || price === undefined || more.length > 0 || hasTierWord(card.name)) return true;
    const before = visible.slice(Math.max(signal.line.start, signal.start - MAX_CALL), signal.start);
    const words = ` ${before.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
    return !cards.some(
      ({ name, parts }) =>
        name !== card.name &&
        words.includes(` ${name.toLowerCase()} `) &&
        parts.prices.some(({ amount, per }) => amount === price.amount && per === price.per),
    );
  });
}

/** A card alone that is called as a priced one of a row is what the page has left of another time, or a bait. */
export function withoutStrays(groups: readonly Card[][]): Card[][] {
  const rows = groups.filter(({ length }) => length > 1).flat();
  const inRow = new Set(rows.flatMap(({ name, parts }) => (parts.prices.length > 0 ? name.toLowerCase() : [])));
  return groups.filter(
    ([card, ...more]) => more.length > 0 || card === undefined || !inRow.has(card.name.toLowerCase()),
  );
}

/** The name below a price is over an amount of its own, in an element that ends with it. */
export function headsOther({ name, signals: [price] }: Cluster, seen: readonly Span[]): boolean {
  const around = price && common(name.element, price.element);
  const branch = around && childToward(around, name.element);
  return branch !== undefined && amountBetween(seen, name.end, branch.end - 1);
}

/** A document's sections in a row, of which one states what something costs: a list of what is sold, and no tiers. */
export function areItems({ format }: Document, cards: readonly Card[]): boolean {
  const isItem = ({ parts: { prices, rejected } }: Card) =>
    prices.length === 0 && rejected.some(({ reason }) => reason === OF_ITEM);
  return format === 'markdown' && cards.some(isItem) && !cards.some(({ name }) => hasTierWord(name));
}

const SUPPORT = /(?:^|\s)support(?: plan| package)?$/i;

/** "Premium support" on a page that is not about support: a service for those who have a tier. */
export function isSupport({ title }: Document, { name }: Card): boolean {
  return SUPPORT.test(name) && !/\bsupport\b/i.test(title);
}

/**
 * Beside rows of tiers, without one that says of none of its prices for what time it is, and calls none as tiers are
 * called: goods.
 */
export function withoutGoods(groups: readonly Card[][]): Card[][] {
  const tiers = groups.filter((cards) => !areGoods(cards));
  return tiers.some((cards) => cards.some(({ parts }) => isTimed(parts.prices))) ? tiers : [...groups];
}

function areGoods(cards: readonly Card[]): boolean {
  return (
    cards.some(({ parts }) => parts.prices.length > 0) &&
    !cards.some(({ name, parts }) => isTimed(parts.prices) || parts.isFree || parts.isCustom || hasTierWord(name))
  );
}

/** Below the document's first two ranks. */
const FIELD_RANK = 3;
/** Lines of a section that are looked at. */
const MAX_FIELD = 40;

/** "Limitations" below each tier's heading, without a price of its own: what sections have in common names no tier. */
export function withoutFields({ lines }: Document, names: readonly Name[], seen: readonly Span[]): readonly Name[] {
  const firm = names.filter(({ rank, words }) => rank >= FIELD_RANK && rank < 7 && !hasTierWord(words));
  const isBare = ({ end, line }: Name) => {
    const next = lines.slice(line + 1, line + 1 + MAX_FIELD).find(({ heading }) => heading > 0);
    return next !== undefined && !amountBetween(seen, end, next.start - 1);
  };
  const fields = [...Map.groupBy(firm, ({ words }) => words.toLowerCase()).values()].filter(
    (same) => same.length > 1 && same.some(isBare),
  );
  const left = new Set(fields.flat());
  return left.size === 0 ? names : names.filter((name) => !left.has(name));
}
