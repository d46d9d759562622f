/** How well a product answers a few words. Every word must be found somewhere; where decides the rank. Pure. */

/** What of a product is searched, in plain text. */
export interface Searched {
  /** Its name, its slug, what else it is called. */
  names: readonly string[];
  /** Id and name of its category. */
  category: string;
}

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

/**
 * @param query plain text
 * @returns 0 where it does not; otherwise the higher the better: the whole name beats its beginning, a name beats a category
 */
export function relevance(query: string, { names, category }: Searched): number {
  if (query === '') return 0;
  if (names.includes(query)) return 100;
  if (names.some((name) => name.startsWith(query))) return 80;
  return Math.min(...query.split(' ').map((word) => rankOf(word, names, category)));
}

function rankOf(word: string, names: readonly string[], category: string): number {
  if (names.some((name) => beginsAWord(name, word))) return 60;
  if (names.some((name) => name.includes(word))) return 40;
  return beginsAWord(category, word) ? 20 : 0;
}

function beginsAWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
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
