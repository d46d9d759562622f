/**
 * Cards without a price beside those that have one: built alike, named in the same place, and saying on a ribbon or a
 * button that they are free or that one has to ask.
 */
import {
  type Document,
  type Line,
  lastAtOrBefore,
  lineAt,
  type PageElement,
  parentOf,
  runAt,
  siblingsOf,
  within,
} from '../../page/document.ts';
import { label } from '../../page/label.ts';
import { headingSays } from '../../vocabulary/vocabulary.ts';
import { amountBetween, isAlike, pathIn } from '../alike-elements.ts';
import type { Name } from '../name.ts';
import { notTiers } from '../section.ts';
import type { Signals, WordSignal } from '../signals.ts';
import { tierParts } from '../tier.ts';
import { tierKey } from '../unpriced.ts';
import { isContact, isFreeName, nameIn, unpricedKind } from '../words.ts';
import { clusterIn, common } from './clusters.ts';
import type { Card } from './twins.ts';

const MAX_CLIMB = 8;
const MAX_SIBLINGS = 6;
const MAX_LINES = 60;
/** A card in units of text; longer, it is a section. */
const MAX_CARD = 2500;
const MAX_LINE = 60;
const MAX_ELEMENTS = 120;

/** What a button says beside prices where there is none: one has to ask. */
const asks = (words: string) => isContact(words) || headingSays(words.replace(/[ →›»!.]{1,3}$/, '')).has('asks');

/** The cards beside `card` that state no amount: of its like, in its row. None where the row is not plain to see. */
export function unpricedBeside(document: Document, { seen }: Signals, card: Card): Card[] {
  const [signal] = card.cluster.signals;
  const own = card.cluster.name;
  if (signal === undefined) return [];
  let at = common(own.element, signal.element);
  for (let up = 0; up < MAX_CLIMB && at !== undefined && at.end - at.start <= MAX_CARD; up += 1) {
    const root = at;
    const beside = [...siblingsOf(root, 'prev', MAX_SIBLINGS).reverse(), ...siblingsOf(root, 'next', MAX_SIBLINGS)];
    const alike = beside.filter((each) => each.start >= 0 && isCardAs(each, root) && each.end - each.start <= MAX_CARD);
    if (alike.length > 0) {
      if (isListed(root, own.element)) return [];
      const place = { root, name: own, path: pathIn(root, own.element), price: signal.element };
      const bare = alike.filter(({ start, end }) => !amountBetween(seen, start, end - 1));
      return bare.flatMap((each) => cardIn(document, each, place) ?? []);
    }
    at = parentOf(root);
  }
  return [];
}

/** The cards of a row and those beside them that no card covers or is called as. */
export function withUnpriced(tiers: readonly Card[], others: readonly Card[], elsewhere: readonly Card[]): Card[] {
  const known = [...tiers, ...elsewhere];
  const isNew = ({ name, cluster: { start, end } }: Card) =>
    known.every(
      (each) =>
        tierKey(each.name) !== tierKey(name) && (each.cluster.name.start < start || each.cluster.name.start >= end),
    );
  const isAlone = tiers.length === 1 && others.length > 0;
  // Beside its like, a card is called by what stands where theirs do, and not by a heading over all.
  const own = isAlone ? tiers.map((card) => ({ ...card, name: card.cluster.name.words, isTitled: true })) : tiers;
  return [...own, ...others.filter(isNew)].sort((a, b) => a.cluster.start - b.cluster.start);
}

/** Built alike; a card that is one large button or link is known by its class alone. */
const isCardAs = (one: PageElement, other: PageElement) =>
  isAlike(one, other) || ((one.name === 'button' || one.name === 'a') && hasClassOf(one, other));

function hasClassOf({ attribs }: PageElement, other: PageElement): boolean {
  const [first] = (other.attribs.class ?? '').trim().split(/\s+/, 1);
  return first !== undefined && first !== '' && (attribs.class ?? '').split(/\s+/).includes(first);
}

/** Where name and price of the card with a price stand. */
interface Place {
  root: PageElement;
  name: Name;
  /** From the root to the name. */
  path: string;
  price: PageElement;
}

