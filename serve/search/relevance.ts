/**
 * Which products a few words find, and how well. Every word must be found; where decides the rank: the whole name beats
 * its beginning, the beginning of a word its middle, a name a category. Pure.
 */

/** What of a product is searched, in plain text. */
export interface Searched {
  /** Its name, its slug and its aliases, each between newlines, which plain text does not have. */
  names: string;
  /** Id and name of its category, with a space before it. */
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
    names: `\n${[product.name, product.slug, ...product.aliases].map(plainText).join('\n')}\n`,
    category: ` ${plainText(`${product.category} ${product.categoryName}`)}`,
  };
}

/** From 5 for the whole name down to 1 for a category; 0 where a word is not found. @param query plain text */
export function relevance(query: string, { names, category }: Searched): number {
  if (query === '') return 0;
  if (names.includes(`\n${query}\n`)) return 5;
  if (names.includes(`\n${query}`)) return 4;
  let rank = 3;
  for (const word of query.split(' ')) {
    if (names.includes(` ${word}`) || names.includes(`\n${word}`)) continue;
    if (names.includes(word)) rank = Math.min(rank, 2);
    else if (category.includes(` ${word}`)) rank = 1;
    else return 0;
  }
  return rank;
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
