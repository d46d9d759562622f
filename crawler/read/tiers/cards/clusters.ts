import { grown, lastAtOrBefore, nearest, type PageElement, parentOf, type Span } from '../../page/document.ts';
import { isAlike } from '../alike-elements.ts';
import type { Name } from '../name.ts';
import type { Signal } from '../signals.ts';

export interface Cluster extends Span {
  name: Name;
  signals: Signal[];
  /** The card's element; in a flat layout, the one that holds all the cards. */
  root: PageElement;
  /** What holds the card and its siblings. */
  parent: PageElement;
}

/** Farther from its name than this, an amount is about something else. */
const MAX_DISTANCE = 1500;
/** A price that stands above its name has little more than its terms between. */
const MAX_BELOW = 160;
const MAX_CLIMB = 60;

interface Seed {
  name: Name;
  signals: Signal[];
  around: PageElement;
  /** Where an amount stands that its name is over for. */
  over?: number;
}

/**
 * `signals` and `names` in text order.
 *
 * @param isOver what the name heads has ended before this place
 */
export function clusters(
  signals: readonly Signal[],
  names: readonly Name[],
  isOver: (name: Name, at: number) => boolean,
): Cluster[] {
  const seeds = seedsOf(signals, names, isOver);
  const found: Cluster[] = [];
  for (const [index, seed] of seeds.entries()) {
    const before = signals[lastAtOrBefore(signals, seed.name.start - 1)]?.end ?? -1;
    const next = seeds[index + 1]?.name.start ?? Number.POSITIVE_INFINITY;
    const cluster = grow(seed, before, Math.min(next, seed.over ?? next));
    if (cluster !== undefined) found.push(cluster);
  }
  return found;
}

/**
 * The mirror image, for cards that state the price above the name: an amount belongs to the nearest name after it
 * inside the smallest element that holds no other such pair.
 */
export function clustersAbove(signals: readonly Signal[], names: readonly Name[]): Cluster[] {
  const seeds: Seed[] = [];
  for (const signal of signals) {
    const at = lastAtOrBefore(names, signal.end - 1);
    // "Free" below "$0" is its name and says its price again.
    const own = names[at];
    const name = own !== undefined && own.end >= signal.end ? own : names[at + 1];
    if (name === undefined || name.start - signal.end > (name.rank < 7 ? MAX_DISTANCE / 3 : MAX_BELOW)) continue;
    const around = common(name.element, signal.element);
    if (around === undefined || areInCards(name.element, signal.element)) continue;
    const last = seeds.at(-1);
    if (last?.name === name) {
      last.signals.push(signal);
      last.around = common(last.around, around) ?? last.around;
    } else seeds.push({ name, signals: [signal], around });
  }
  return seeds.flatMap(({ name, signals: own, around }, index) => {
    const before = seeds[index - 1]?.name.end ?? -1;
    const after = seeds[index + 1]?.signals[0]?.start ?? Number.POSITIVE_INFINITY;
    if (around.start <= before || around.end > after) return [];
    // A name inside and above the price has the better claim to it.
    const higher = names[lastAtOrBefore(names, own[0]?.start ?? name.start)];
    if (higher !== undefined && higher.start >= around.start) return [];
    return [clusterIn(grown(around, { start: before, end: after }, MAX_CLIMB), name, own)];
  });
}

/** The card that is all of an element. */
export function clusterIn(root: PageElement, name: Name, signals: Signal[]): Cluster {
  return { name, signals, root, parent: parentOf(root) ?? root, start: root.start, end: root.end };
}

/** Shorter than this, what holds a name or a price holds nothing else. */
const MIN_CARD = 50;

/**
 * Each stands in a card of its own, the two built alike: what the one costs, and what the other is called.
 *
 * @param price what holds it and `b`, but not `a`, is a card, however short
 */
