/**
 * Cards found by repetition alone: elements built alike, side by side, each with a price of its own and, in the same
 * place of each, words that no other has. That place holds the names, whatever the words.
 */

import { type Document, type PageElement, siblingsOf, within } from '../../page/document.ts';
import { isAlike } from '../alike-elements.ts';
import type { Name } from '../name.ts';
import type { Signal } from '../signals.ts';
import { type Cluster, childToward, common } from './clusters.ts';
import { namesOfRow } from './name-columns.ts';

/** More of a kind are a list of goods, not tiers. */
const MAX_CARDS = 12;

interface Row {
  parent: PageElement;
  cards: PageElement[];
}

/** `signals` in text order. */
export function clustersBySiblings(document: Document, signals: readonly Signal[]): Cluster[] {
  const found: Cluster[] = [];
  const rows = rowsOf(signals).sort((a, b) => b.cards.length - a.cards.length);
  for (const { parent, cards } of rows) {
    if (cards.length > MAX_CARDS || found.some((each) => cards.some((card) => overlaps(each, card)))) continue;
    const names = namesOf(document, signals, cards);
    for (const [index, card] of cards.entries()) {
      const name = names?.[index];
      const { start, end } = card;
      if (name !== undefined) found.push({ name, signals: within(signals, card), root: card, parent, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const overlaps = (a: Cluster, b: PageElement) => a.start < b.end && b.start < a.end;

/** Where two amounts that a tier may cost follow one another, the siblings that hold them, if they are built alike. */
function rowsOf(signals: readonly Signal[]): Row[] {
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
  return [...rows].map(([parent, cards]) => ({ parent, cards: withOthers(signals, [...cards]) }));
}

const isAsked = ({ terms }: Signal & { kind: 'money' }) => terms.per !== 'usage' && terms.refusal === undefined;

/** The row's first and last cards may be free or for the asking. */
function withOthers(signals: readonly Signal[], cards: readonly PageElement[]): PageElement[] {
  const [first, last] = [cards[0], cards.at(-1)];
  if (first === undefined || last === undefined) return [];
  const before = beside(first, -1).filter((each) => within(signals, each).length > 0);
  const after = beside(last, 1).filter((each) => within(signals, each).length > 0);
  return [...before.reverse(), ...cards, ...after];
}

function beside(card: PageElement, step: 1 | -1): PageElement[] {
  return siblingsOf(card, step === 1 ? 'next' : 'prev', 6).filter((at) => at.start >= 0 && isAlike(at, card));
}

/** The names of the cards. */
function namesOf(
  document: Document,
  signals: readonly Signal[],
  cards: readonly PageElement[],
): (Name | undefined)[] | undefined {
  const firsts = cards.map((card) => {
    const own = within(signals, card);
    // "Free" may be on a ribbon, above the name.
    return own.find(({ kind }) => kind === 'money') ?? own[0];
  });
  return namesOfRow(document, cards, firsts);
}
