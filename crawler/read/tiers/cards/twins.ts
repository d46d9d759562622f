/**
 * Two rows of cards with the same names are one offer shown twice: by the month and by the year, or once for phones.
 * Where nothing tells which row is which, the first stays alone.
 */
import { sameAmount } from '../../../../data/money.ts';
import type { Billing, ReadPrice } from '../../../../data/reading.ts';
import { billingState } from '../../mentions/billing-state.ts';
import type { Document } from '../../page/document.ts';
import { sameSlot } from '../claims.ts';
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
  const kept: Card[][] = [];
  for (const group of [...groups].sort((a, b) => startOf(a) - startOf(b))) {
    const at = kept.findIndex((earlier) => areTwins(earlier, group));
    if (at < 0) kept.push(group);
    else kept[at] = joinedRows(document, kept[at] as Card[], group) ?? (kept[at] as Card[]);
  }
  return kept;
}

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
  return common >= 2 && common * 5 >= Math.max(ones.length, others.length) * 3;
}

function joinedRows(document: Document, ones: readonly Card[], others: readonly Card[]): Card[] | undefined {
  const pairs = pairsOf(ones, others);
  if (pairs.some(({ one, other }) => one.parts.isFree !== other.parts.isFree)) return undefined;
  const billing = pairs.some(contradict) ? annualOf(document, ones, others) : 'none';
  if (billing === undefined) return undefined;
  const [first, second] = [
    billing === 'first' ? ones.map(asAnnual) : ones,
    billing === 'second' ? others.map(asAnnual) : others,
  ];
  const now = pairsOf(first, second);
  if (now.some(contradict)) return undefined;
  const joined = first.map((card) => {
    const twin = now.find(({ one }) => one === card)?.other;
    return twin === undefined ? card : withPricesOf(card, twin);
  });
  return [...joined, ...second.filter((card) => !now.some(({ other }) => other === card))];
}

/** The same slot at two amounts. */
function contradict({ one, other }: Pair): boolean {
  return one.parts.prices.some((price) =>
    other.parts.prices.some((twin) => sameSlot(price, twin) && !sameAmount(price.amount, twin.amount)),
  );
}

/** Which of two rows stands under the yearly billing, by what its surroundings are called or headed. */
function annualOf(document: Document, ones: readonly Card[], others: readonly Card[]): 'first' | 'second' | undefined {
  const [first, second] = [billingAround(document, ones), billingAround(document, others)];
  if (first === second) return undefined;
  return first === 'annual' || second === 'monthly' ? 'first' : 'second';
}

function billingAround(document: Document, [card]: readonly Card[]): Billing | undefined {
  if (card === undefined) return undefined;
  const { parent, start, name } = card.cluster;
  return billingState(parent) ?? billingOfSection(document, Math.min(start, name.start));
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
