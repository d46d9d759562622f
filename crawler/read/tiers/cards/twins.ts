/**
 * Two rows of cards with the same names are one offer shown twice: by the month and by the year, or once for phones. Rows
 * that contradict each other under headings of their own are several ranges of plans. Where nothing tells which row is which,
 * the first stays alone.
 */
import type { Billing, ReadPrice } from '../../../../data/reading.ts';
import { billingState } from '../../mentions/billing-state.ts';
import { namesRange } from '../../mentions/range-name.ts';
import { contradict, sameSlot } from '../../offers/merge.ts';
import type { Document } from '../../page/document.ts';
import { sectionHeading } from '../heading.ts';
import { billingOfSection } from '../section.ts';
import type { TierParts } from '../tier.ts';
import type { Cluster } from './clusters.ts';

export interface Card {
  cluster: Cluster;
  name: string;
  /** Its name is set as one. */
  isTitled: boolean;
  parts: TierParts;
}

interface Pair {
  one: Card;
  other: Card;
}

const MAX_GROUPS = 40;

export function joinTwins(document: Document, groups: readonly Card[][]): Card[][] {
  if (groups.length < 2 || groups.length > MAX_GROUPS) return [...groups];
  const namesakes: Card[][][] = [];
  for (const group of [...groups].sort((a, b) => startOf(a) - startOf(b))) {
    const rows = namesakes.find(([first = []]) => areTwins(first, group));
    const joined = rows?.map((row) => joinedRows(document, row, group)) ?? [];
    const at = joined.findIndex((row) => row !== undefined);
    if (rows === undefined) namesakes.push([group]);
    else rows.splice(at < 0 ? rows.length : at, 1, joined[at] ?? group);
  }
  return namesakes.flatMap((rows) => (rows.length > 1 && ofRanges(document, rows)) || rows.slice(0, 1));
}

/** Rows under headings that tell them apart: each card is called after its row's heading too, "Business S". */
function ofRanges(document: Document, rows: readonly Card[][]): Card[][] | undefined {
  const ranges = rows.map(([card]) =>
    card === undefined ? '' : sectionHeading(document, startOfCard(card), card.cluster.name.rank),
  );
  if (new Set(ranges).size < rows.length || !ranges.every(namesRange)) return undefined;
  return rows.map((row, at) => row.map((card) => ({ ...card, name: `${ranges[at]} ${card.name}` })));
}

const startOfCard = ({ cluster: { start, name } }: Card) => Math.min(start, name.start);
const startOf = (group: readonly Card[]) => group[0]?.cluster.start ?? 0;
const keyOf = ({ name }: Card) => name.toLowerCase();

function pairsOf(ones: readonly Card[], others: readonly Card[]): Pair[] {
  const byName = new Map(others.map((card) => [keyOf(card), card]));
  return ones.flatMap((one) => {
    const other = byName.get(keyOf(one));
    return other === undefined ? [] : [{ one, other }];
  });
}

function areTwins(ones: readonly Card[], others: readonly Card[]): boolean {
  const common = pairsOf(ones, others).length;
  const [fewer = 0, more = 0] = [ones.length, others.length].sort((a, b) => a - b);
  return common >= 2 && (common === fewer || common * 5 >= more * 3);
}

function joinedRows(document: Document, ones: readonly Card[], others: readonly Card[]): Card[] | undefined {
  const pairs = pairsOf(ones, others);
  if (pairs.some(({ one, other }) => one.parts.isFree !== other.parts.isFree)) return undefined;
  const billing = pairs.some(areContrary) ? annualOf(document, ones, others) : 'none';
  if (billing === undefined) return undefined;
  const [first, second] = [
    billing === 'first' ? ones.map(asAnnual) : ones,
    billing === 'second' ? others.map(asAnnual) : others,
  ];
  const now = pairsOf(first, second);
  if (now.some(areContrary)) return undefined;
  const joined = first.map((card) => {
    const twin = now.find(({ one }) => one === card)?.other;
    return twin === undefined ? card : withPricesOf(card, twin);
  });
  return [...joined, ...second.filter((card) => !now.some(({ other }) => other === card))];
}

const areContrary = ({ one, other }: Pair) => contradict(one.parts.prices, other.parts.prices);

/** Which of two rows stands under the yearly billing, by what its surroundings are called or headed. */
function annualOf(document: Document, ones: readonly Card[], others: readonly Card[]): 'first' | 'second' | undefined {
  const [first, second] = [billingAround(document, ones), billingAround(document, others)];
  if (first === second) return undefined;
  return first === 'annual' || second === 'monthly' ? 'first' : 'second';
}

function billingAround(document: Document, [card]: readonly Card[]): Billing | undefined {
  if (card === undefined) return undefined;
  return billingState(card.cluster.parent) ?? billingOfSection(document, startOfCard(card));
}

function asAnnual(card: Card): Card {
  const prices = card.parts.prices.map((price): ReadPrice => {
    if (price.per !== 'month' || price.assumed?.includes('billing') !== true) return price;
    const { assumed, ...known } = price;
    const rest = assumed.filter((each) => each !== 'billing');
    return { ...known, billing: 'annual', ...(rest.length > 0 && { assumed: rest }) };
  });
  return { ...card, parts: { ...card.parts, prices } };
}

function withPricesOf(card: Card, { parts }: Card): Card {
  const added = parts.prices.filter((price) => !card.parts.prices.some((own) => sameSlot(own, price)));
  return {
    ...card,
    parts: {
      ...card.parts,
      prices: [...card.parts.prices, ...added].slice(0, 24),
      isCustom: card.parts.isCustom || parts.isCustom,
      evidence: card.parts.evidence ?? parts.evidence,
    },
  };
}
