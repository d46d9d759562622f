/**
 * Cards found by repetition alone: elements built alike, side by side, each with a price of its own and, in the same
 * place of each, words that no other has. That place holds the names, whatever the words.
 */

import { type Document, type PageElement, siblingsOf, within } from '../../page/document.ts';
import { isAlike } from '../alike-elements.ts';
import type { Signal } from '../signals.ts';
import { type Cluster, childToward, clusterIn, common } from './clusters.ts';
import { namesOfRow } from './name-columns.ts';

/** More of a kind are a list of goods, not tiers. */
const MAX_CARDS = 12;
/** Beside those with a price, on either side. */
const MAX_OTHERS = 6;

/** `signals` in text order. */
export function clustersBySiblings(document: Document, signals: readonly Signal[]): Cluster[] {
  const found: Cluster[] = [];
  const rows = rowsOf(signals).sort((a, b) => b.length - a.length);
  for (const cards of rows) {
    if (cards.length > MAX_CARDS || found.some((each) => cards.some((card) => overlaps(each, card)))) continue;
    const own = cards.map((card) => within(signals, card));
    // "Free" may be on a ribbon, above the name.
    const firsts = own.map((inside) => inside.find(({ kind }) => kind === 'money') ?? inside[0]);
    const names = namesOfRow(document, cards, firsts);
    for (const [index, card] of cards.entries()) {
      const name = names?.[index];
      if (name !== undefined) found.push(clusterIn(card, name, own[index] ?? []));
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const overlaps = (a: Cluster, b: PageElement) => a.start < b.end && b.start < a.end;

/** Where two amounts that a tier may cost follow one another, the siblings that hold them, if they are built alike. */
function rowsOf(signals: readonly Signal[]): PageElement[][] {
  const rows = new Map<PageElement, Set<PageElement>>();
  let last: Signal | undefined;
  for (const signal of signals) {
    if (signal.kind !== 'money' || !isAsked(signal)) continue;
    const parent = last === undefined ? undefined : common(last.element, signal.element);
    if (parent !== undefined && last !== undefined) {
      const [left, right] = [childToward(parent, last.element), childToward(parent, signal.element)];
      if (left !== undefined && right !== undefined && left !== right && isAlike(left, right)) {
        const cards = rows.get(parent) ?? new Set();
        rows.set(parent, cards.add(left).add(right));
      }
    }
    last = signal;
  }
  return [...rows.values()].map((cards) => withOthers(signals, [...cards]));
}

const isAsked = ({ terms }: Signal & { kind: 'money' }) => terms.per !== 'usage' && terms.refusal === undefined;

/** The row's first and last cards may be free or for the asking. */
function withOthers(signals: readonly Signal[], cards: readonly PageElement[]): PageElement[] {
  const [first, last] = [cards[0], cards.at(-1)];
  if (first === undefined || last === undefined) return [];
  const beside = (card: PageElement, way: 'next' | 'prev') =>
    siblingsOf(card, way, MAX_OTHERS).filter(
      (other) => other.start >= 0 && isAlike(other, card) && within(signals, other).length > 0,
    );
  return [...beside(first, 'prev').reverse(), ...cards, ...beside(last, 'next')];
}
