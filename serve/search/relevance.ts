/**
 * Which products a few words find, and how well. Every word must be found; where decides the rank: the whole name beats
 * its beginning, the beginning of a word its middle, a name a category. Pure.
 */
import type { ListedProduct } from '../../data/store/generation/content.ts';

/** What of a product is searched, in plain text. */
export interface Searched {
  /** Its name, its slug and its aliases, each between newlines, which plain text does not have. */
  names: string;
  /** Id and name of its category, each word with a space before it. */
  category: string;
}

export function searchedNames({ name, slug, aliases }: Pick<ListedProduct, 'name' | 'slug' | 'aliases'>): string {
  // Joined at once: V8 would copy what is concatenated when it is first searched.
  return ['', ...[name, slug, ...aliases].map(plainText), ''].join('\n');
}

export function searchedCategory(id: string, name: string): string {
  return ` ${plainText(`${id} ${name}`)}`;
}

/** Of the whole name. */
export const BEST_RANK = 5;

/**
 * Ranks from `BEST_RANK` down to 1 for a category; 0 where a word is not found.
 *
 * @param query plain text
 */
export function relevanceTo(query: string): (searched: Searched) => number {
  if (query === '') return () => 0;
  const [whole, beginning] = [`\n${query}\n`, `\n${query}`];
  const words = query.split(' ').map((word) => ({ word, later: ` ${word}`, first: `\n${word}` }));
  return ({ names, category }) => {
    if (names.includes(whole)) return BEST_RANK;
    if (names.includes(beginning)) return 4;
    let rank = 3;
    for (const { word, later, first } of words) {
      if (names.includes(later) || names.includes(first)) continue;
      if (names.includes(word)) rank = Math.min(rank, 2);
      else if (category.includes(later)) rank = 1;
      else return 0;
    }
    return rank;
  };
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