export function areInCards(a: PageElement, b: PageElement, price = -1): boolean {
  const around = common(a, b);
  const [one, other] = around === undefined ? [] : [childToward(around, a), childToward(around, b)];
  if (one === undefined || other === undefined || one === other || !isAlike(one, other)) return false;
  if (other.start <= price && price < other.end) return true;
  return one.end - one.start > MIN_CARD && other.end - other.start > MIN_CARD;
}

/** A heading that is a name, or says that something is free. */
type Head = Pick<Name, 'start' | 'end' | 'rank' | 'element'>;

function headsOf(signals: readonly Signal[], names: readonly Name[]): Head[] {
  const free = signals.flatMap(({ kind, line, start, end, element }) =>
    kind === 'free' && line.heading > 0 ? { start, end, rank: line.heading, element } : [],
  );
  return [...names.filter(({ rank }) => rank < 7), ...free].sort((a, b) => a.start - b.start);
}

function seedsOf(
  signals: readonly Signal[],
  names: readonly Name[],
  isOver: (name: Name, at: number) => boolean,
): Seed[] {
  const seeds: Seed[] = [];
  const heads = headsOf(signals, names);
  for (const signal of signals) {
    const name = names[lastAtOrBefore(names, signal.start)];
    if (name === undefined || signal.start - name.end > MAX_DISTANCE) continue;
    if (name.rank < 7 && headsOwn(name, signal, heads)) continue;
    const last = seeds.at(-1);
    if (isOver(name, signal.start)) {
      if (last?.name === name && !isFeature(signal)) last.over ??= signal.start;
      continue;
    }
    if (last?.name === name) {
      const around = common(last.around, signal.element);
      // A stray "contact us" below the last card must not tear that card open.
      const before = seeds.at(-2)?.signals.at(-1)?.end ?? -1;
      if (around !== undefined && (around === last.around || around.start > before)) {
        last.signals.push(signal);
        last.around = around;
      }
      continue;
    }
    const around = common(name.element, signal.element);
    if (around !== undefined) seeds.push({ name, signals: [signal], around });
  }
  return seeds;
}

/** "Free backups" in a list: of the card whose head ends above. */
const isFeature = ({ kind, element, line }: Signal) =>
  kind === 'free' && (element.name === 'li' || line.element.name === 'li');

/** "$0" over a heading in a card like the one that the name heads: a number over a name of its own. */
function headsOwn({ rank, element }: Name, signal: Signal, heads: readonly Head[]): boolean {
  const next = heads[lastAtOrBefore(heads, signal.start - 1) + 1];
  if (next === undefined || next.rank !== rank || !areInCards(element, signal.element, signal.start)) return false;
  return areInCards(element, next.element, signal.start) && !areInCards(signal.element, next.element);
}

function grow({ name, signals, around }: Seed, before: number, after: number): Cluster | undefined {
  const last = signals.at(-1);
  if (last === undefined) return undefined;
  if (around.start <= before || around.end > after) {
    // Flat layout: but where the name's own branch holds another price, the names follow their prices here.
    const branch = childToward(around, name.element);
    if (branch !== undefined && branch !== around && branch.start <= before) return undefined;
    if (around.start > before && last.end > after) return undefined;
    const end = Math.max(last.end, Math.min(after, around.end));
    return { name, signals, root: around, parent: around, start: name.start, end };
  }
  return clusterIn(grown(around, { start: before, end: after }, MAX_CLIMB), name, signals);
}

/** The child of `around` that holds `element`. */
export function childToward(around: PageElement, element: PageElement): PageElement | undefined {
  return nearest(element, MAX_CLIMB, ({ parent }) => parent === around);
}

/** The smallest element around both; undefined where they are too far apart to be one thing. */
export function common(a: PageElement, b: PageElement): PageElement | undefined {
  let [left, right]: [PageElement | undefined, PageElement | undefined] = [a, b];
  for (let steps = 0; steps < 2 * MAX_CLIMB && left !== undefined && right !== undefined; steps += 1) {
    if (left === right) return left;
    if (left.depth >= right.depth) left = parentOf(left);
    else right = parentOf(right);
  }
  return undefined;
}
