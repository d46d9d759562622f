/**
 * Which products a few words find, and how well. Every word must be found somewhere; where decides the rank: the whole
 * name beats its beginning, the beginning of a word its middle, a name a category.
 *
 * Words are looked up among all different ones, so that a search costs what it finds and not what there is. Pure.
 */
import type { Pause } from '../cache/cooperative-yield.ts';

/** What of a product is searched, in plain text. */
export interface Searched {
  /** Its name, its slug, what else it is called. */
  names: readonly string[];
  /** Id and name of its category. */
  category: string;
}

const WHOLE_NAME = 5;
const BEGINNING_OF_NAME = 4;
const BEGINNING_OF_WORD = 3;
const WITHIN_WORD = 2;
const CATEGORY = 1;
/** From the best to the least. */
export const RANKS = [WHOLE_NAME, BEGINNING_OF_NAME, BEGINNING_OF_WORD, WITHIN_WORD, CATEGORY] as const;

export function searchedOf(product: {
  slug: string;
  name: string;
  aliases: readonly string[];
  category: string;
  categoryName: string;
}): Searched {
  return {
    names: [product.name, product.slug, ...product.aliases].map(plainText),
    category: plainText(`${product.category} ${product.categoryName}`),
  };
}

/** No word is found across it, since plain text has none. */
const NEWLINE = '\n';

export class WordIndex {
  /** Of each row, each between newlines. */
  readonly #names: readonly string[];
  /** Rows by the text of their category. */
  readonly #categories: ReadonlyMap<string, readonly number[]>;
  /** All different words of names, each between newlines. */
  readonly #text: string;
  /** Where each word begins in the text, and the rows that have it. */
  readonly #starts: Uint32Array;
  readonly #rows: readonly (readonly number[])[];

  private constructor(
    names: readonly string[],
    words: ReadonlyMap<string, readonly number[]>,
    categories: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#names = names;
    this.#categories = categories;
    this.#rows = [...words.values()];
    this.#text = NEWLINE + [...words.keys(), ''].join(NEWLINE);
    this.#starts = new Uint32Array(words.size);
    let [at, start] = [0, 1];
    for (const { length } of words.keys()) {
      this.#starts[at] = start;
      at += 1;
      start += length + 1;
    }
  }

  static async of(products: Iterable<Searched>, pause: Pause): Promise<WordIndex> {
    const all: string[] = [];
    const words = new Map<string, number[]>();
    const categories = new Map<string, number[]>();
    for (const { names, category } of products) {
      const row = all.length;
      all.push(['', ...names, ''].join(NEWLINE));
      for (const word of new Set(names.join(' ').split(' '))) append(words, word, row);
      append(categories, category, row);
      await pause();
    }
    words.delete('');
    return new WordIndex(all, words, categories);
  }

  /**
   * The rank of each row, 0 where it is not found.
   *
   * @param query plain text
   */
  ranks(query: string): Uint8Array {
    const [first = '', ...others] = query.split(' ');
    const ranks = this.#ranksOf(first);
    for (const word of others) {
      this.#ranksOf(word).forEach((rank, row) => {
        if (rank < (ranks[row] ?? 0)) ranks[row] = rank;
      });
    }
    const [whole, beginning] = [`${NEWLINE}${query}${NEWLINE}`, NEWLINE + query];
    ranks.forEach((rank, row) => {
      // A name that begins with the query has all its words, each at the beginning of a word.
      if (rank !== BEGINNING_OF_WORD) return;
      const names = this.#names[row] ?? '';
      if (names.includes(whole)) ranks[row] = WHOLE_NAME;
      else if (names.includes(beginning)) ranks[row] = BEGINNING_OF_NAME;
    });
    return ranks;
  }

  #ranksOf(word: string): Uint8Array {
    const ranks = new Uint8Array(this.#names.length);
    if (word === '') return ranks;
    for (const [category, rows] of this.#categories) {
      if (category.startsWith(word) || category.includes(` ${word}`)) for (const row of rows) ranks[row] = CATEGORY;
    }
    for (let at = this.#text.indexOf(word); at >= 0; ) {
      const nth = this.#wordAt(at);
      const rank = this.#starts[nth] === at ? BEGINNING_OF_WORD : WITHIN_WORD;
      for (const row of this.#rows[nth] ?? []) if ((ranks[row] ?? 0) < rank) ranks[row] = rank;
      const next = this.#starts[nth + 1];
      at = next === undefined ? -1 : this.#text.indexOf(word, next);
    }
    return ranks;
  }

  /** The last that begins there or before. */
  #wordAt(at: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

function append(rows: Map<string, number[]>, text: string, row: number): void {
  const known = rows.get(text);
  if (known === undefined) rows.set(text, [row]);
  else known.push(row);
}

/** Lower case, without accents, words separated by one space: "Träcker.IO" and "tracker-io" are the same. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
