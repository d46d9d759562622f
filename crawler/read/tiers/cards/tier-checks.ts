/** Whether what is laid out as a tier is one: by how its like is laid out, and by what it says. */
import type { Document, Span } from '../../page/document.ts';
import { amountBetween } from '../alike-elements.ts';
import { OF_ITEM } from '../item-price.ts';
import { isBesideTiers } from '../section.ts';
import { hasTierWord, isCalledFree, isFreeName } from '../words.ts';
import { type Cluster, childToward, common } from './clusters.ts';
import type { Card } from './twins.ts';

const AGAINST = /^(?:vs\.?|versus)$/i;

/** "Six people", "vs", "Our Pro": what the tier replaces is laid out beside it, as a card of the same row. */
export function areCompared({ visible }: Document, cards: readonly Card[]): boolean {
  return cards.some(({ cluster }, index) => {
    const next = cards[index + 1]?.cluster.start ?? cluster.end;
    return next - cluster.end < 40 && AGAINST.test(visible.slice(cluster.end, next).trim());
  });
}

/** "Prices: one product, all of it", "Work solo or with a team, from the first day": about prices, and no tier's name. */
export function isHeadline(name: string): boolean {
  const said = name.replace(/ ?\([^()]{0,80}\)$/, '');
  return said.split(' ').length > 6 || /\p{L}(?:[:：] ?|, )\p{L}{1,30} \p{L}/u.test(said) || /[.…]$/.test(said);
}

/**
 * Without services and rates beside rows that are called as tiers are, and without a card alone that repeats a
 * priced or a free one of a row: what the page has left of another time, a remark, or a bait.
 */
export function withoutStrays(document: Document, all: readonly Card[][]): Card[][] {
  const isCalled = (group: readonly Card[]) => group.some(({ name }) => hasTierWord(name));
  const areBeside = ([first]: readonly Card[]) =>
    first !== undefined && isBesideTiers(document, first.cluster.start, first.cluster.name.rank);
  const hasTiers = all.some((group) => isCalled(group) && !areBeside(group));
  const groups = hasTiers ? all.filter((group) => isCalled(group) || !areBeside(group)) : all;
  const rows = groups.filter(({ length }) => length > 1).flat();
  const isStray = (card: Card) => rows.some((other) => repeats(card, other) || isFreeAgain(card, other));
  return groups.filter(([card, ...more]) => more.length > 0 || card === undefined || !isStray(card));
}

/** "Free forever" among the merits of a page, whose row has a free tier, says so of that tier. */
function isFreeAgain({ name, parts }: Card, { parts: other }: Card): boolean {
  return parts.isFree && other.isFree && isFreeName(name);
}

const MAX_OWN = 3;

/** Called as a tier of a row, or with more words and at its price: "Ten players included in Team", "for the same $49". */
function repeats({ name, parts }: Card, { name: tier, parts: { prices } }: Card): boolean {
  if (prices.length === 0) return false;
  const [own, other] = [name.toLowerCase(), tier.toLowerCase()];
  if (own === other) return true;
  const isAmongOthers = ` ${own} `.includes(` ${other} `) && own.split(' ').length > MAX_OWN;
  return (
    isAmongOthers &&
    parts.prices.length > 0 &&
    parts.prices.every(({ amount }) => prices.some((price) => price.amount === amount))
  );
}

/** It has a price that is asked, and not for usage. */
export const isPaid = ({ prices }: Card['parts']) =>
  prices.some(({ kind, per }) => kind !== 'struck' && per !== 'usage');

/** A price under "Free plan" or "Free forever" is another tier's, or an allowance. */
export const isPaidThoughFree = ({ name, parts }: Pick<Card, 'name' | 'parts'>) => isCalledFree(name) && isPaid(parts);

const SUPPORT = /(?:^|\s)support(?: plan| package)?$/i;

/** "Premium support" on a page that is not about support: a service for those who have a tier. */
export const isSupport = ({ title }: Document, { name }: Card) => SUPPORT.test(name) && !/\bsupport\b/i.test(title);

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