function cardIn(document: Document, root: PageElement, place: Place): Card | undefined {
  const { name: like, path } = place;
  const named = linesOf(document, root).find(
    ({ heading, element }) =>
      (heading || 7) === like.rank && isAlike(element, like.element) && (heading > 0 || pathIn(root, element) === path),
  );
  if (named === undefined) return undefined;
  const there = statedInPlace(document, root, place);
  const isBeside = there !== undefined && there.line === named && there.start > named.start;
  const said = document.visible.slice(named.start, isBeside ? there.start : named.end).trim();
  const words = nameIn(said, true) ?? (isFreeName(said) ? label(said, 40) : undefined);
  if (words === undefined || notTiers(words) !== undefined) return undefined;
  const stated = isFreeName(said) ? wordIn(named, 'free') : (there ?? statementIn(document, root, named));
  if (stated === undefined) return undefined;
  const { start, end, element } = named;
  const name: Name = { start, end, words, rank: like.rank, line: lastAtOrBefore(document.lines, start), element };
  const parts = tierParts(document, [stated], { method: 'cards', root });
  return { cluster: clusterIn(root, name, [stated]), name: words, isTitled: true, parts };
}

/** Said where the others have their price. */
const ASKS_THERE =
  /\b(?:quot(?:es?|ed|ations?)|bespoke|tailored|scaled|your needs|contact|talk|meeting|demo|sales|request|enquir\p{L}*|inquir\p{L}*|negotia\p{L}*|agreement|let[’']?s connect)\b|^(?:custom|connect|individual)/iu;
const NOT_YET = /\b(?:soon|free|trial|included?|waitlist|notify)\b/i;

/** What stands where the card with a price has it: that it is free, or that one has to ask. */
function statedInPlace(document: Document, root: PageElement, place: Place): WordSignal | undefined {
  let at: PageElement | undefined = place.price;
  for (let up = 0; up < MAX_CLIMB && at !== undefined && at !== place.root; up += 1) {
    const like: PageElement = at;
    const path = pathIn(place.root, like);
    const inPlace = (card: PageElement) =>
      elementsIn(card).filter((each) => isAlike(each, like) && pathIn(card, each) === path);
    const there = inPlace(root)[inPlace(place.root).indexOf(like)];
    if (there !== undefined && there.start >= 0) return wordsThere(document, there);
    at = parentOf(like);
  }
  return undefined;
}

function wordsThere(document: Document, { start, end }: PageElement): WordSignal | undefined {
  const run = runAt(document, start);
  const line = lineAt(document, start);
  if (run === undefined || line === undefined || run.start < start) return undefined;
  const to = Math.min(run.end, end);
  const words = document.visible.slice(start, to).trim();
  if (words.length > MAX_LINE) return undefined;
  const isAsked = asks(words) || (ASKS_THERE.test(words) && !NOT_YET.test(words));
  const kind = unpricedKind(words) ?? (isAsked ? 'custom' : undefined);
  return kind === undefined ? undefined : { kind, start, end: to, line, element: run.element };
}

/** Of a card, in the order of the page. */
function elementsIn(root: PageElement): PageElement[] {
  const found: PageElement[] = [];
  const open = [...root.children].reverse();
  for (let at = open.pop(); at !== undefined && found.length < MAX_ELEMENTS; at = open.pop()) {
    found.push(at);
    open.push(...at.children.toReversed());
  }
  return found;
}

/** The first line of the card that says that it is free or for the asking; what is listed is what it includes. */
function statementIn(document: Document, root: PageElement, named: Line): WordSignal | undefined {
  for (const line of linesOf(document, root)) {
    if (line === named || line.end - line.start > MAX_LINE || isListed(root, line.element)) continue;
    const text = document.visible.slice(line.start, line.end).trim();
    const kind = unpricedKind(text) ?? (asks(text) ? 'custom' : undefined);
    if (kind !== undefined) return wordIn(line, kind);
  }
  return undefined;
}

function wordIn(line: Line, kind: WordSignal['kind']): WordSignal {
  return { kind, start: line.start, end: line.end, line, element: line.element };
}

const linesOf = ({ lines }: Document, root: PageElement) => within(lines, root).slice(0, MAX_LINES);

function isListed(root: PageElement, element: PageElement): boolean {
  return / (?:li|dd|td)(?: |$)/.test(` ${pathIn(root, element)}`);
}
