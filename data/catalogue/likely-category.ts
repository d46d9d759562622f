/** The category that a page's words speak for, for a person to confirm. Pure. */
import type { Category } from '../product.ts';
import { wordsKey } from '../text/name-key.ts';

/** A proposal has at least these many words in common with its category, and leads the second by so much. */
const LEAST_WORDS = 2;
const LEAD = 1.3;

/** @param about what the page says of itself */
export function likelyCategory(about: string, categories: readonly Category[]): Category['id'] | undefined {
  const said = new Set(stemsOf(about));
  const words = categories.map(({ id, name, description = '' }) => ({
    id,
    stems: new Set(stemsOf(`${id} ${name} ${description}`)),
  }));
  const spread = new Map<string, number>();
  for (const { stems } of words) for (const stem of stems) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  const [first, second] = words
    .map(({ id, stems }) => {
      const common = [...stems].filter((stem) => said.has(stem));
      // A word that few categories have says more.
      const worth = common.reduce((sum, stem) => sum + Math.log(categories.length / (spread.get(stem) ?? 1) + 1), 0);
      return { id, common: common.length, worth };
    })
    .sort((a, b) => b.worth - a.worth);
  if (first === undefined || first.common < LEAST_WORDS || first.worth < (second?.worth ?? 0) * LEAD) return undefined;
  return first.id;
}

const EMPTY = new Set(
  'and or the of for in on to a an with by from that its what who as at your you we our are is'.split(' '),
);

function stemsOf(text: string): string[] {
  return wordsKey(text)
    .split(' ')
    .filter((word) => word.length > 2 && !EMPTY.has(word))
    .map((word) => word.replace(/(?:ing|ies|es|s)$/, ''));
}
