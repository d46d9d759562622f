/** How well a product answers a few words. Every word must be found somewhere; where decides the rank. Pure. */

interface Searched {
  slug: string;
  name: string;
  aliases: readonly string[];
  category: string;
  categoryName: string;
}

/** 0: it does not. Otherwise the higher the better; the whole name beats its beginning, a name beats a category. */
export function relevance(text: string, product: Searched): number {
  const query = plain(text);
  if (query === '') return 0;
  const names = [product.name, product.slug, ...product.aliases].map(plain);
  if (names.includes(query)) return 100;
  if (names.some((name) => name.startsWith(query))) return 80;
  const ranks = query.split(' ').map((word) => rankOf(word, names, product));
  return Math.min(...ranks);
}

function rankOf(word: string, names: readonly string[], { category, categoryName }: Searched): number {
  if (names.some((name) => name.split(' ').some((part) => part.startsWith(word)))) return 60;
  if (names.some((name) => name.includes(word))) return 40;
  const isOfCategory = plain(`${category} ${categoryName}`)
    .split(' ')
    .some((part) => part.startsWith(word));
  return isOfCategory ? 20 : 0;
}

/** Lower case, without accents, words separated by one space: "Träcker.IO" and "tracker-io" are the same. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
