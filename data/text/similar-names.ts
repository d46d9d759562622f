/**
 * Suggestions for mistyped names, by the optimal string alignment distance: insertions, deletions, substitutions and swaps
 * of neighbours count one each (Boytsov, "Indexing methods for approximate dictionary searching", 2011, §2.2). Pure.
 */
import { inOrder } from './order.ts';

const MAX_LENGTH = 80;

/** The number of edits that turn `a` into `b`, or Infinity as soon as it must exceed `most`. */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      current.push(edits);
      least = Math.min(least, edits);
    }
    // A swap reaches back two rows, so one row beyond the limit does not end it alone.
    if (least > most && Math.min(...last) > most) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  const distance = at(last, b.length);
  return distance > most ? Number.POSITIVE_INFINITY : distance;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Names with the letters of each, which rule out most of them at little cost. */
export class Names {
  readonly #names: string[] = [];
  readonly #lower: string[] = [];
  readonly #letters: number[] = [];

  add(name: string): void {
    const lower = name.toLowerCase();
    this.#names.push(name);
    this.#lower.push(lower);
    this.#letters.push(lettersOf(lower));
  }

  /** As the function. */
  nearest(text: string, limit = 5): string[] {
    const wanted = text
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .trim()
      .replaceAll(/[\s_.]+/g, '-');
    if (wanted.length < 2) return [];
    return this.#candidates(wanted, limit)
      .sort((a, b) => a.distance - b.distance || inOrder(a.name, b.name))
      .slice(0, limit)
      .map(({ name }) => name);
  }

  #candidates(wanted: string, limit: number): { name: string; distance: number }[] {
    const most = Math.max(1, Math.floor(wanted.length / 3));
    const letters = lettersOf(wanted);
    let first: string[] = [];
    /** By the fewest edits that their letters and lengths allow. */
    const others = Array.from({ length: most + 1 }, (): number[] => []);
    for (const [at, name] of this.#names.entries()) {
      const lower = this.#lower[at] ?? name;
      if (isPrefix(lower, wanted)) {
        first.push(name);
        if (first.length > MOST_COMPARED) first = first.sort(inOrder).slice(0, limit);
      } else others[fewestEdits(letters, this.#letters[at] ?? 0, wanted.length - lower.length)]?.push(at);
    }
    const near = first.map((name) => ({ name, distance: 0.5 }));
    for (const at of others.flat().slice(0, MOST_COMPARED)) {
      const [name = '', lower = ''] = [this.#names[at], this.#lower[at]];
      const distance = editDistance(wanted, lower, most);
      if (distance <= most) near.push({ name, distance });
    }
    return near;
  }
}

/** Names that are compared letter by letter: some ten milliseconds. */
const MOST_COMPARED = 2_000;

/**
 * Up to `limit` of the names, nearest first: those that begin with the text, or that it begins with, then those a few edits
 * away.
 */
export function nearest(text: string, names: Iterable<string>, limit?: number): string[] {
  const all = new Names();
  for (const name of names) all.add(name);
  return all.nearest(text, limit);
}

function isPrefix(name: string, wanted: string): boolean {
  return name.startsWith(wanted) || (wanted.length > 3 && wanted[name.length] === '-' && wanted.startsWith(name));
}

/** An edit removes at most one letter and adds at most one. */
function fewestEdits(ours: number, theirs: number, longer: number): number {
  return Math.max(countBits(ours & ~theirs), countBits(theirs & ~ours), Math.abs(longer));
}

/** The letters of a word as bits; two letters may share a bit. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
