/**
 * Names that a mistyped one was probably meant to be.
 *
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours count one each
 * (Boytsov, "Indexing methods for approximate dictionary searching", 2011, §2.2). Pure.
 */

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

/** Names whose letters leave room for so few edits are enough to be compared: the rest would cost more than help. */
const MOST_COMPARED = 1_000;

/** Names among which near ones are looked for: what a search costs hardly depends on how many there are. */
export class Names {
  readonly #names: readonly string[];
  /** In lower case, sorted; the others are in this order. */
  readonly #lower: readonly string[];
  readonly #letters: Int32Array;

  constructor(names: Iterable<string>) {
    const sorted = Array.from(names, (name) => ({ name, lower: name.toLowerCase() })).sort(
      (a, b) => order(a.lower, b.lower) || order(a.name, b.name),
    );
    this.#names = sorted.map(({ name }) => name);
    this.#lower = sorted.map(({ lower }) => lower);
    this.#letters = Int32Array.from(this.#lower, lettersOf);
  }

  /** Up to `limit`, nearest first: those that begin with the text, or that it begins with, then those a few edits away. */
  nearest(text: string, limit = 5): string[] {
    const wanted = text
      .slice(0, MAX_LENGTH)
      .toLowerCase()
      .trim()
      .replaceAll(/[\s_.]+/g, '-');
    if (wanted.length < 2) return [];
    const found = new Map<number, number>();
    for (const at of this.#beginningWith(wanted, limit)) found.set(at, 0.5);
    if (wanted.length > 3) for (const at of this.#beginningOf(wanted)) found.set(at, 0.5);
    const most = Math.max(1, Math.floor(wanted.length / 3));
    for (const at of this.#alike(wanted, most)) {
      const distance = editDistance(wanted, this.#lower[at] ?? '', most);
      if (distance <= most && !found.has(at)) found.set(at, distance);
    }
    return [...found]
      .map(([at, distance]) => ({ name: this.#names[at] ?? '', distance }))
      .sort((a, b) => a.distance - b.distance || order(a.name, b.name))
      .slice(0, limit)
      .map(({ name }) => name);
  }

  /** They lie side by side. */
  *#beginningWith(wanted: string, limit: number): Generator<number> {
    const first = this.#placeOf(wanted);
    for (let at = first; at < first + limit && this.#lower[at]?.startsWith(wanted); at += 1) yield at;
  }

  /** Names that the text has whole, before a hyphen. */
  *#beginningOf(wanted: string): Generator<number> {
    for (let end = wanted.indexOf('-'); end >= 0; end = wanted.indexOf('-', end + 1)) {
      const name = wanted.slice(0, end);
      for (let at = this.#placeOf(name); this.#lower[at] === name; at += 1) yield at;
    }
  }

  /** As far as length and letters tell, no more than `most` edits away; the likeliest, where there are many. */
  #alike(wanted: string, most: number): number[] {
    const letters = lettersOf(wanted);
    const byEdits: number[][] = Array.from({ length: most + 1 }, () => []);
    for (let at = 0; at < this.#letters.length; at += 1) {
      const theirs = this.#letters[at] ?? 0;
      const length = this.#lower[at]?.length ?? 0;
      // An edit takes one letter away at most, and brings one at most.
      const edits = Math.max(
        Math.abs(length - wanted.length),
        countOfBits(letters & ~theirs),
        countOfBits(theirs & ~letters),
      );
      byEdits[edits]?.push(at);
    }
    return byEdits.flat().slice(0, MOST_COMPARED);
  }

  /** The first that does not come before it. */
  #placeOf(name: string): number {
    let [low, high] = [0, this.#lower.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lower[middle] ?? '') < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Near ones of a few names. */
export function nearest(text: string, names: Iterable<string>, limit = 5): string[] {
  return new Names(names).nearest(text, limit);
}

/** Which letters a word has: a bit for each of the alphabet, five for digits, one for all others. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) letters |= 1 << (26 + ((code - 48) >> 1));
    else letters |= 1 << 31;
  }
  return letters;
}

/** Warren, "Hacker's Delight", 2nd edition, §5-1. */
function countOfBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
