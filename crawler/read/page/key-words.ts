/**
 * Which lines of a page hold words that somebody looks for, found in one pass over its text: whoever has patterns for
 * a subject runs them on the lines that its words stand in, and on no other.
 *
 * Words are looked for at the head of a word, whatever their case; those of scripts without spaces anywhere. It is a
 * first sieve: it lets pass too much rather than too little.
 */
import type { Document } from './document.ts';

/** Subjects as bits. */
export type Subjects = number;

interface Ending {
  rest: string;
  subjects: Subjects;
}

/** A character of Latin-1, by its code: a digit, a letter or neither. */
const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const KINDS = Uint8Array.from({ length: 0x100 }, (_, code) => {
  const char = String.fromCharCode(code);
  return /[a-zà-ÿ]/i.test(char) ? LETTER : /\d/.test(char) ? DIGIT : OTHER;
});
const FIRST_OF_WIDE = 0x2e80;
/** Characters that words may be made of. */
const BITS = 6;

export class KeyWords {
  /** The place of a character among those that words are made of, by its code; 0 where none has it. */
  readonly #places = new Uint8Array(0x100);
  /** The tree of words: by node and place the next node, 0 for none. Words begin at node 0. */
  readonly #next: Uint16Array;
  /** Subjects of the words that end in a node, and of those that do only where no letter follows. */
  readonly #begun: Uint32Array;
  readonly #whole: Uint32Array;
  /** By their first character. */
  readonly #wide = new Map<number, Ending[]>();
  #nodes = 1;

  /** @param words by subject, parted by `|`; a word that ends in `!` is a whole one, others begin words */
  constructor(words: ReadonlyMap<Subjects, string>) {
    const size = [...words.values()].join('|').length + 1;
    this.#next = new Uint16Array(size << BITS);
    this.#begun = new Uint32Array(size);
    this.#whole = new Uint32Array(size);
    for (const [subjects, listed] of words) for (const word of listed.split('|')) this.#add(word, subjects);
  }

  /** By the index of a line, the subjects whose words it holds. */
  in({ visible, lines }: Pick<Document, 'visible' | 'lines'>): Uint32Array {
    const found = new Uint32Array(lines.length);
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at];
      if (line !== undefined) found[at] = this.#within(visible, line.start, line.end);
    }
    return found;
  }

  #within(text: string, start: number, end: number): Subjects {
    const places = this.#places;
    const next = this.#next;
    let subjects = 0;
    let before = OTHER;
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x100) {
        const kind = KINDS[code] as number;
        if (before === OTHER || (before === DIGIT && kind !== DIGIT)) {
          const node = next[places[code] as number] as number;
          if (node !== 0) subjects |= this.#wordAt(text, at + 1, node);
        }
        before = kind;
      } else {
        before = OTHER;
        if (code >= FIRST_OF_WIDE) subjects |= this.#wideAt(text, at, code);
      }
    }
    return subjects;
  }

  /** @param first the node from which the characters at `from` lead on */
  #wordAt(text: string, from: number, first: number): Subjects {
    const places = this.#places;
    const next = this.#next;
    let subjects = 0;
    let node = first;
    for (let at = from; node !== 0; at += 1) {
      // Behind its last character a text would tell no number.
      const code = at < text.length ? text.charCodeAt(at) : 0;
      subjects |= this.#begun[node] as Subjects;
      if (code >= 0x100 || KINDS[code] !== LETTER) subjects |= this.#whole[node] as Subjects;
      node = code < 0x100 ? (next[(node << BITS) | (places[code] as number)] as number) : 0;
    }
    return subjects;
  }

  #wideAt(text: string, at: number, code: number): Subjects {
    let subjects = 0;
    for (const ending of this.#wide.get(code) ?? [])
      if (text.startsWith(ending.rest, at + 1)) subjects |= ending.subjects;
    return subjects;
  }

  #add(word: string, subjects: Subjects): void {
    const first = word.charCodeAt(0);
    if (first >= FIRST_OF_WIDE) {
      this.#wide.set(first, [...(this.#wide.get(first) ?? []), { rest: word.slice(1), subjects }]);
      return;
    }
    const isWhole = word.endsWith('!');
    let node = 0;
    for (const char of isWhole ? word.slice(0, -1) : word) {
      const at = (node << BITS) | this.#placeOf(char);
      if (this.#next[at] === 0) {
        this.#next[at] = this.#nodes;
        this.#nodes += 1;
      }
      node = this.#next[at] as number;
    }
    const ends = isWhole ? this.#whole : this.#begun;
    ends[node] = (ends[node] as Subjects) | subjects;
  }

  #placeOf(char: string): number {
    const known = this.#places[char.charCodeAt(0)];
    if (known === undefined) throw new RangeError(`Cannot look for words with "${char}"`);
    if (known > 0) return known;
    const place = Math.max(...this.#places) + 1;
    if (place >> BITS > 0) throw new RangeError('Too many characters to look for');
    this.#places[char.charCodeAt(0)] = place;
    const capital = char.toUpperCase();
    if (capital.length === 1) this.#places[capital.charCodeAt(0)] = place;
    return place;
  }
}
